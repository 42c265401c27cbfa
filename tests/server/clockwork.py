"""The time of the house in tests: it goes on when a test says so."""

from __future__ import annotations

import pytest

from digsite.server.steady import CLOCK

SECOND = 1_000_000_000
"""In nanoseconds."""


class Clockwork:
    """Sets the clock of this process forward, for the house and for those who ask it for something."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        monkeypatch.setattr(CLOCK, "_ahead", CLOCK._ahead)  # so that it is right again for the next test

    def stop(self) -> Clockwork:
        """Let no time pass by itself, however slow the machine is."""
        even, wall = CLOCK._even(), CLOCK._wall()
        self._patch.setattr(CLOCK, "_even", lambda: even)
        self._patch.setattr(CLOCK, "_wall", lambda: wall)
        return self

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        CLOCK._ahead += round(seconds * SECOND)
