"""Workers on a Ray cluster, or on a Ray of this machine; `ray` is an extra of ours."""

from __future__ import annotations

import os
import socket
from typing import TYPE_CHECKING, Any, Final, Self

from digsite.arena.extras import needed
from digsite.arena.play import play_ready
from digsite.arena.sources import fingerprint
from digsite.core.errors import DigsiteError

if TYPE_CHECKING:
    from types import TracebackType

    from digsite.arena.job import Job
    from digsite.arena.played import Played

LOCAL: Final = "local"
CLIENT: Final = "ray://"
PATIENCE: Final = 10.0
"""Seconds to wait for a cluster to answer."""
QUIET: Final = {"log_to_driver": False, "logging_level": "ERROR"}


class Cluster:
    """Ray's workers. Those of a cluster must have the same Digsite as we."""

    def __init__(self, address: str, count: int) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        self._ray = needed("ray", "ray")
        self._connect(address, count)
        self._play = self._ray.remote(_play)
        self.width = 2 * max(1, int(self._ray.cluster_resources().get("CPU", 0)))

    def _connect(self, address: str, count: int) -> None:
        try:
            if address == LOCAL:
                self._ray.init(address=LOCAL, num_cpus=count, include_dashboard=False, **QUIET)
            else:
                _knock(address)
                self._ray.init(address=address, **QUIET)
        except (OSError, ValueError, RuntimeError) as error:
            raise DigsiteError("ray_unreachable", address=address, why=str(error)) from error

    def give(self, job: Job) -> Any:
        """Hand out a job."""
        return self._play.remote(job, fingerprint())

    def take(self, given: set[Any]) -> Played:
        """Wait for one of these."""
        done, _ = self._ray.wait(list(given))
        given.remove(done[0])
        try:
            played: Played = self._ray.get(done[0])
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from error
        except self._ray.exceptions.RayError as error:
            raise DigsiteError("arena_worker_died") from error
        return played

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of the cluster, or end the Ray of this machine."""
        self._ray.shutdown()


def _knock(address: str) -> None:
    """Raise OSError where nobody listens: Ray itself would wait for many minutes."""
    host, _, port = address.removeprefix(CLIENT).rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), PATIENCE).close()


def _play(job: Job, sources: str) -> Played:
    """Play a job far away, if the bots there are the same as here."""
    if fingerprint() != sources:
        raise DigsiteError("ray_other_sources")
    return play_ready(job)
