"""How a game ended, as the page of every game says it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.visitor import Json, Visitor


def see_verdict(visitor: Visitor) -> Json:
    """See who won and why, and the ranking, as the house has them; return what the house shows."""
    shown = visitor.look()
    result = shown["game"]["result"]
    verdict = visitor.page.locator("#after-title")
    expect(visitor.page.get_by_text(visitor.words(result["why"]), exact=True)).to_be_visible()
    if len(result["points"]) == 1:
        key = "table.won_alone" if result["winners"] else "table.lost_alone"
        expect(verdict).to_have_text(visitor.words(key, n=result["points"][0]))
        return shown
    names = [visitor.name_of(shown, seat) for seat in result["winners"]]
    expect(verdict).to_have_text(visitor.words("table.wins", names=visitor.listed(names), n=len(names)))
    ranking = visitor.page.get_by_role("list", name=visitor.words("play.after_standing"))
    for row, seat in zip(ranking.get_by_role("listitem").all(), ranked(result), strict=True):
        expect(row).to_contain_text(visitor.name_of(shown, seat))
        expect(row).to_contain_text(visitor.words("table.points", n=result["points"][seat]))
    return shown


def ranked(result: Json) -> list[int]:
    """Return the seats from the first place to the last."""
    seats = range(len(result["points"]))
    return sorted(seats, key=lambda seat: (result["ranks"][seat], -result["points"][seat], seat))
