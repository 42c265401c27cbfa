"""What comes with the page says what the rules say."""

from __future__ import annotations

import pytest

from digsite.core.words import say
from digsite.games.marajoara.record import LAST_SPACE, TRACKS
from digsite.games.scarabya.record import LETTERS, SIDE
from digsite.games.scarabya.tiles import ALL
from digsite.wire.catalog import Pose, Space, marajoara, scarabya
from digsite.wire.marajoara import marajoara_view
from tests.games.marajoara.drawn import MARAJOARA, drawn, played


def covered(pose: Pose, anchor: int) -> set[int]:
    """Read a drawing as pages do: from its anchor, the leftmost square of the lowest row."""
    rows = pose["drawing"].split()[::-1]
    left = anchor - rows[0].index("#")
    return {left + SIDE * y + x for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"}


def test_Y4_a_pose_covers_what_the_rules_say() -> None:
    catalog = scarabya()
    for placement in ALL:
        pose = catalog[LETTERS[placement.tile]][placement.pose]
        assert covered(pose, placement.squares[0]) == set(placement.squares)


def test_Y4_four_turns_or_two_flips_change_nothing() -> None:
    for poses in scarabya().values():
        for number, pose in enumerate(poses):
            assert poses[pose["flip"]]["flip"] == number
            after = number
            for _ in range(4):
                after = poses[after]["turn"]
            assert after == number


# --- Marajoara


def arrived(track: str, space: int) -> Space:
    """Let a disc move to a space, and see what that gives."""
    discs = " ".join(str(space - 1 if name == track else 0) for name in TRACKS)
    before = drawn(
        "r1",
        "y2 y1 r2 r1 b2 b1 vases 2 restored 4 5 3",
        at="d4",
        acted=True,
        discs=(discs, "0 0 0"),
        tokens=("c4", ""),
        cart="y2 r2 b2",
        captured="g1 d4",
        stage="excavate",
    )
    pos = played(before, f"excavate {track}")
    turn = marajoara_view(MARAJOARA.view(pos, None))["turn"]
    gained = int(pos[0]["points"][0]) - int(before[0]["points"][0])
    match turn["asks"]:
        case "raise_track":
            return Space(gives="raise", n=turn["raised_by"])
        case "token":
            return Space(gives="token", n=0)
        case "give":
            return Space(gives="yellow_7", n=0)
        case "show":
            return Space(gives="red_7", n=0)
        case "remove":
            return Space(gives="red_8", n=0)
        case "score":
            return Space(gives="blue_8", n=0)
    if turn["doubled"]:
        return Space(gives="blue_7", n=0)
    if track == "yellow" and space == LAST_SPACE - 1:
        return Space(gives="yellow_8", n=0)
    return Space(gives="points", n=gained) if gained else Space(gives="end", n=0)


@pytest.mark.parametrize("track", TRACKS)
def test_M23_a_space_gives_what_the_rules_say(track: str) -> None:
    spaces = marajoara()["spaces"][track]
    assert spaces == [arrived(track, space) for space in range(1, LAST_SPACE + 1)]


def test_M23_every_space_has_its_words() -> None:
    for spaces in marajoara()["spaces"].values():
        for space in spaces:
            assert space["gives"] == "points" or say("en", f"marajoara.space_{space['gives']}", n=space["n"])


def test_M5_what_fragments_need() -> None:
    fragments = marajoara()["fragments"]
    assert {name: (each["points"], each["dice"], each["least"]) for name, each in fragments.items()} == {
        "4": (4, [1, 2, 3], 4),
        "5": (5, [1, 2, 3], 5),
        "3": (3, [1], 3),
        "=6": (7, [1], 6),
        "6": (6, [2], 6),
        "9": (10, [2, 3], 9),
    }
    assert [name for name, each in fragments.items() if each["exact"]] == ["=6"]
    assert [name for name, each in fragments.items() if each["different"]] == ["9"]
