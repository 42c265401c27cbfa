"""The page in the browser: its files, read and packed once, then served from memory."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from http.client import NOT_MODIFIED, SERVICE_UNAVAILABLE
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.responses import PlainTextResponse, Response
from starlette.routing import Match, Route

from digsite.core import words
from digsite.core.errors import DigsiteError
from digsite.server.announcing import ANNOUNCED, VARIES, language_of, read_needs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.types import Scope

    from digsite.server.site import Site

FOLDER = Path(__file__).parent.parent / "page"
"""Where `vite build` leaves it; the wheel has it there, too."""
INDEX: Final = "index.html"
HASHED: Final = "assets/"
"""What lies there has a hash of its content in its name: another content has another name."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
FIND_WITHIN: Final = 0.2
"""Seconds that a page waits to be told which game it is about."""
PACKED_ALREADY: Final = (".png", ".woff", ".woff2")


@dataclass(frozen=True)
class File:
    """A file of the page, ready to be sent."""

    plain: bytes
    packed: bytes | None
    """The same for clients that can unpack; none where that would save nothing."""
    headers: Mapping[str, str]

    def answer(self, asked: Mapping[str, str], **further: str) -> Response:
        """Return the file as a client wants it, or tell that the client has it; with further headers."""
        headers = {**self.headers, **further}
        if self.headers["etag"] in re.split(r"\s*,\s*", asked.get("if-none-match", "")):
            return Response(status_code=NOT_MODIFIED, headers=headers)
        if self.packed is None or not _can_unpack(asked.get("accept-encoding", "")):
            return Response(self.plain, headers=headers)
        return Response(self.packed, headers={**headers, "content-encoding": "gzip"})


@cache
def read_page(folder: Path) -> Mapping[str, File]:
    """Return the files of a built page by their addresses; none if it was not built."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): _read(path, folder) for path in paths}


def _read(path: Path, folder: Path) -> File:
    plain = path.read_bytes()
    packed = None if path.suffix in PACKED_ALREADY else gzip.compress(plain, mtime=0)
    is_hashed = path.relative_to(folder).as_posix().startswith(HASHED)
    headers = {
        "content-type": TYPES.get(path.suffix, "application/octet-stream"),
        "cache-control": FOR_EVER if is_hashed else ASK_AGAIN,
        "etag": f'W/"{sha256(plain).hexdigest()[:20]}"',  # weak: packed or not, it is the same
        "vary": "accept-encoding",
    }
    return File(plain, packed if packed and len(packed) < len(plain) else None, headers)


def _can_unpack(encodings: str) -> bool:
    return re.search(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", encodings) is not None


class PageRoute(Route):
    """Leads all that is no part of the API to the page, which finds out by itself what an address means."""

    def __init__(self) -> None:
        super().__init__("/{path:path}", self._answer, methods=["GET"], include_in_schema=False)
        self._files = read_page(FOLDER)
        self._needs = read_needs(self._files[ANNOUNCED].plain) if ANNOUNCED in self._files else ()

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Leave the API alone, also where it has nothing: programs ask there, and get refusals."""
        is_api = scope["type"] == "http" and re.match("/api(/|$)", scope["path"])
        match, found = (Match.NONE, {}) if is_api else super().matches(scope)
        return match, {**found, "route": self}

    async def _answer(self, request: Request) -> Response:
        path = request.path_params["path"]
        if path in self._files:
            return self._files[path].answer(request.headers)
        if _is_file(path):
            raise DigsiteError("not_found")
        if INDEX not in self._files:
            said = words.say(words.from_environment(), "cli.not_built")
            return PlainTextResponse(said + "\n", SERVICE_UNAVAILABLE)
        return self._files[INDEX].answer(request.headers, **await self._announced(request))

    async def _announced(self, request: Request) -> dict[str, str]:
        """Return the headers that say what the page will ask for, as far as its address tells."""
        for needs in self._needs:
            if match := needs.path.fullmatch(request.url.path):
                language = language_of(request.cookies, request.headers.get("accept-language", ""))
                game = await _game_at(request.app.state.site, match.groupdict()) if needs.games else None
                return {"link": needs.link(language, game), "vary": VARIES}
        return {}


async def _game_at(site: Site, holes: Mapping[str, str]) -> str | None:
    """Return the game that an address is about; a page waits only a moment to be told."""
    if "table" not in holes:
        return holes.get("game")
    with contextlib.suppress(DigsiteError, TimeoutError):
        async with asyncio.timeout(FIND_WITHIN):
            return await site.house.game_of(holes["table"])
    return None


def _is_file(path: str) -> bool:
    """Tell whether an address means a file: those of the page's own places have no dot."""
    return path.startswith(HASHED) or "." in path.rpartition("/")[2]
