"""Somebody with a browser: what they see, what they click, and whatever their browser complains about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, ConsoleMessage, Request, Response, expect

from digsite.core.fair import nonce_hash
from digsite.core.words import say

Json = dict[str, Any]
Screen = Literal["phone", "desktop", "small"]
Theme = Literal["light", "dark"]

WEB = Path(__file__).parents[2] / "web"
SCREENS: dict[Screen, tuple[int, int]] = {"small": (360, 640), "phone": (390, 844), "desktop": (1280, 800)}
TOUCHED: tuple[Screen, ...] = ("small", "phone")
PATIENCE = 15_000
"""Milliseconds until something appears that should: machines that test are busy."""
TOO_WIDE = """() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const parts = [...document.body.querySelectorAll('*')];
    const wide = parts.filter((part) => part.getBoundingClientRect().right > clientWidth);
    return [`${scrollWidth} > ${clientWidth}`, ...wide.map((part) => part.outerHTML.slice(0, 80))];
}"""
DRAWN = """() => new Promise((drawn) => {
    let frames = 0;
    const changes = new MutationObserver(() => (frames = 0));
    changes.observe(document, {childList: true, subtree: true});
    const look = () => requestAnimationFrame(() => setTimeout(() => (frames += 1) > 2 ? end() : look()));
    const end = () => {
        changes.disconnect();
        drawn();
    };
    look();
})"""
"""Waits until nothing is added to the page any more: its pieces come one by one, a task each."""
MINUS = "\N{MINUS SIGN}"
SETTLED = 500
"""Milliseconds after which a page rests that nobody touches."""
MINE: Json = {"kind": "mine"}
BOT: Json = {"kind": "bot", "level": "beginner"}
NONCE = "sand"
"""The part of the shuffle of whoever sits down without the page."""
INVITED: Json = {"kind": "invited"}
"""Who may sit on a chair."""
BROKEN_OFF = "net::ERR_ABORTED"
"""What a browser says of a request that nobody waits for any more."""


class Visitor:
    """A browser of one's own, with its own cookies."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        language: str = "en",
        theme: Theme = "light",
        screen: Screen = "desktop",
    ) -> None:
        self.language = language
        width, height = SCREENS[screen]
        self.context = browser.new_context(
            base_url=url,
            locale=language,
            color_scheme=theme,
            viewport={"width": width, "height": height},
            has_touch=screen in TOUCHED,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))
        self.page.on("requestfailed", self._missed)
        self.page.on("response", self._answered)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"console: {message.text}")

    def _missed(self, request: Request) -> None:
        if request.failure != BROKEN_OFF:
            self.complaints.append(f"{request.failure}: {request.method} {request.url}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.complaints.append(f"{response.status}: {response.request.method} {response.url}")

    def forgive(self, *expected: str) -> None:
        """Forget the complaints that a test has caused itself; they have one of these in them."""
        self.complaints = [said for said in self.complaints if not any(part in said for part in expected)]

    # --- looking

    def go(self, path: str) -> None:
        """Open an address of the house, and wait until the page is there: a heading names it."""
        self.page.goto(path)
        expect(self.page.get_by_role("heading", level=1)).to_have_count(1)

    def check(self) -> None:
        """See that everybody can use what is shown now, and that nothing sticks out of the screen."""
        self.page.evaluate(DRAWN)
        too_wide: list[str] = self.page.evaluate(TOO_WIDE)
        assert not too_wide, f"it sticks out of the screen: {too_wide}"
        found = self._violations()
        if found:  # somebody may have moved while it looked; what is wrong stays wrong
            self.page.wait_for_timeout(SETTLED)
            found = self._violations()
        assert not found, "\n".join(found)

    def _violations(self) -> list[str]:
        self.page.evaluate(axe())  # evaluated by the debugger: the page's policy lets no such script in
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{violation['id']}: {violation['help']}: {node['target']}: {node['failureSummary']}"
            for violation in found["violations"]
            for node in violation["nodes"]
        ]

    @property
    def table(self) -> str:
        """The table that the browser shows."""
        found = re.search(r"/table/([A-Za-z0-9_-]{22})", self.page.url)
        assert found, f"{self.page.url} is no table"
        return found[1]

    def words(self, key: str, **values: Any) -> str:
        """Return a sentence as the page writes it: with a minus, where the terminal has a hyphen."""
        return re.sub(r"(?<!\w)-(?=\d)", MINUS, say(self.language, key, **values))

    def listed(self, things: list[str]) -> str:
        """Return things one after the other, as the page lists them."""
        if len(things) < 2:
            return "".join(things)
        return self.words("table.and", first=", ".join(things[:-1]), last=things[-1])

    def name_of(self, shown: Json, seat: int) -> str:
        """Return what the page calls whoever sits there; bots are called by their level, and numbered."""
        place = next(place for place in shown["table"]["places"] if place["seat"] == seat)
        return place["name"] or self.words(f"table.bot_{place['level']}") + number_of(place, shown)

    # --- asking the house, as whoever the browser is

    def look(self) -> Json:
        """Return the table as the house shows it."""
        shown: Json = self.get(f"/api/tables/{self.table}")
        return shown

    def log(self, seat: int | None = None) -> list[str]:
        """Return what everybody has done, or one seat, as the log has it after the game."""
        who = r"\d" if seat is None else seat
        log = self.text(f"/api/tables/{self.table}/log")
        return re.findall(rf"^\d+ [\d.]+ {who} (.+) #\w+$", log, re.MULTILINE)

    def do(self, deed: Json) -> None:
        """Do something at the table without the page, which hears of it as of anybody's deeds."""
        self.post(f"/api/tables/{self.table}/deeds", deed)

    def get(self, path: str) -> Any:
        answer = self.context.request.get(path)
        assert answer.ok, answer.text()
        return answer.json()

    def text(self, path: str) -> str:
        answer = self.context.request.get(path)
        assert answer.ok, answer.text()
        return answer.text()

    def post(self, path: str, body: Json) -> Any:
        answer = self.context.request.post(path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def open_table(self, game: str, chairs: list[Json], name: str = "Ann", **rest: Any) -> str:
        """Open a table without the page; where others are to come, the page takes one's chair by itself."""
        table = self.unseated(game, chairs, name, **rest)
        if not any(chair["kind"] in ("open", "invited") for chair in chairs):
            self.sit_without_page(table)
        self.go(f"/table/{table}")
        return table

    def new_table(self, game: str, chairs: list[Json], name: str = "Ann", **rest: Any) -> str:
        """Open a table and sit down there without the page, which is not needed until others have come."""
        table = self.unseated(game, chairs, name, **rest)
        self.sit_without_page(table)
        return table

    def unseated(self, game: str, chairs: list[Json], name: str = "Ann", **rest: Any) -> str:
        """Open a table without the page."""
        self.post("/api/me", {"name": name})
        wanted = {"game": game, "chairs": chairs, "starts_when_full": True} | rest
        table: str = self.post("/api/tables", wanted)["table"]
        return table

    def sit_without_page(self, table: str) -> None:
        """Sit down in one's own chairs, always with the same nonce; only this test can show it later."""
        about = self.get(f"/api/tables/{table}")["table"]
        chair = next(number for number, place in enumerate(about["places"]) if place["kind"] == "mine")
        part = {"nonce_hash": nonce_hash(NONCE)} if about["hides_nonces"] else {"nonce": NONCE}
        self.post(f"/api/tables/{table}/deeds", {"what": "sit", "chair": chair} | part)

    # --- coming together

    @property
    def link(self) -> str:
        """The link that whoever opened a table sends to others."""
        return self.page.get_by_role("textbox", name=self.words("play.wait_link")).input_value()

    def sit_down(self, link: str, name: str) -> None:
        """Follow a link and sit down at the table, with a finger."""
        self.go(link)
        self.page.get_by_role("textbox", name=self.words("page.name"), exact=True).fill(name)
        self.page.get_by_role("button", name=self.words("play.wait_sit"), exact=True).tap()


def numeral(value: int) -> str:
    """Return a number as the page writes it."""
    return str(value).replace("-", MINUS)


def number_of(place: Json, shown: Json) -> str:
    """Return what tells a bot from those of its level in seats before it."""
    alike = [
        other
        for other in shown["table"]["places"]
        if other["kind"] == "bot" and other["level"] == place["level"] and other["seat"] < place["seat"]
    ]
    return f" {len(alike) + 1}" if alike else ""


@cache
def axe() -> str:
    return (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@contextmanager
def visiting(browser: Browser, url: str, **how: Any) -> Iterator[Visitor]:
    """Let somebody visit; at the end their browser must have had nothing to complain about."""
    visitor = Visitor(browser, url, **how)
    try:
        yield visitor
        assert not visitor.complaints
    finally:
        visitor.context.close()
