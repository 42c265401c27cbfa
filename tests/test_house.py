"""The repository checks itself: which package may import which, and that nothing speaks out of turn."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "digsite"

ARROWS: dict[str, set[str]] = {
    "core": set(),
    "games": {"core"},
    "bots": {"core", "games"},
    "arena": {"core", "games", "bots"},
    "table": {"core", "games", "bots"},
    "engine": {"core", "games", "bots", "table"},
    "wire": {"core", "games", "table"},
    "store": {"core", "table"},
    "bus": {"core"},
    "server": {"core", "games", "bots", "table", "wire", "store", "bus"},
    "cli": {"core", "games", "bots", "arena", "table", "engine", "server"},
}
"""What each part of the house may import, besides itself."""

COMPILED = {"games", "bots"}
"""The parts where numba lives."""

MODULES = sorted(SOURCE.rglob("*.py"))


def part_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """Return the full name of every module that a file imports, also inside functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_arrows_point_one_way(path: Path) -> None:
    part = part_of(path)
    if part in ("__init__", "__main__"):
        return
    ours = {name.split(".")[1] for name in imports(path) if name.startswith("digsite.")}
    ours -= {part, "__version__"}
    assert ours <= ARROWS[part]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_numba_lives_with_the_rules(path: Path) -> None:
    names = {name.split(".")[0] for name in imports(path)}
    assert "numba" not in names or part_of(path) in COMPILED


def test_no_game_is_named_outside_its_folder_and_the_screens() -> None:
    """The core, the bots, the arena, the table and the engine serve any game."""
    for path in MODULES:
        if part_of(path) not in ("games", "wire", "cli"):
            names = " ".join(imports(path))
            assert "games.scarab" not in names, path
            assert "games.marajoara" not in names, path


def test_no_position_becomes_text_on_the_way_to_people() -> None:
    """Only views have encoders; the text of a position is for engines, tests and finished games."""
    for path in MODULES:
        if part_of(path) in ("wire", "store", "bus", "server"):
            calls = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))
            called = {call.func.attr for call in calls if isinstance(call.func, ast.Attribute)}
            assert "text" not in called, path


def test_ci_runs_the_readmes_test_command_and_nothing_else() -> None:
    script = (SOURCE.parent.parent / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    commands = [line for line in script if line and not line.startswith(("#", "set ", "cd "))]
    assert commands == ["make test"]
