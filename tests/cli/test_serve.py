"""`digsite serve`: where it opens, what it says about that, and when it opens a browser."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import pytest

from tests.cli.terminal import digsite

FREE = 8123


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """Let nobody be served; return the ports that were tried, of which the first is taken."""
    tried: list[list[int]] = []

    def serve(_host: str, ports: Sequence[int], _workers: int, welcome: Callable[[str, int], None]) -> None:
        tried.append(list(ports))
        found = ports[-1] or FREE
        welcome(f"http://localhost:{found}", found)

    monkeypatch.setattr("digsite.server.serve.serve", serve)
    monkeypatch.setattr("digsite.games.jit.is_complete", lambda: True)
    return tried


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let no browser open; return the addresses that one was asked for."""
    addresses: list[str] = []
    monkeypatch.setattr("webbrowser.open", addresses.append)
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    return addresses


@pytest.mark.parametrize(
    ("words", "ports"),
    [((), [8000]), (("--port", "8124"), [8124]), (("--open",), [8000, 0]), (("--open", "--port", "7"), [7])],
)
def test_another_port_will_do_only_where_a_browser_finds_it(
    asked: list[list[int]], shown: list[str], words: Sequence[str], ports: list[int]
) -> None:
    outcome = digsite("serve", *words)
    assert (outcome.code, asked, shown) == (0, [ports], [])
    assert f"http://localhost:{ports[-1] or FREE}" in outcome.out
    assert ("taken by another program" in outcome.out) == (ports == [8000, 0])


@pytest.mark.parametrize("screen", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_a_browser_opens_where_there_is_a_screen(
    asked: list[list[int]], shown: list[str], monkeypatch: pytest.MonkeyPatch, screen: str
) -> None:
    monkeypatch.setenv(screen, ":0")
    assert digsite("serve").code == 0
    assert not shown
    assert digsite("serve", "--open").code == 0
    for thread in threading.enumerate():
        if thread.name == "browser":
            thread.join()
    assert shown == [f"http://localhost:{FREE}"]
    assert len(asked) == 2
