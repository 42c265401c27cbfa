"""Every test of the arena has a home of its own and speaks English unless it says so."""

from __future__ import annotations

from tests.cli.conftest import home

__all__ = ["home"]
