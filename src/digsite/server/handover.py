"""Handing sockets over: those who are at one table are served by one process, where that can be arranged.

A table whose players are served by two processes takes most of its work twice. So a process that hears that
more of them are elsewhere gives its sockets to that other process. They stay open: clients notice nothing.
This works between processes of one machine that share the home folder. Elsewhere everybody stays.

A socket travels as a file descriptor, through a Unix socket in a folder that only the owner of the house may
enter. The request that opened it travels along, and passes the guard once more. A process that has no room
for it hands it back.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from array import array
from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from digsite.core import private

if TYPE_CHECKING:
    from pathlib import Path

LOG: Final = logging.getLogger("digsite")
FOLDER: Final = "handover"
"""In the home folder; the sockets in it have the names of their processes."""
MOST_BYTES: Final = 64 << 10
"""Of what comes with a socket: the head of a request, and little more."""
NO_SOCKETS: Final = MappingProxyType({"given": 0, "taken": 0, "back": 0})
"""How many were given to others, taken from them, and handed back to them or by them, before any was."""
MOST_AT_ONCE: Final = 16
"""Sockets that are taken before others get their turn."""


class HandedOver(msgspec.Struct, frozen=True):
    """What a process must know of a socket that it gets."""

    request: bytes
    """The head of the request that opened it."""
    table: str
    """What the client watches, as which seat, and the ply that it knows."""
    seat: int | None
    ply: int
    credit: float
    """What is left of its allowance, and how many frames came too fast."""
    refused: int
    is_back: bool = False
    """Whether it comes back from a process that had no room for it."""


Adopt: TypeAlias = Callable[[socket.socket, HandedOver], bool]
"""Serves a socket that another process has opened; tells whether there is room for it."""

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(HandedOver).decode


class Handover:
    """Where a process gets sockets from the others, and gives them some."""

    def __init__(self, home: Path, process: str) -> None:
        self._folder = home / FOLDER
        self._process = process
        self._adopt: Adopt | None = None
        self._socket: socket.socket | None = None
        self.sockets = dict(NO_SOCKETS)
        """How many were handed over."""

    def open(self) -> None:
        """Begin to listen; where that cannot be, sockets stay where they are."""
        try:
            private.make_folder(self._folder.parent)
            self._folder.mkdir(mode=0o700, exist_ok=True)
            self._folder.chmod(0o700)
            self._sweep()
            self._socket = _bound(self._folder / self._process)
        except (OSError, AttributeError) as error:  # no such sockets there, or a home with too long a name
            LOG.info("sockets are not handed over: %s", error)
        else:
            asyncio.get_running_loop().add_reader(self._socket, self._receive)

    def close(self) -> None:
        """Listen no more."""
        if self._socket is not None:
            asyncio.get_running_loop().remove_reader(self._socket)
            self._socket.close()
            self._socket = None
            (self._folder / self._process).unlink(missing_ok=True)

    def adopt_by(self, adopt: Adopt) -> None:
        """Let sockets that come be served so. Nobody sends any before this process has had one of its own."""
        self._adopt = adopt

    def give(self, process: str, fileno: int, handed: HandedOver) -> bool:
        """Hand a socket over; tell whether that was possible. Whoever gave it away closes their own end."""
        is_given = self._send(str(self._folder / process), fileno, handed)
        self.sockets["given"] += is_given
        return is_given

    def _send(self, to: str, fileno: int, handed: HandedOver) -> bool:
        if self._socket is None:
            return False
        files = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [fileno]))
        try:  # `socket.send_fds` knows of no address
            self._socket.sendmsg([_encode(handed)], [files], socket.MSG_DONTWAIT, to)
        except OSError:  # it is on another machine, has gone, or has no time
            return False
        return True

    def _receive(self) -> None:
        """Take some sockets."""
        for _ in range(MOST_AT_ONCE):
            if self._socket is None:
                return
            try:
                message, files, _, giver = socket.recv_fds(self._socket, MOST_BYTES, 1, socket.MSG_DONTWAIT)
            except BlockingIOError:
                return
            for file in files:
                self._take(socket.socket(fileno=file), message, giver)

    def _take(self, taken: socket.socket, message: bytes, giver: str | None) -> None:
        """Serve a socket, or hand it back; one that nobody serves is closed, and its client comes again."""
        taken.settimeout(0)
        taken.set_inheritable(False)
        try:
            handed = _decode(message)
        except msgspec.MsgspecError:  # of a process of another version
            taken.close()
            return
        if self._adopt is not None and self._adopt(taken, handed):
            self.sockets["back" if handed.is_back else "taken"] += 1
            return
        if giver and not handed.is_back:
            is_sent = self._send(giver, taken.fileno(), msgspec.structs.replace(handed, is_back=True))
            self.sockets["back"] += is_sent
        taken.close()

    def _sweep(self) -> None:
        """Remove what processes left behind that were killed."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as probe:
            for path in self._folder.iterdir():
                try:
                    probe.connect(str(path))
                except ConnectionRefusedError:
                    path.unlink(missing_ok=True)
                except OSError:
                    continue


def _bound(path: Path) -> socket.socket:
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        listening.bind(str(path))
    except OSError:
        listening.close()
        raise
    listening.settimeout(0)
    return listening
