"""The metrics of one process in Prometheus' text format, made of plain counts when somebody asks.

Every sample has the label `process`: workers share a port, so one scrape meets one of them and the next
another. docs/running.md has a table of all metrics, which a test compares.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

from digsite import __version__
from digsite.games import GAMES
from digsite.server.handover import NO_SOCKETS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from prometheus_client.metrics_core import Metric

    from digsite.core.histogram import Histogram
    from digsite.server.connections import Connections
    from digsite.server.site import Site

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
STATUSES: Final = ("open", "playing", "over", "gone")


def exposition(site: Site, connections: Connections | None) -> bytes:
    """Return all metrics of a process as text."""
    registry = CollectorRegistry()
    registry.register(_Everything(site, connections))
    return generate_latest(registry)


@dataclass(frozen=True)
class _Everything(Collector):
    """Reads the counts of a process."""

    site: Site
    connections: Connections | None
    """None, where the process is not run by `digsite serve`."""

    def collect(self) -> Iterator[Metric]:
        """Return every metric, with the process that it is of."""
        process = str(os.getpid())
        for metric in self._collect():
            metric.samples = [
                sample._replace(labels={**sample.labels, "process": process}) for sample in metric.samples
            ]
            yield metric

    def _collect(self) -> Iterator[Metric]:
        yield _gauge("digsite_info", "1; the label has the version.", {__version__: 1}, "version")
        yield from self._deeds()
        yield from self._connections()
        yield from self._tables()
        yield from self._bots()
        yield from self._store()
        yield from self._bus()
        removed = self.site.caretaker.removed
        yield _counter("digsite_removed", "What was old and nobody needed.", removed, "kind")
        logged = dict(self.site.logged.counts)
        yield _counter("digsite_log_records", "Lines logged.", logged, "level")
        yield from ProcessCollector(registry=None).collect()

    def _deeds(self) -> Iterator[Metric]:
        counts = self.site.house.counts
        moves = CounterMetricFamily("digsite_moves", "Moves saved.", labels=("game", "by"))
        for by, made in (("person", counts.moves_of_people), ("bot", counts.moves_of_bots)):
            for game in GAMES:
                moves.add_metric((game, by), made[game])
        yield moves
        yield _counter("digsite_deeds", "Entries saved.", counts.kinds(), "kind")
        yield _counter("digsite_refusals", "Refusals that clients were told.", counts.refusals, "code")
        yield _histogram(
            "digsite_deed_seconds", "From asking for a deed to being told that it is done.", counts.told
        )

    def _connections(self) -> Iterator[Metric]:
        yield _gauge("digsite_sockets_open", "WebSockets.", {"": len(self.site.post)})
        handed_over = NO_SOCKETS if self.site.handover is None else self.site.handover.sockets
        yield _counter("digsite_sockets_handed_over", "Between processes.", handed_over, "direction")
        if self.connections is not None:
            yield _gauge("digsite_connections_open", "Connections.", {"": len(self.connections)})
            yield _counter(
                "digsite_connections_closed", "Closed by the server.", self.connections.closed, "reason"
            )

    def _tables(self) -> Iterator[Metric]:
        rooms = self.site.house.rooms
        held = dict.fromkeys(STATUSES, 0) | Counter(room.table.status for room in rooms)
        yield _gauge("digsite_tables_in_memory", "Tables held in memory.", held, "status")
        yield _gauge("digsite_tables_in_memory_bytes", "What they take, more or less.", {"": rooms.size})

    def _bots(self) -> Iterator[Metric]:
        lanes = self.site.house.thinkers.lanes
        waiting = {name: lane.waits for name, lane in lanes.items()}
        running = {name: lane.runs for name, lane in lanes.items()}
        yield _gauge("digsite_bots_waiting", "Moves of bots that wait for a thread.", waiting, "lane")
        yield _gauge("digsite_bots_thinking", "Moves of bots that are thought of.", running, "lane")
        waited = {name: lane.waited for name, lane in lanes.items()}
        yield _histograms("digsite_bot_wait_seconds", "Until a bot began to think.", waited, "lane")

    def _store(self) -> Iterator[Metric]:
        written = self.site.house.store.written
        yield _histogram("digsite_store_batch_size", "Deeds saved by one transaction.", written.sizes)
        yield _histogram("digsite_store_commit_seconds", "What a transaction took.", written.seconds)

    def _bus(self) -> Iterator[Metric]:
        bus = self.site.house.bus
        yield _gauge("digsite_bus_up", "1 while other processes hear this one.", {"": int(bus.is_up)})
        nudges = {"sent": bus.nudges.sent, "heard": bus.nudges.heard}
        yield _counter("digsite_bus_nudges", "Nudges between processes.", nudges, "direction")


def _counter(name: str, what: str, counts: Mapping[str, int], label: str) -> Metric:
    family = CounterMetricFamily(name, what, labels=(label,))
    for value, count in list(counts.items()):
        family.add_metric((value,), count)
    return family


def _gauge(name: str, what: str, values: Mapping[str, float], label: str | None = None) -> Metric:
    """Return a number for each value of a label, or the only one."""
    family = GaugeMetricFamily(name, what, labels=() if label is None else (label,))
    for value, number in values.items():
        family.add_metric(() if label is None else (value,), number)
    return family


def _histogram(name: str, what: str, counted: Histogram) -> Metric:
    family = HistogramMetricFamily(name, what, labels=())
    family.add_metric((), _buckets(counted), counted.total)
    return family


def _histograms(name: str, what: str, counted: Mapping[str, Histogram], label: str) -> Metric:
    family = HistogramMetricFamily(name, what, labels=(label,))
    for value, histogram in counted.items():
        family.add_metric((value,), _buckets(histogram), histogram.total)
    return family


def _buckets(counted: Histogram) -> list[tuple[str, float]]:
    return [("+Inf" if bound == inf else str(float(bound)), count) for bound, count in counted.buckets()]
