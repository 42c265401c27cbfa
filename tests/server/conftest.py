"""Houses to test: one for all tests of a file, or one on each kind of store and bus."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.houses import Backing, backing_of
from tests.server.open_house import OpenHouse, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenHouse]:
    """A house with a door to the world."""
    with open_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def backing(request: pytest.FixtureRequest, tmp_path: Path) -> Backing:
    """What the parameter of a test names."""
    return backing_of(request, tmp_path)
