"""Turns of Marajoara, step by step: how long the page keeps people waiting for a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bench.report import Limit
from tests.browser.marajoara_hands import Mouse
from tests.browser.visitor import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STEPS: Final = 40
SETTLED: Final = 1000
"""Milliseconds until everything of a table is drawn, or has moved."""
LONG: Final = 50
"""Milliseconds above which a browser calls a frame long, and tells of it."""
WATCH_FRAMES: Final = """() => {
    window.long = [];
    const work = ({startTime, duration, renderStart, scripts}) =>
        scripts.reduce((sum, script) => sum + script.duration, 0) +
        (renderStart ? startTime + duration - renderStart : 0);
    const noted = (frame) => [frame.duration, work(frame)];
    const hear = (told) => window.long.push(...told.getEntries().map(noted));
    new PerformanceObserver(hear).observe({type: 'long-animation-frame'});
}"""
"""Notes how long each long frame took, and how long the page worked in it: scripts, then style and layout.
The rest is the machine's, and that of whoever plays by remote control."""


class Unhurried(Mouse):
    """Leaves the machine to the page until everything that a step moves has come to rest."""

    def pick(self, move: str, moves: list[str]) -> None:
        """Make a move, and only look."""
        super().pick(move, moves)
        self.page.wait_for_timeout(SETTLED)


def turns(browser: Browser, url: str) -> list[Limit]:
    """Play for both seats by mouse, everything moving, and watch the frames."""
    visitor = Visitor(browser, url)
    visitor.page.emulate_media(reduced_motion="no-preference")
    visitor.open_table("marajoara", [{"kind": "mine"}, {"kind": "mine"}], begins="first")
    visitor.page.wait_for_timeout(SETTLED)
    visitor.page.evaluate(WATCH_FRAMES)
    Unhurried(visitor).play_on(STEPS)
    long: list[tuple[float, float]] = visitor.page.evaluate("window.long")
    visitor.context.close()
    what = f"{STEPS} steps of Marajoara"
    return [
        Limit(
            f"{what}: frames with over {LONG} ms of work", sum(work > LONG for _, work in long), "", most=0
        ),
        Limit(f"{what}: most work in a long frame", max((work for _, work in long), default=0), "ms"),
        Limit(f"{what}: longest frame", max((whole for whole, _ in long), default=0), "ms"),
    ]
