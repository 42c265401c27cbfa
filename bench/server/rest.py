"""Requests in JSON, over a connection that is kept for a visit."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final, Self

from bench.measure import BenchError
from bench.server.websocket import HOST

REQUEST: Final = (
    "{method} {path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
    "Content-Length: {length}\r\n{headers}\r\n"
)


class Visit:
    """A connection to what a server offers besides its WebSockets: `async with Visit(port) as visit`."""

    def __init__(self, port: int, headers: str = "", source: str | None = None) -> None:
        self._port, self._headers = port, headers
        self._from = (source, 0) if source else None
        """The address that the connection comes from; the system chooses by default."""
        self.cookie = ""
        """What the server wants to be shown from now on."""
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection(HOST, self._port, local_addr=self._from)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def post(self, path: str, content: Any) -> Any:
        """Send JSON and return the JSON of the answer."""
        return await self._asked("POST", path, json.dumps(content).encode())

    async def get(self, path: str) -> Any:
        """Return the JSON of a page."""
        return await self._asked("GET", path, b"")

    async def _asked(self, method: str, path: str, body: bytes) -> Any:
        head = REQUEST.format(
            method=method, path=path, host=HOST, port=self._port, length=len(body), headers=self._headers
        )
        self._writer.write(head.encode() + body)
        return await self._answer(path)

    async def _answer(self, path: str) -> Any:
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, *lines = head.splitlines()
        fields = {name.lower(): value for name, _, value in (line.partition(":") for line in lines)}
        self.cookie = fields.get("set-cookie", self.cookie).partition(";")[0].strip()
        body = await self._reader.readexactly(int(fields.get("content-length", "0")))
        if not status.split()[1].startswith("2"):
            message = f"{path}: {status} {body.decode()}"
            raise BenchError(message)
        return json.loads(body)
