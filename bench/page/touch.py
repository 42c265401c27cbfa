"""From a finger that comes down to the tile under it: read off Chromium's trace."""

from __future__ import annotations

import json
import statistics
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from bench.measure import BenchError
from bench.report import Limit
from tests.browser.scarabya_hands import Finger
from tests.browser.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

Event: TypeAlias = dict[str, Any]
"""Of a trace: it begins at `ts` and lasts `dur` microseconds on the thread `tid` of the process `pid`.

Of these the thread worked for `tdur`, and waited for a CPU in between.
"""

MOST_SCRIPT: Final = 16
LEAST_CHOICES: Final = 100
BOARD: Final = "SSS..\nSSR..\nSR...\n.....\n....."
OPTIONS: Final = {
    "boards": "".join(f"board {name}\n{BOARD}\n" for name in "ABCD"),
    "site": "A0 B1 C3 D2",
    "order": "TPZFVXNLIYWU",
}
FIRST: Final = "T0 f4"
"""After it the second tile can be laid in 108 ways: of many positions we know none with many more."""
SQUARES: Final = [(x + 0.5, y + 0.5) for x in range(1, 9, 2) for y in range(0, 10, 2)]
FRAMES: Final = 100
"""Milliseconds that a finger stays: several frames."""
MILLISECOND: Final = 1000
CATEGORIES: Final = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
SCRIPT: Final = ("EventDispatch", "FunctionCall", "RunMicrotasks", "TimerFire", "FireAnimationFrame")
DRAWN: Final = "Commit"
"""What the page has come to goes to the screen."""
NOTE_FIRST_FRAMES: Final = """() => {
    window.hadTile = [];
    const note = () => window.hadTile.push(document.querySelector('g.ghost') !== null);
    addEventListener('pointerdown', () => requestAnimationFrame(note), {capture: true});
}"""


def touches(browser: Browser, url: str) -> list[Limit]:
    """Press squares all over a site of Scarabya where the tile can be laid in very many ways."""
    visitor = Visitor(browser, url, screen="phone")
    table = visitor.open_table("scarabya", [{"kind": "mine"}], options=OPTIONS, begins="first")
    round_ = visitor.get(f"/api/tables/{table}")["game"]["round"]
    deed = {"what": "move", "seat": 0, "round": round_, "move": FIRST, "key": "first"}
    visitor.post(f"/api/tables/{table}/deeds", deed)
    choices = len(visitor.get(f"/api/tables/{table}")["game"]["you"]["moves"])
    had_tile, trace = _pressed(browser, visitor)
    visitor.context.close()
    if not all(had_tile):
        message = (
            f"{had_tile.count(False)} of {len(had_tile)} fingers had no tile under them in the next frame"
        )
        raise BenchError(message)
    scripts = list(_scripts(trace))
    return [
        Limit("finger down: ways to lay the tile", choices, "", least=LEAST_CHOICES),
        Limit("finger down: script until the tile is drawn, median", statistics.median(scripts), "ms"),
        Limit("finger down: script until the tile is drawn, longest", max(scripts), "ms", most=MOST_SCRIPT),
    ]


def _pressed(browser: Browser, visitor: Visitor) -> tuple[list[bool], list[Event]]:
    """Press all squares; return whether the tile was there in the next frame each time, and the trace."""
    points = [Finger(visitor).on_screen(square) for square in SQUARES]
    screen = visitor.context.new_cdp_session(visitor.page)
    visitor.page.evaluate(NOTE_FIRST_FRAMES)
    browser.start_tracing(page=visitor.page, categories=CATEGORIES)
    for x, y in points:
        screen.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        visitor.page.wait_for_timeout(FRAMES)
        screen.send("Input.dispatchTouchEvent", {"type": "touchCancel", "touchPoints": []})
        visitor.page.keyboard.press("Escape")
    trace: list[Event] = json.loads(browser.stop_tracing())["traceEvents"]
    had_tile: list[bool] = visitor.page.evaluate("window.hadTile")
    return had_tile, trace


def _scripts(trace: list[Event]) -> Iterator[float]:
    """Return the milliseconds of script between each press and the frame that shows what came of it."""
    whole = sorted((event for event in trace if event.get("ph") == "X"), key=lambda event: event["ts"])
    for place, event in enumerate(whole):
        if event["name"] == "EventDispatch" and event["args"]["data"]["type"] == "pointerdown":
            same = [e for e in whole[place:] if (e["pid"], e["tid"]) == (event["pid"], event["tid"])]
            until = takewhile(lambda e: e["name"] != DRAWN, same)
            yield _outermost(e for e in until if e["name"] in SCRIPT) / MILLISECOND


def _outermost(events: Iterator[Event]) -> float:
    """Return how long events last together; what happens within one of them is part of it."""
    total, end = 0.0, 0.0
    for event in events:
        if event["ts"] >= end:
            total += event["tdur"]
            end = event["ts"] + event["dur"]
    return total
