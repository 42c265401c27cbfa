"""The REST API: people, tables, deeds, replays. All that happens at a table can be done here too."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Annotated, Any, Final, Literal, TypeAlias, cast

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import PlainTextResponse

from digsite.bots import LEVELS
from digsite.core.errors import DigsiteError
from digsite.core.names import Seat
from digsite.core.options import Choice, Option
from digsite.games import GAMES, game
from digsite.server import doing, showing
from digsite.server.house import now
from digsite.server.people import COOKIE_SECONDS
from digsite.server.site import Client, MaybeSomebody, Site, Somebody, TheSite
from digsite.store.store import Person, TableLine
from digsite.table import log as logs
from digsite.table.hosted import Happened, Hosted
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
    Health,
    ListedTable,
    LogGiven,
    Me,
    News,
    OptionShown,
    OptionsWanted,
    PlaceListed,
    Refused,
    RematchWanted,
    SeatNumber,
    TableId,
    TableList,
    TableOpened,
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
HEALTH: Final = APIRouter(responses={"4XX": REFUSED["4XX"], "503": {"model": Health}})

TableAt = Annotated[TableId, Path(alias="table")]
GameAt = Annotated[str, Path(max_length=20)]
SeatAsked = Annotated[SeatNumber | None, Query()]
Place = Annotated[int, Query(ge=0, le=2**31 - 1)]


@HEALTH.get("/healthz")
async def health(site: TheSite, response: Response) -> Health:
    """Tell whether the house can serve."""
    database, bus = await site.house.store.answers(), site.house.bus.is_up
    is_up = database and bus
    response.status_code = 200 if is_up else 503
    return Health(status="up" if is_up else "down", database=database, bus=bus)


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
async def chairs(key: GameAt, wanted: OptionsWanted, site: TheSite, client: Client) -> ChairsAllowed:
    """Check options, and tell how many chairs a table with them can have and which of them play together."""
    await site.require_few_logs(client)
    return ChairsAllowed(sides=await asyncio.to_thread(allowed_sides, key, wanted.options))


def _option(option: Option) -> OptionShown:
    values = list(option.values) if isinstance(option, Choice) else None
    is_file = not isinstance(option, Choice) and option.is_file
    return OptionShown(key=option.key, values=values, needs=option.needs, is_file=is_file)


@ROUTES.post("/me", status_code=201)
async def come_in(wanted: GuestWanted, site: TheSite, client: Client, response: Response) -> Me:
    """Come in as a guest: a cookie keeps who you are."""
    await site.require_few_guests(client)
    return _remembered(site, await site.people.welcome(wanted.name), response)


@ROUTES.get("/me")
async def who_am_i(person: MaybeSomebody, site: TheSite) -> Me | None:
    """Tell who you are; nobody, before you have come in."""
    found = None if person is None else await site.people.find(person)
    return None if found is None else _me(found)


@ROUTES.patch("/me")
async def change_name(wanted: GuestWanted, person: Somebody, site: TheSite) -> Me:
    """Take another name, for tables to come."""
    return _me(await site.people.rename(person, wanted.name))


@ROUTES.post("/me/code", status_code=201)
async def make_code(person: Somebody, site: TheSite) -> Code:
    """Get a code that carries you to another device; it can be used once."""
    code, until = await site.people.code(person)
    return Code(code=code, until=until)


@ROUTES.post("/me/device")
async def use_code(wanted: CodeWanted, site: TheSite, client: Client, response: Response) -> Me:
    """Go on at this device as whoever got the code."""
    await site.require_few_guests(client)
    return _remembered(site, await site.people.by_code(wanted.code), response)


@ROUTES.get("/me/tables")
async def my_tables(person: Somebody, site: TheSite) -> TableList:
    """List your tables, those where it is your turn first."""
    return _list(await site.house.store.tables_of(person))


def _me(person: Person) -> Me:
    return Me(id=person.id, name=person.name)


def _remembered(site: Site, person: Person, response: Response) -> Me:
    response.set_cookie(
        site.cookie,
        site.people.cookie(person),
        max_age=COOKIE_SECONDS,
        secure=site.settings.https,
        httponly=True,
        samesite="strict",
    )
    return _me(person)


# --- tables


@ROUTES.get("/tables")
async def listed_tables(site: TheSite, status: Literal["open", "playing"] = "open") -> TableList:
    """List tables that anybody may join or watch."""
    return _list(await site.house.store.listed(status))


def _list(lines: list[TableLine]) -> TableList:
    return TableList(tables=[_listed(line) for line in lines])


def _listed(line: TableLine) -> ListedTable:
    about = ABOUT.validate_json(line.about)
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
    """Open a table and sit down in your own chairs."""
    await site.require_few_tables(client)
    owner = await site.people.known(person)
    table = await site.house.open_table(owner, doing.set_up(wanted), wanted.nonce)
    return TableOpened(table=table.id)


@ROUTES.get("/tables/{table}", response_model=News)
async def look(
    table: TableAt, person: MaybeSomebody, site: TheSite, seat: SeatAsked = None, after: Place = 0
) -> Response:
    """Look at a table: everything, or what is new after a ply that you know."""
    room = await site.house.room_as_it_is(table)
    news = room.showing.news(showing.Viewer(person, seat), after, now(), whole=True)
    return Response(news, media_type="application/json")


@ROUTES.post("/tables/{table}/deeds")
async def do(table: TableAt, wanted: Deed, person: Somebody, site: TheSite) -> Done:
    """Do something at a table: sit, stand, start, move, take back, resign, agree, say."""
    return Done(ply=await doing.do(site.house, site.people, table, person, wanted))


@ROUTES.post("/tables/{table}/rematch", status_code=201)
async def rematch(
    table: TableAt, wanted: RematchWanted, person: Somebody, site: TheSite, client: Client
) -> TableOpened:
    """Open the table where the same people meet again, or find it if somebody was faster."""
    await site.require_few_tables(client)
    owner = await site.people.known(person)
    return TableOpened(table=await site.house.rematch(table, owner, wanted.nonce))


# --- after the game


@ROUTES.get("/tables/{table}/frames")
async def frames(
    table: TableAt,
    person: MaybeSomebody,
    site: TheSite,
    seat: SeatAsked = None,
    start: Place = 0,
    count: Annotated[int, Query(ge=1, le=100)] = 50,
) -> Frames:
    """Step through a game as far as you may see it; when it is over, from any seat's side."""
    found = await site.house.table(table)
    yours = () if person is None else found.seats_of(person)
    film = showing.Film(
        found.playing.opening,
        found.playing.header.sitters,
        tuple(found.happened),
        found.result,
        found.seats if found.status == "over" else yours,
        yours,
    )
    return await asyncio.to_thread(film.frames, _side(found, person, seat), start, count)


def _side(table: Hosted, person: str | None, seat: int | None) -> Seat | None:
    """Return the seat whose side somebody may see the game from."""
    if table.status == "over" and seat is not None:
        if seat not in table.seats:
            raise DigsiteError("no_such_seat", seat=seat, seats=len(table.seats))
        return Seat(seat)
    return showing.Viewer(person, seat).seat_at(table)


@ROUTES.get("/tables/{table}/log", response_class=PlainTextResponse, responses=AS_JSON)
async def log(table: TableAt, site: TheSite) -> PlainTextResponse:
    """Download the log of a game that is over."""
    found = _finished(await site.house.table(table))
    name = f"{found.header.game}-{found.header.started:%Y-%m-%d-%H%M%S}.dig"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(logs.write(found), headers=headers)


@ROUTES.get("/tables/{table}/fairness")
async def fairness(table: TableAt, site: TheSite) -> FairShown:
    """Check a game that is over: its secret, its deal, every draw, every move and its result."""
    return await asyncio.to_thread(_verified, _finished(await site.house.table(table)))


def _finished(table: Hosted) -> Log:
    ending = table.playing.ending()
    if ending is None:
        raise DigsiteError("game_not_over")
    found = table.playing.log
    return Log(found.header, found.events, ending)


# --- logs that somebody has


@ROUTES.post("/logs/frames")
async def frames_of_log(wanted: FramesWanted, site: TheSite, client: Client) -> Frames:
    """Step through the game of a log."""
    await site.require_few_logs(client)
    return await asyncio.to_thread(_frames_of_log, wanted)


def _frames_of_log(wanted: FramesWanted) -> Frames:
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
    film = showing.Film(courses[0], found.header.sitters, happened, courses[-1].result(), every)
    return film.frames(None if wanted.seat is None else every[wanted.seat], wanted.start, wanted.count)


@ROUTES.post("/logs/fairness")
async def fairness_of_log(wanted: LogGiven, site: TheSite, client: Client) -> FairShown:
    """Check the game of a log."""
    await site.require_few_logs(client)
    return await asyncio.to_thread(lambda: _verified(logs.read(wanted.log)))


def _verified(found: Log) -> FairShown:
    verdict = verify(found)
    return FairShown(
        moves=verdict.moves,
        draws=verdict.draws,
        commitment=found.header.commitment,
        secret=found.ending.secret.hex() if found.ending else "",
        nonces=list(found.header.nonces),
        result=showing.result_shown(verdict.result),
    )
