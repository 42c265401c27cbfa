"""The house itself: deeds that last, watchers who miss nothing, and processes that share tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import pytest
from msgspec import Raw
from redis.asyncio import Redis
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode

from digsite.bus.envelope import UNTOLD, Nudge, Seal
from digsite.bus.redis import CHANNEL
from digsite.core.errors import DigsiteError
from digsite.games import GAMES
from digsite.server import house as houses
from digsite.server.house import House
from digsite.server.logs import short
from digsite.server.room import Room
from digsite.server.steady import now
from digsite.server.telling import heard
from digsite.store.append import Addition, NewTable, Outcome, Saved
from digsite.store.store import Person
from digsite.table import deeds
from digsite.table.entry import Entry
from digsite.table.hosted import OPEN_FOR
from digsite.table.summary import Summary
from tests.games.variants import Variant
from tests.server.guest import Guest
from tests.server.houses import (
    ANN,
    BOB,
    KEY,
    Backing,
    Brake,
    Ear,
    as_kept,
    asked,
    both_backings,
    come_in,
    eventually,
    every_backing,
    move,
    open_table,
    say,
    shared_backing,
    sit,
    sqlite_backing,
    watch,
)
from tests.server.open_house import OpenHouse, open_house
from tests.server.test_games import seated
from tests.table.people import seen

SHORT = [
    Variant("scarab", (("board", "short"),), 2),
    Variant("scarabya", (("mode", "base"),), 3),
    Variant("marajoara", (), 2),
]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the house look after its tables all the time."""
    monkeypatch.setattr(houses, "LOOK_EVERY", 0.01)


@pytest.fixture
async def house(backing: Backing) -> AsyncIterator[House]:
    async with backing.house() as house:
        await come_in(house)
        yield house


@pytest.fixture
async def two(backing: Backing) -> AsyncIterator[tuple[House, House]]:
    """Two processes of one house, in one."""
    async with backing.house() as one, backing.house() as other:
        await come_in(one)
        yield one, other


def code_of(error: BaseException) -> str:
    return error.code if isinstance(error, DigsiteError) else repr(error)


# --- whole games


@pytest.mark.parametrize("backing", ["postgres", "redis"], indirect=True)
@pytest.mark.parametrize("variant", SHORT, ids=str)
async def test_guests_play_a_whole_game(backing: Backing, variant: Variant) -> None:
    with open_house(backing.home, **backing.settings) as house:
        async with AsyncExitStack() as door:
            names = [f"Guest {number}" for number in range(variant.seats)]
            guests = [await door.enter_async_context(Guest(house.url, name)) for name in names]
            table = await seated(guests, variant)
            await asyncio.gather(*(guest.play_on(table) for guest in guests))
            fair = await guests[0].get(f"/api/tables/{table}/fairness")
            assert fair["result"] == guests[0].tables[table]["game"]["result"]


# --- what was done lasts


@every_backing
async def test_a_table_is_found_again_as_it_was(backing: Backing) -> None:
    async with backing.house() as house:
        await come_in(house)
        table = await open_table(house)
        await sit(house, table)
        for _ in range(4):
            await move(house, table)
        await say(house, table, "a word", key="key")
        before = seen(await house.table(table))
    async with backing.house() as house:
        assert seen(await house.table(table)) == before
        await move(house, table)


@both_backings
async def test_what_was_done_under_a_key_is_not_done_again(house: House) -> None:
    table = await open_table(house)
    ply = await say(house, table, "once", key="key")
    await say(house, table, "something else")
    assert await say(house, table, "once", key="key") == ply
    assert [said.text for said in (await house.table(table)).chat] == ["once", "something else"]


@both_backings
async def test_many_who_do_something_at_once_all_come_to_their_turn(house: House) -> None:
    table = await open_table(house)
    words = [str(number) for number in range(40)]
    plies = await asyncio.gather(*(say(house, table, word) for word in words))
    assert sorted(plies) == list(range(3, 43))
    chat = {said.ply: said.text for said in (await as_kept(house, table)).chat}
    assert chat == dict(zip(plies, words, strict=True)), "each was told its own ply"


@both_backings
async def test_a_house_with_little_room_forgets_nothing(backing: Backing) -> None:
    async with backing.house(rooms=1) as house:
        await come_in(house)
        tables = [await open_table(house) for _ in range(4)]
        deeds = [say(house, table, f"{number}") for number in range(10) for table in tables]
        await asyncio.gather(*deeds)
        for table in tables:
            assert seen(await house.table(table)) == seen(await as_kept(house, table))
            assert len((await house.table(table)).chat) == 10


@sqlite_backing
async def test_a_table_keeps_its_room_while_somebody_waits_for_it(
    backing: Backing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two rooms of one table would each know half of it."""
    async with backing.house(rooms=1) as house:
        await come_in(house)
        table, other = [await open_table(house) for _ in range(2)]
        await house.table(table)
        saving, finding = Lock(house.store.append), Gate(house.store.table)
        monkeypatch.setattr(house.store, "append", saving)
        monkeypatch.setattr(house.store, "table", finding)
        saying = [asyncio.create_task(say(house, table, text)) for text in ("one", "two")]
        looking = asyncio.create_task(house.table(other))
        await eventually(lambda: saving.waiting == finding.waiting == 1)
        saving.let_in()  # in the same moment one word is said, the next is about to be, and room is needed
        finding.let_in()
        await looking
        assert finding.waiting == 0
        finding.let_in()
        assert (await house.table(table)).ply == 3
        saving.let_in()
        await asyncio.gather(*saying)
        assert (await house.table(table)).ply == 4


class Gate:
    """Lets whoever calls a function in, one after the other: the answer is there before anybody is."""

    def __init__(self, function: Callable[..., Awaitable[Any]]) -> None:
        self._function = function
        self._inside: list[asyncio.Future[None]] = []
        self._open = 0

    @property
    def waiting(self) -> int:
        return len(self._inside)

    async def __call__(self, *args: Any) -> Any:
        answer = await self._function(*args)
        if self._open > 0:
            self._open -= 1
            return answer
        self._inside.append(asyncio.get_running_loop().create_future())
        await self._inside[-1]
        return answer

    def let_in(self) -> None:
        if self._inside:
            self._inside.pop(0).set_result(None)
        else:
            self._open += 1


class Lock:
    """Holds back the answers of what saves entries, until they are let out one after the other."""

    def __init__(self, append: Callable[[Addition, Saved], None]) -> None:
        self._append = append
        self._answers: list[Callable[[], None]] = []
        self._open = 0

    @property
    def waiting(self) -> int:
        return len(self._answers)

    def __call__(self, addition: Addition, saved: Saved) -> None:
        self._append(addition, lambda outcome: self._hold(partial(saved, outcome)))

    def _hold(self, answer: Callable[[], None]) -> None:
        if self._open > 0:
            self._open -= 1
            answer()
        else:
            self._answers.append(answer)

    def let_in(self) -> None:
        if self._answers:
            self._answers.pop(0)()
        else:
            self._open += 1


@both_backings
async def test_whatever_is_under_way_is_finished_before_the_house_closes(backing: Backing) -> None:
    async with backing.house() as house:
        await come_in(house)
        tables = [await open_table(house) for _ in range(5)]
        saying = [asyncio.create_task(say(house, table, "a last word")) for table in tables]
        await asyncio.sleep(0)
    plies = await asyncio.gather(*saying)
    async with backing.house() as house:
        assert [(await house.table(table)).ply for table in tables] == plies


async def test_a_house_closes_in_good_order(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    request: pytest.FixtureRequest,
) -> None:
    """Whoever is there is told, and nobody waits for a bot."""
    brake = Brake(monkeypatch)
    request.addfinalizer(brake.let_go)
    house = OpenHouse(tmp_path)
    house.open()
    async with Guest(house.url) as ann:
        bot = {"kind": "bot", "level": "master"}
        table = await ann.open_table("scarab", [bot, {"kind": "mine"}], begins="first", starts_when_full=True)
        await ann.call()
        await ann.watch(table)
        await brake.holds()
        await asyncio.to_thread(house.close)
        with pytest.raises(ConnectionClosed) as closed:
            await ann.until(table, lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CloseCode.SERVICE_RESTART
    brake.let_go()
    assert caplog.text == ""


# --- an answer that got lost


def lose_next_answer(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the next addition be saved, and nobody hear of it."""
    append = house.store.append

    def lose(addition: Addition, saved: Saved) -> None:
        def say_that_it_failed(outcome: Outcome) -> None:
            assert outcome is True
            saved(DigsiteError("store_refuses"))

        monkeypatch.setattr(house.store, "append", append)
        append(addition, say_that_it_failed)

    monkeypatch.setattr(house.store, "append", lose)


@every_backing
async def test_a_move_whose_answer_got_lost_is_not_made_twice(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(house)
    await sit(house, table)
    monkeypatch.setattr(houses, "LOOK_EVERY", 30)
    before = await house.table(table)
    lose_next_answer(house, monkeypatch)
    with pytest.raises(DigsiteError, check=lambda error: code_of(error) == "store_refuses"):
        await move(house, table, key="key")
    game, position = before.playing.game, before.playing.course.position
    text = game.move_text(position, game.legal(position, before.due[0])[0])
    again = partial(deeds.move, seat=before.due[0], text=text, round_=game.round(position))
    person = before.person_of(before.due[0])
    retry = asked(ANN if person == ANN.id else BOB, "key")
    assert await house.do(table, retry, again) == before.ply + 1
    assert (await as_kept(house, table)).ply == before.ply + 1


@every_backing
async def test_what_was_saved_without_an_answer_is_told_all_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(house)
    ear = await watch(house, table)
    lose_next_answer(house, monkeypatch)
    with pytest.raises(DigsiteError, check=lambda error: code_of(error) == "store_refuses"):
        await say(house, table, "anybody?")
    await ear.hears(3)
    assert [said.text for said in (await house.table(table)).chat] == ["anybody?"]


@shared_backing
async def test_other_processes_hear_of_it_too(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    table = await open_table(one)
    ear = await watch(other, table)
    lose_next_answer(one, monkeypatch)
    with pytest.raises(DigsiteError, check=lambda error: code_of(error) == "store_refuses"):
        await say(one, table, "anybody?")
    await ear.hears(3)


def never_saved(_: Addition, saved: Saved) -> None:
    """Refuse as a full disk does."""
    saved(DigsiteError("store_refuses"))


@both_backings
async def test_a_move_that_was_never_saved_is_not_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await open_table(house)
    ear = await watch(house, table)
    with monkeypatch.context() as away:
        away.setattr(house.store, "append", never_saved)
        with pytest.raises(DigsiteError, check=lambda error: code_of(error) == "store_refuses"):
            await say(house, table, "never said")
    await say(house, table, "said")
    await ear.hears(3)
    assert ear.plies == [3]
    assert [said.text for said in (await house.table(table)).chat] == ["said"]


# --- several processes


@shared_backing
async def test_who_watches_here_hears_what_is_done_there(two: tuple[House, House]) -> None:
    one, other = two
    table = await open_table(one)
    here, there = await watch(one, table), await watch(other, table)
    await sit(other, table)
    for number in range(6):
        ply = await move(two[number % 2], table)
        await here.hears(ply)
        await there.hears(ply)
    assert seen(await one.table(table)) == seen(await other.table(table)) == seen(await as_kept(one, table))


@shared_backing
async def test_whoever_looks_sees_all_that_was_acknowledged(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a table is watched, and no nudge has come yet."""
    one, other = two
    monkeypatch.setattr(one.bus, "nudge", lambda *_: None)
    table = await open_table(one)
    await watch(other, table)
    for number in range(5):
        ply = await say(one, table, str(number))
        assert (await other.table(table)).ply == ply


@shared_backing
async def test_what_happens_while_somebody_comes_to_watch_is_told(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    table, marker = await open_table(one), await open_table(one)
    await other.room(table)
    after_it = await watch(other, marker)
    read = other.store.entries_of

    async def read_too_early(after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Answer with what was there before something happened, of which the process has heard meanwhile."""
        entries = await read(after)
        monkeypatch.undo()
        await sit(one, table)
        await after_it.hears(await say(one, marker, "that was it"))
        return entries

    monkeypatch.setattr(other.store, "entries_of", read_too_early)
    ear = await watch(other, table)
    await ear.hears((await one.table(table)).ply)


@shared_backing
async def test_nothing_is_missed_between_reading_a_table_and_watching_it(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A nudge for a room that is idle is not followed."""
    one, other = two
    table = await open_table(one)
    await other.room(table)
    work, idle = other._work, []

    def working(room: Room) -> None:
        idle.append(room.is_idle)
        work(room)

    monkeypatch.setattr(other, "_work", working)
    await other.room_as_it_is(table)
    assert idle == [False, False], "before it was read, and after, until whoever asked has it"


@shared_backing
async def test_a_process_that_learns_of_something_by_a_refusal_tells_those_who_watch(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    table = await open_table(one, "mine open open")
    ear = await watch(other, table)
    monkeypatch.setattr(one.bus, "nudge", lambda *_: None)
    ply = await sit(one, table)
    with pytest.raises(DigsiteError, check=lambda error: code_of(error) == "sits_already"):
        await sit(other, table, chair=2)
    assert ear.plies == [ply]


@shared_backing
async def test_two_who_do_something_at_once_on_two_processes_both_succeed(two: tuple[House, House]) -> None:
    table = await open_table(two[0])
    for number in range(20):
        plies = await asyncio.gather(*(say(house, table, str(number)) for house in two))
        assert sorted(plies) == [3 + 2 * number, 4 + 2 * number]


@shared_backing
async def test_the_same_thing_sent_to_two_processes_is_done_once(two: tuple[House, House]) -> None:
    table = await open_table(two[0])
    for number in range(20):
        plies = await asyncio.gather(*(say(house, table, "hello", key=str(number)) for house in two))
        assert plies == [3 + number] * 2


async def playing(house: House, game: str = "scarab") -> str:
    """Return a table where Ann and Bob play."""
    table = await open_table(house, game=game)
    await sit(house, table)
    return table


@shared_backing
async def test_a_move_is_known_elsewhere_without_reading_it(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    table = await playing(one)
    ear = await watch(other, table)

    async def read(*_: object) -> NoReturn:
        raise AssertionError

    monkeypatch.setattr(other.store, "entries_of", read)
    for _ in range(5):
        await ear.hears(await move(one, table))
    assert seen((await other.room(table)).table) == seen(await one.table(table))


@shared_backing
@pytest.mark.parametrize("game", GAMES)
async def test_nothing_that_is_not_for_everybody_is_told_to_other_processes(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """What is sealed, who sits down with which nonce, and what is said stays in the database."""
    one, _ = two
    told: list[list[Entry]] = []
    monkeypatch.setattr(one.bus, "nudge", lambda _table, _ply, how=UNTOLD: told.append(heard(how)))
    table = await playing(one, game)
    await say(one, table, "a secret")
    assert told == [[]] * 4
    await move(one, table)
    assert [entry.what for entry in told[-1]] == ([] if game == "scarabya" else ["game"])


@shared_backing
@pytest.mark.parametrize("how", ["of a stranger", "noise", "too late"])
async def test_what_a_process_cannot_trust_it_reads(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch, backing: Backing, how: str
) -> None:
    one, other = two
    table = await playing(one)
    ear = await watch(other, table)
    game = (await one.table(table)).playing
    position, seat = game.course.position, game.course.movers[0]
    another = game.game.move_text(position, game.game.legal(position, seat)[1])
    monkeypatch.setattr(one.bus, "nudge", lambda *_: None)
    ply = await move(one, table)
    entry = Entry(now(), "game", ANN.id, seat, another)
    seal = Seal("a stranger's" if how == "of a stranger" else KEY)
    said = Raw(b'[["noise"]]') if how == "noise" else Raw(msgspec.json.encode([entry]))
    nudge = Nudge(table, ply + 1 if how == "too late" else ply, said)
    async with Redis.from_url(backing.redis_url) as redis:
        await redis.publish(CHANNEL, seal.closed([nudge]))
    await ear.hears(ply)
    assert seen((await other.room(table)).table) == seen(await one.table(table))


@shared_backing
async def test_what_was_missed_while_the_database_was_away_is_told_later(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = two
    table = await open_table(one)
    ear = await watch(other, table)

    async def refuse(*_: object) -> NoReturn:
        raise DigsiteError("store_refuses")

    with monkeypatch.context() as away:
        away.setattr(other.store, "entries_of", refuse)
        ply = await say(one, table, "did you hear?")
        await eventually(lambda: "in the background: store_refuses" in caplog.text)
    await ear.hears(ply)


@shared_backing
async def test_missed_nudges_heal(two: tuple[House, House], monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = two
    tables = [await open_table(one) for _ in range(3)]
    ears = [await watch(other, table) for table in tables[:2]]
    with monkeypatch.context() as deaf:
        deaf.setattr(one.bus, "nudge", lambda *_: None)
        for table in tables[1:]:
            await say(one, table, "did you hear?")
    other._heal()
    await ears[1].hears(3)
    assert ears[0].plies == []


@both_backings
async def test_those_who_watch_know_who_is_there(house: House) -> None:
    table = await open_table(house)
    ann = await watch(house, table, ANN.id)
    bob = await watch(house, table, BOB.id)
    await ann.until(lambda: ann.there == ([True, False], 1))
    await house.go(await house.room(table), bob, BOB.id)
    await ann.until(lambda: ann.there == ([True, False], 0))


@shared_backing
async def test_those_who_watch_know_who_is_elsewhere(two: tuple[House, House]) -> None:
    table = await open_table(two[0])
    ann = await watch(two[0], table, ANN.id)
    bob = await watch(two[1], table, BOB.id)
    for ear in (ann, bob):
        await ear.until(lambda ear=ear: ear.there == ([True, False], 1))  # type: ignore[misc]


# --- rematches


async def play_quickly(house: House) -> str:
    """Let a game end by its first player's resignation."""
    table = await open_table(house)
    await sit(house, table)
    seat = (await house.table(table)).seats_of(ANN.id)[0]
    await house.do(table, asked(ANN), partial(deeds.resign, seat=seat))
    return table


@shared_backing
async def test_two_who_ask_for_a_rematch_meet_at_one_table(two: tuple[House, House]) -> None:
    for _ in range(5):
        table = await play_quickly(two[0])
        both = zip(two, (ANN, BOB), strict=True)
        found = await asyncio.gather(*(house.rematch(table, person, "nonce") for house, person in both))
        assert found[0] == found[1] != table
        open_ones = {line.id for line in await two[0].store.tables_of(ANN.id) if line.status == "open"}
        open_ones |= {line.id for line in await two[0].store.tables_of(BOB.id) if line.status == "open"}
        assert open_ones == {found[0]}, "nobody waits at another"
        await two[0].do(found[0], asked(await owner(two[0], found[0])), deeds.stand)


@both_backings
async def test_a_rematch_that_nobody_came_to_can_be_asked_for_again(house: House) -> None:
    table = await play_quickly(house)
    gone = await house.rematch(table, ANN, "nonce")
    assert await house.rematch(table, BOB, "nonce") == gone
    await house.do(gone, asked(ANN), deeds.stand)
    again = await house.rematch(table, BOB, "nonce")
    assert again != gone
    assert await house.rematch(table, ANN, "nonce") == again


async def owner(house: House, table: str) -> Person:
    return ANN if (await house.table(table)).owner == ANN.id else BOB


@both_backings
async def test_a_rematch_that_cannot_be_saved_is_refused(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await play_quickly(house)

    with monkeypatch.context() as away:
        away.setattr(house.store, "append", never_saved)
        with pytest.raises(DigsiteError, check=lambda error: code_of(error) == "store_refuses"):
            await house.rematch(table, ANN, "nonce")
    again = await house.rematch(table, BOB, "nonce")
    assert again == await house.rematch(table, ANN, "nonce") != table


# --- when the bus is away


@both_backings
async def test_without_the_bus_people_may_look_but_nothing_is_done(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await open_table(house)
    with monkeypatch.context() as away:
        away.setattr(type(house.bus), "is_up", False)
        for deed in (say(house, table, "hello"), open_table(house)):
            with pytest.raises(DigsiteError, check=lambda error: code_of(error) == "bus_away"):
                await deed
        assert (await house.table(table)).ply == 2
    await say(house, table, "hello")


# --- what the house does by itself


def a_day_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houses, "now", lambda: now() + OPEN_FOR + 1)


@both_backings
async def test_an_open_table_that_nobody_joins_expires(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await open_table(house)
    playing = await open_table(house, "mine mine:Ben")
    ear = await watch(house, table)
    a_day_later(monkeypatch)
    await ear.hears(3)
    assert (await as_kept(house, table)).status == "gone"
    assert (await as_kept(house, playing)).status == "playing"
    assert [line.id for line in await house.store.tables_of(ANN.id)] == [playing]
    with pytest.raises(DigsiteError, check=lambda error: code_of(error) == "table_gone"):
        await sit(house, table)


@both_backings
async def test_it_expires_also_while_the_house_is_closed(
    backing: Backing, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with backing.house() as house:
        await come_in(house)
        table = await open_table(house)
        assert not await house.store.claim(now() + OPEN_FOR - 60_000, 0, 9), "it had its day"
        ply = (await house.table(table)).ply
    a_day_later(monkeypatch)
    async with backing.house() as house:
        ear = await watch(house, table)
        await ear.hears(ply + 1)
        assert (await house.table(table)).status == "gone"


@sqlite_backing
async def test_a_damaged_table_does_not_keep_the_house_from_the_others(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    row = NewTable("damaged", "scarab", ANN.id, bytes(32), "", listed=False)
    await house.store.add_table(row, [Entry(0, "open", text="?")], Summary("open", 0, 1, None))
    broken, table = [await open_table(house) for _ in range(2)]
    look = house.room_as_it_is

    async def fail_once(table_id: str) -> Room:
        assert table_id != broken
        return await look(table_id)

    monkeypatch.setattr(house, "room_as_it_is", fail_once)
    ear = await watch(house, table)
    a_day_later(monkeypatch)
    await ear.hears(3)
    assert "table damage…: table_damaged" in caplog.text, "a whole id would let readers of the log watch"
    await eventually(lambda: f"table {short(broken)}\nTraceback" in caplog.text)


@both_backings
async def test_what_fails_in_the_background_is_not_silent(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: str) -> NoReturn:
        raise ZeroDivisionError

    table = await open_table(house)
    monkeypatch.setattr(house.bus, "present", fail)
    with caplog.at_level(logging.ERROR):
        await watch(house, table)
        await eventually(lambda: "ZeroDivisionError" in caplog.text)


@both_backings
async def test_a_thought_that_came_to_nothing_is_not_told(house: House) -> None:
    table = await open_table(house)
    ear = Ear()
    await house.come(await house.room(table), ear, "?")
    assert await house.do(table, asked(ANN), lambda *_: None) == 2
    await say(house, table, "something")
    assert ear.plies == [3]
