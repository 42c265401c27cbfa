"""One run: what is sent, what Lighthouse thinks of it, and how soon it answers fingers and mice."""

from __future__ import annotations

import argparse
import socket
import sys
import tempfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from playwright.sync_api import BrowserContext, Playwright, sync_playwright
from rich.console import Console

from bench import machine, node
from bench.measure import BenchError
from bench.page.lighthouse import audited
from bench.page.touch import touches
from bench.page.turn import turns
from bench.page.weight import weights
from bench.report import Results, show, write
from digsite.games import GAMES
from tests.browser.conftest import OPTIONS, chromium
from tests.server.process import Process, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

RESULTS: Final = Path("build/bench-page.json")


def main() -> int:
    """Run the bench; return 1 where a limit does not hold."""
    parser = argparse.ArgumentParser(prog="python -m bench.page", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the JSON instead of the tables")
    arguments = parser.parse_args()
    try:
        results = _measured()
    except BenchError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    where = machine.plainly() | {"node": node.version()}
    text = write(results, where, RESULTS)
    if arguments.json:
        print(text)
    else:
        show(results, where)
    return 0 if results.hold else 1


def _measured() -> Results:
    """Measure everything, before a house and a browser that nobody has used yet."""
    results = Results()
    with (
        tempfile.TemporaryDirectory() as home,
        sync_playwright() as playwright,
        Console(stderr=True).status("") as status,
    ):
        house = Process(Path(home) / "house")
        with serving(house):
            browser = playwright.chromium.launch(executable_path=chromium(), args=OPTIONS)
            status.update("what is sent")
            results.limits += weights(browser, house.url)
            status.update("fingers")
            results.limits += touches(browser, house.url)
            status.update("a turn, step by step")
            results.limits += turns(browser, house.url)
            browser.close()
            with _listening(playwright, Path(home) / "browser") as (known, port):
                known.request.post(f"{house.url}/api/me", data={"name": "Ann"})
                pages = {"home": house.url}
                pages |= {f"table of {game}": _table(known, house.url, game) for game in GAMES}
                forget = partial(_forget, known)
                for name, url in pages.items():
                    results.limits += audited(name, url, port, forget, status.update)
    return results


@contextmanager
def _listening(playwright: Playwright, profile: Path) -> Iterator[tuple[BrowserContext, int]]:
    """Start a browser that Lighthouse can use, with the cookies that it gets here."""
    port = _free_port()
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=chromium(), args=[*OPTIONS, f"--remote-debugging-port={port}"]
    )
    yield context, port
    context.close()


def _forget(context: BrowserContext) -> None:
    """Empty the cache of a browser, and nothing else."""
    context.new_cdp_session(context.pages[0]).send("Network.clearBrowserCache")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
    return port


def _table(context: BrowserContext, url: str, game: str) -> str:
    """Return the address of a table where it is one's turn."""
    chairs = [{"kind": "mine"}, {"kind": "bot", "level": "beginner"}]
    wanted = {"game": game, "chairs": chairs, "begins": "first", "starts_when_full": True}
    table = context.request.post(f"{url}/api/tables", data=wanted).json()["table"]
    context.request.post(f"{url}/api/tables/{table}/deeds", data={"what": "sit", "chair": 0, "nonce": "sand"})
    return f"{url}/table/{table}"
