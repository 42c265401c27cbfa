"""HTTP as uvicorn speaks it, with an end to the head of a request: how long it is and how long it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

if TYPE_CHECKING:
    import asyncio

MOST_HEAD: Final = 64 << 10
"""Bytes of all headers together, after the first portion that came in."""
HEAD_SECONDS: Final = 20
"""Until a head has come in; a body is counted by the guard."""


class Protocol(HttpToolsProtocol):
    """One connection. Who sends a head without an end would otherwise fill the memory, or wait for ever."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._is_late = self.loop.call_later(HEAD_SECONDS, transport.close)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._is_late.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a portion of what comes in."""
        goes_on = self._in_head
        super().data_received(data)
        if self._in_head:
            self._head += len(data) if goes_on else 0
            if self._head > MOST_HEAD:
                self.transport.close()

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        self._expect_head()

    def on_headers_complete(self) -> None:
        """Go on to its body."""
        self._in_head = False
        self._is_late.cancel()
        super().on_headers_complete()

    def _expect_head(self) -> None:
        self._is_late.cancel()
        self._is_late = self.loop.call_later(HEAD_SECONDS, self.transport.close)
        self._head, self._in_head = 0, True
