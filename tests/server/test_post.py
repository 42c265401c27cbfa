"""The post goes round to all sockets, whatever becomes of one of them."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, cast

import pytest

from digsite.server.post import Post
from digsite.server.socket import Connection


class Socket:
    """A socket that notes what is done to it, and may break at something."""

    def __init__(self, breaks_at: str = "") -> None:
        self.is_noted = False
        self.done: list[str] = []
        self._breaks_at = breaks_at

    def _do(self, what: str) -> None:
        if what == self._breaks_at:
            raise RuntimeError(what)
        self.done.append(what)

    def write(self, moment: int) -> None:
        assert moment > 0
        self.is_noted = False
        self._do("write")

    def send(self) -> None:
        self._do("send")

    def hang_up(self, code: Any) -> None:
        self.done.append(f"hang up {int(code)}")


async def gone_round(*sockets: Socket) -> None:
    post = Post()
    post.open()
    for socket in sockets:
        post.note(cast("Connection", socket))
    await asyncio.sleep(0.01)
    await post.close()


async def test_all_is_written_before_anything_is_sent() -> None:
    order: list[str] = []
    sockets = [Socket(), Socket()]
    for socket in sockets:
        socket.done = order
    await gone_round(*sockets)
    assert order == ["write", "write", "send", "send"]


@pytest.mark.parametrize("step", ["write", "send"])
async def test_a_socket_that_breaks_keeps_nobody_waiting(step: str, caplog: pytest.LogCaptureFixture) -> None:
    broken, behind = Socket(breaks_at=step), Socket()
    with caplog.at_level(logging.ERROR, logger="digsite"):
        await gone_round(broken, behind)
    assert behind.done == ["write", "send"]
    assert "hang up 1011" in broken.done
    assert "news could not be told" in caplog.text
