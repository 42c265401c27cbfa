"""What comes with the page says what the rules say."""

from __future__ import annotations

from digsite.games.scarabya.record import LETTERS, SIDE
from digsite.games.scarabya.tiles import ALL
from digsite.wire.catalog import Pose, scarabya


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
