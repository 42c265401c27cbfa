"""News that would push the board off the screen are told in fewer lines."""

from __future__ import annotations

from digsite.cli.news import fitted

NEWS = [f"Greedy makes move {n}." for n in range(1, 9)]


def test_what_fits_is_told_line_by_line() -> None:
    assert fitted(NEWS, 80, 8) == NEWS
    assert fitted([], 80, 0) == []


def test_what_does_not_is_told_in_one_go() -> None:
    assert fitted(NEWS, 80, 7) == [" ".join(NEWS)]


def test_what_is_too_long_even_so_loses_its_beginning() -> None:
    (text,) = fitted(NEWS, 30, 3)
    assert text.startswith("… Greedy makes move ")
    assert text.endswith(NEWS[-1])
    assert fitted(["x" * 500], 30, 3) == ["x" * 500]
