"""The REST API: people, tables, deeds, replays. All that happens at a table can be done here too."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from itertools import pairwise
from time import perf_counter
from typing import Annotated, Any, Final, Literal, TypeAlias, cast

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse

from digsite.bots import LEVELS
from digsite.core.errors import DigsiteError
from digsite.core.names import Seat
from digsite.core.options import Choice, Option
from digsite.games import GAMES, game
from digsite.server import doing, lobby, opening, showing
from digsite.server.belongings import belongings
from digsite.server.film import Film
from digsite.server.people import Entered
from digsite.server.sessions import Session
from digsite.server.showing import Viewer
from digsite.server.site import Client, MaybeSession, MaybeSomebody, OwnSession, Site, Somebody, TheSite
from digsite.server.steady import now
from digsite.store.store import Person, TableLine
from digsite.table import log as logs
from digsite.table.hosted import ENTRY_SIZE, Happened, Hosted
from digsite.table.log import Log
from digsite.table.set_up import allowed_sides
from digsite.table.summary import ABOUT
from digsite.table.table import replay
from digsite.table.verify import verify
from digsite.wire.messages import (
    ChairsAllowed,
    Code,
    CodeWanted,
    Deed,
    Done,
    FairShown,
    Frames,
    FramesWanted,
    GameListed,
    GamesShown,
    GuestWanted,
    ListedTable,
    LogGiven,
    Me,
    MyData,
    News,
    OptionShown,
    OptionsWanted,
    PlaceListed,
    Refused,
    SeatNumber,
    TableId,
    TableList,
    TableOpened,
    TablesWanted,
    TableWanted,
)

Responses: TypeAlias = dict[int | str, dict[str, Any]]
SCHEMA_OF_REFUSED: Final = {"$ref": "#/components/schemas/Refused"}
REFUSED: Final[Responses] = {
    "4XX": {"model": Refused, "description": "Refused"},
    "503": {"model": Refused, "description": "Not at the moment"},
}
AS_JSON: Final[Responses] = {
    status: {
        "description": answer["description"],
        "content": {"application/json": {"schema": SCHEMA_OF_REFUSED}},
    }
    for status, answer in REFUSED.items()
}
"""The same, where what is not refused is no JSON."""

ROUTES: Final = APIRouter(prefix="/api", responses=REFUSED)

LOG_PORTION: Final = 4096
"""Characters of a log, or bytes of a table's entries, that count as one."""

TableAt = Annotated[TableId, Path(alias="table")]
GameAt = Annotated[str, Path(max_length=20)]
SeatAsked = Annotated[SeatNumber | None, Query()]
Place = Annotated[int, Query(ge=0, le=2**31 - 1)]


# --- games and people


@ROUTES.get("/games")
async def games() -> GamesShown:
    """List the games, their options, and the levels of the bots."""
    listed = [
        GameListed(key=key, rules=game(key).rules, options=[_option(option) for option in game(key).schema])
        for key in GAMES
    ]
    return GamesShown(games=listed, levels=list(LEVELS))


@ROUTES.post("/games/{key}/chairs")
async def chairs(
    key: GameAt, wanted: OptionsWanted, person: MaybeSomebody, site: TheSite, client: Client
) -> ChairsAllowed:
    """Check options, and tell how many chairs a table with them can have and which of them play together."""
    site.shares.take("logs", client, person)
    return ChairsAllowed(sides=await asyncio.to_thread(allowed_sides, key, wanted.options))


def _option(option: Option) -> OptionShown:
    values = list(option.values) if isinstance(option, Choice) else None
    is_file = not isinstance(option, Choice) and option.is_file
    return OptionShown(key=option.key, values=values, needs=option.needs, is_file=is_file)


@ROUTES.post("/me", status_code=201)
async def come_in(
    wanted: GuestWanted, before: MaybeSession, site: TheSite, client: Client, response: Response
) -> Me:
    """Come in as a guest: a cookie keeps who you are."""
    site.shares.take("guests", client)
    return await _remembered(site, await site.people.welcome(wanted.name), before, response)


@ROUTES.get("/me")
async def who_am_i(
    person: MaybeSomebody,
    session: MaybeSession,
    site: TheSite,
    client: Client,
    request: Request,
    response: Response,
) -> Me | None:
    """Tell who you are; nobody, before you have come in. The cookie is sent anew where it should be."""
    found = None if person is None else await site.people.find(person)
    if session is None:
        return None
    if found is None:
        site.forget(response)
        return None
    await _renew(site, session, client, request, response)
    return _me(found)


async def _renew(site: Site, session: Session, client: str, request: Request, response: Response) -> None:
    """Send a cookie again, or one of a version before in exchange: that counts as coming in."""
    with suppress(DigsiteError):  # the one that there is stays good
        if session.login.digest is None:
            site.shares.take("guests", client)
        cookie = await site.sessions.renewed(session, site.sent_cookie(request) or "")
        if cookie is not None:
            site.remember(cookie, response)


@ROUTES.patch("/me")
async def change_name(wanted: GuestWanted, person: Somebody, site: TheSite) -> Me:
    """Take another name, for tables to come."""
    return _me(await site.people.rename(person, wanted.name))


@ROUTES.get("/me/data", response_model=MyData)
async def my_data(person: Somebody, site: TheSite, client: Client) -> StreamingResponse:
    """Download all that is yours: who you are, what you did and said, and the logs of games that are over."""
    who = await site.people.known(person)
    size = ENTRY_SIZE * await site.house.store.size_of(person)
    site.shares.take("logs", client, person, _cost(size))
    pieces = belongings(site.house.store, site.archive, client, who)
    headers = {"content-disposition": 'attachment; filename="digsite.json"'}
    return StreamingResponse(pieces, media_type="application/json", headers=headers)


@ROUTES.delete("/me", status_code=204)
async def delete_me(person: Somebody, site: TheSite, response: Response) -> None:
    """Delete yourself: you leave all games, and what you are called and have said is erased."""
    await site.people.forget(person)
    site.eraser.look()
    response.delete_cookie(site.cookie, secure=site.settings.https, httponly=True, samesite="strict")


@ROUTES.post("/me/code", status_code=201)
async def make_code(session: OwnSession, site: TheSite) -> Code:
    """Get a code that carries you to another device; it can be used once."""
    return Code(**(await site.people.code(session))._asdict())


@ROUTES.post("/me/device")
async def use_code(
    wanted: CodeWanted, before: MaybeSession, site: TheSite, client: Client, response: Response
) -> Me:
    """Go on at this device as whoever got the code."""
    site.shares.take("guests", client)
    return await _remembered(site, await site.people.by_code(wanted.code), before, response)


@ROUTES.delete("/me/session", status_code=204)
async def log_out(session: OwnSession, site: TheSite, response: Response) -> None:
    """Log out at this device: its cookie is good for nothing from now on."""
    await site.sessions.end(session)
    site.forget(response)


@ROUTES.delete("/me/sessions")
async def log_out_everywhere(session: OwnSession, site: TheSite, response: Response) -> Code:
    """Log out at all devices, and cancel codes; the one that you get is the only way back."""
    made = await site.people.log_out_everywhere(session)
    site.forget(response)
    return Code(**made._asdict())


@ROUTES.get("/me/tables")
async def my_tables(person: Somebody, site: TheSite) -> TableList:
    """List your tables, those where it is your turn first."""
    return _list(await site.house.store.tables_of(person))


def _me(person: Person) -> Me:
    return Me(id=person.id, name=person.name)


async def _remembered(site: Site, entered: Entered, before: Session | None, response: Response) -> Me:
    """Let a browser keep who somebody is; nobody has the cookie any more that it had before."""
    site.remember(entered.cookie, response)
    if before is not None:
        with suppress(DigsiteError):  # whoever came in is in
            await site.sessions.end(before)
    return _me(entered.person)


# --- tables


@ROUTES.get("/tables")
async def listed_tables(
    site: TheSite, person: MaybeSomebody, wanted: Annotated[TablesWanted, Query()]
) -> TableList:
    """List tables that anybody may join or watch, the latest first; a page has few of one owner."""
    return _list(*await lobby.page(site.house.store, lobby.Filter(wanted, person)))


def _list(lines: list[TableLine], goes_on: str | None = None) -> TableList:
    return TableList(tables=[_listed(line) for line in lines], next=goes_on)


def _listed(line: TableLine) -> ListedTable:
    about = ABOUT.read(line.about)
    return ListedTable(
        id=line.id,
        game=line.game,
        options=about.options,
        clock=showing.clock_shown(about.clock),
        places=[PlaceListed(kind=place.kind, level=place.level, name=place.name) for place in about.places],
        status=cast("Literal['open', 'playing', 'over']", line.status),
        touched=line.touched,
        your_turn=line.your_turn,
    )


@ROUTES.post("/tables", status_code=201)
async def open_table(wanted: TableWanted, person: Somebody, site: TheSite, client: Client) -> TableOpened:
    """Open a table; sit down there once you have seen its commitment."""
    return await opening.open_table(site, wanted, person, client)


@ROUTES.get("/tables/{table}", response_model=News)
async def look(
    table: TableAt, person: MaybeSomebody, site: TheSite, seat: SeatAsked = None, after: Place = 0
) -> Response:
    """Look at a table: everything, or what is new after a ply that you know."""
    room = await site.house.room_as_it_is(table)
    viewer = Viewer(person, seat)
    await room.prepare(viewer)
    news = room.showing.news(viewer, after, now(), whole=True)
    room.rest()
    return _json(news)


def _json(encoded: bytes) -> Response:
    return Response(encoded, media_type="application/json")


@ROUTES.post("/tables/{table}/deeds")
async def do(table: TableAt, wanted: Deed, person: Somebody, site: TheSite, client: Client) -> Done:
    """Do something at a table: sit, add a nonce, stand, remove, start, move, take back …"""
    asked_at = perf_counter()
    ply = await doing.do(site.house, site.people, table, person, wanted, client)
    site.house.counts.add_told([asked_at])
    return Done(ply=ply)


@ROUTES.post("/tables/{table}/rematch", status_code=201)
async def rematch(table: TableAt, person: Somebody, site: TheSite, client: Client) -> TableOpened:
    """Open the table where the same people meet again, or find it if somebody was faster."""
    site.shares.take("tables", client, person)
    owner = await site.people.known(person)
    found = await site.house.table(await site.house.rematch(table, owner, client))
    return TableOpened(table=found.id, commitment=found.commitment)


# --- after the game


@ROUTES.get("/tables/{table}/frames", response_model=Frames)
async def frames(
    table: TableAt,
    person: MaybeSomebody,
    site: TheSite,
    client: Client,
    seat: SeatAsked = None,
    start: Place = 0,
    count: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Response:
    """Step through a game as far as you may see it; when it is over, from any seat's side."""
    found = await site.house.table(table)
    side = _side(found, person, seat)
    yours = () if person is None else found.seats_of(person)
    seats = found.seats if found.status == "over" else yours
    key = "film", table, found.ply
    if not site.archive.has(key):
        site.shares.take("logs", client, person, _cost(found.size))
    film = await site.archive.made(client, key, partial(_film, found))
    return _json(await site.archive.done(client, partial(film.frames, side, start, count, seats, yours)))


def _film(table: Hosted) -> Film:
    game = table.playing
    return Film(game.opening, game.header.sitters, list(table.retold()), table.result)


def _side(table: Hosted, person: str | None, seat: int | None) -> Seat | None:
    """Return the seat whose side somebody may see the game from."""
    if table.status == "over" and seat is not None:
        if seat not in table.seats:
            raise DigsiteError("no_such_seat", seat=seat, seats=len(table.seats))
        return Seat(seat)
    return Viewer(person, seat).seat_at(table)


@ROUTES.get("/tables/{table}/log", response_class=PlainTextResponse, responses=AS_JSON)
async def log(table: TableAt, site: TheSite) -> PlainTextResponse:
    """Download the log of a game that is over."""
    found = _finished(await site.house.table(table))
    name = f"{found.header.game}-{found.header.started:%Y-%m-%d-%H%M%S}.dig"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(logs.write(found), headers=headers)


@ROUTES.get("/tables/{table}/fairness")
async def fairness(table: TableAt, person: MaybeSomebody, site: TheSite, client: Client) -> FairShown:
    """Check a game that is over: its secret, its deal, every draw, every move and its result."""
    hosted = await site.house.table(table)
    found, key = _finished(hosted), ("fairness", table)
    if not site.archive.has(key):
        site.shares.take("logs", client, person, _cost(hosted.size))
    return await site.archive.made(client, key, partial(_verified, found))


def _finished(table: Hosted) -> Log:
    ending = table.playing.ending()
    if ending is None:
        raise DigsiteError("game_not_over")
    found = table.playing.log
    return Log(found.header, found.events, ending)


# --- logs that somebody has


@ROUTES.post("/logs/frames", response_model=Frames)
async def frames_of_log(
    wanted: FramesWanted, person: MaybeSomebody, site: TheSite, client: Client
) -> Response:
    """Step through the game of a log."""
    site.shares.take("logs", client, person, _cost(len(wanted.log)))
    return _json(await site.archive.done(client, partial(_frames_of_log, wanted)))


def _frames_of_log(wanted: FramesWanted) -> bytes:
    found = logs.read(wanted.log)
    courses = list(replay(found))
    seats = len(found.header.sitters)
    if wanted.seat is not None and wanted.seat >= seats:
        raise DigsiteError("no_such_seat", seat=wanted.seat, seats=seats)
    started = int(found.header.started.timestamp() * 1000)
    happened = [
        Happened.of(number, started + round(event.seconds * 1000), event, before, after)
        for number, (event, (before, after)) in enumerate(
            zip(found.events, pairwise(courses), strict=True), 1
        )
    ]
    every = [Seat(seat) for seat in range(seats)]
    film = Film(courses[0], found.header.sitters, happened, courses[-1].result())
    side = None if wanted.seat is None else every[wanted.seat]
    return film.frames(side, wanted.start, wanted.count, every)


@ROUTES.post("/logs/fairness")
async def fairness_of_log(
    wanted: LogGiven, person: MaybeSomebody, site: TheSite, client: Client
) -> FairShown:
    """Check the game of a log."""
    site.shares.take("logs", client, person, _cost(len(wanted.log)))
    return await site.archive.done(client, lambda: _verified(logs.read(wanted.log)))


def _cost(size: int) -> int:
    """Return as how many a game counts: what it takes to work through it grows with its length."""
    return 1 + size // LOG_PORTION


def _verified(found: Log) -> FairShown:
    verdict = verify(found)
    return FairShown(
        moves=verdict.moves,
        draws=verdict.draws,
        commitment=found.header.commitment,
        secret=found.ending.secret.hex() if found.ending else "",
        set_up=found.header.settled.covered() if found.header.form > 1 else None,
        nonces=list(found.header.nonces),
        result=showing.result_shown(verdict.result),
    )
