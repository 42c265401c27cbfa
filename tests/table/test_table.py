"""Tables: check, save, then do; take-backs, leaving, and draws that nothing changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from digsite.bots import Bot
from digsite.core.errors import DigsiteError, IllegalMove, InvalidMove
from digsite.core.fair import Fair
from digsite.core.names import CHANCE, Seat
from digsite.games import game
from digsite.table import log as logs
from digsite.table.journal import Journal, Vault
from digsite.table.log import BACK, REPLACED, RESIGN, TIMEOUT, Log, Sitter
from digsite.table.table import HOUSE_BOT, new_header
from digsite.table.verify import verify
from digsite.table.written import WrittenTable
from tests.table.rooms import SECRET, bot_move, finished_log, open_table, play_to_end, step


def cards(table: WrittenTable) -> list[str]:
    return [event.text for event in table.log.events if event.seat == CHANCE]


def test_every_line_is_saved_before_anything_comes_of_it() -> None:
    lines: list[str] = []
    table = open_table("scarab", 2, lines)
    for _ in range(9):
        step(table)
    assert "".join(lines) == logs.write(table.log)


def test_what_could_not_be_saved_never_happened() -> None:
    saved: list[str] = []

    def save(lines: str) -> None:
        if len(saved) == 4:
            saved.append("full")
            raise DigsiteError("cannot_write", path="here", why="full")
        saved.append(lines)

    table = open_table("scarab", 2)
    table._save = save
    before = 0
    for _ in range(8):
        before = len(table.course.turns)
        position = table.course.position.tobytes()
        try:
            step(table)
        except DigsiteError:
            assert table.course.position.tobytes() == position
            assert len(table.course.turns) == before
    text = logs.write(table.log)
    assert "".join(line for line in saved if line != "full") in text
    assert logs.read(text) == table.log


def test_refused_moves_leave_no_trace() -> None:
    lines: list[str] = []
    table = open_table("scarab", 2, lines)
    count = len(lines)
    with pytest.raises(InvalidMove):
        table.do(Seat(0), "jump", 1)
    with pytest.raises(IllegalMove):
        table.do(Seat(1), "go a1", 1)
    with pytest.raises(DigsiteError, match="take back"):
        table.do(Seat(0), BACK, 1)
    assert len(lines) == count
    assert table.log.events == ()


def test_taking_back_removes_a_move_and_all_that_followed() -> None:
    table = open_table("scarab", 2)
    step(table)
    middle = table.course.position.tobytes()
    seat = step(table)
    step(table)
    table.do(seat, BACK, 9)
    assert table.course.position.tobytes() == middle
    assert len(table.course.turns) == 1


@pytest.mark.parametrize("seed", range(5))
def test_a_turn_of_small_moves_is_taken_back_one_by_one_to_where_another_seat_chose(seed: int) -> None:
    table = open_table("marajoara", 3)
    moves: list[tuple[Seat, bytes]] = []
    while len(moves) < 60:
        before = table.course.position.tobytes()
        moves.append((step(table, seed), before))
    seat, times = moves[-1][0], 0
    while moves and moves[-1][0] == seat:
        table.do(seat, BACK, 100)
        assert table.course.position.tobytes() == moves.pop()[1]
        times += 1
    assert times >= 1
    assert len(table.course.turns) == len(moves)


def test_taking_back_never_changes_a_card() -> None:
    table = open_table("scarabya", 1, mode="solo")
    for _ in range(4):
        step(table)
    seen = cards(table)
    table.do(Seat(0), BACK, 9)
    table.do(Seat(0), BACK, 9)
    for _ in range(2):
        step(table, seed=77)
    played = [
        table.game.move_text(before, turn.move)
        for turn, before in zip(table.course.turns, table.course.positions(), strict=False)
        if turn.seat == CHANCE
    ]
    assert played[: len(seen)] == seen


def test_in_an_open_round_a_seat_takes_back_its_own_choice_only() -> None:
    table = open_table("scarabya", 3, mode="base")
    first = step(table)
    second = step(table)
    table.do(first, BACK, 3)
    assert set(table.game.movers(table.course.position)) == {first, Seat(3 - first - second)}


def test_the_last_of_two_to_leave_ends_the_game() -> None:
    table = open_table("scarab", 2)
    step(table)
    table.do(Seat(0), RESIGN, 5)
    result = table.course.result()
    assert result is not None
    assert (result.ranks, result.winners, result.why) == ((2, 1), (1,), "table.why_resign")
    with pytest.raises(IllegalMove):
        step(table)


def test_with_others_still_playing_a_house_bot_plays_on_and_the_leaver_ranks_last() -> None:
    lines: list[str] = []
    table = open_table("scarab", 3, lines)
    step(table)
    table.do(Seat(1), TIMEOUT, 5)
    assert table.course.result() is None
    seed = Fair(SECRET, ("nonce 0", "nonce 1", "nonce 2")).stream("house 1").below(1 << 31)
    assert table.bot_of(Seat(1)) == Bot(table.game, HOUSE_BOT, seed)
    assert table.bot_of(Seat(0)) is None
    play_to_end(table)
    result = table.course.result()
    assert result is not None
    assert result.ranks[1] == 3
    assert verify(logs.read("".join(lines))).result == result


def test_who_was_replaced_is_played_on_by_the_house_and_ranked_by_the_rules() -> None:
    lines: list[str] = []
    table = open_table("scarab", 2, lines)
    step(table)
    table.do(Seat(1), REPLACED, 5)
    seed = Fair(SECRET, ("nonce 0", "nonce 1")).stream("house 1").below(1 << 31)
    assert table.bot_of(Seat(1)) == Bot(table.game, HOUSE_BOT, seed)
    play_to_end(table)
    assert table.course.result() == table.game.result(table.course.position)
    log = logs.read("".join(lines))
    assert [event.text for event in log.events].count(REPLACED) == 1
    assert verify(log).result == table.course.result()


def test_who_resigns_ranks_below_those_who_were_replaced() -> None:
    table = open_table("scarab", 3)
    for seat, deed in ((0, REPLACED), (2, REPLACED), (1, RESIGN)):
        table.do(Seat(seat), deed, 5)
    assert table.course.result() is None, "two sides are still to be played"
    play_to_end(table)
    result = table.course.result()
    assert result is not None
    assert result.ranks[1] == 3


def test_who_was_replaced_has_left() -> None:
    table = open_table("scarab", 3)
    seat = step(table)
    table.do(seat, REPLACED, 5)
    for deed in (BACK, RESIGN, TIMEOUT, REPLACED):
        with pytest.raises(DigsiteError):
            table.do(seat, deed, 6)


def test_a_team_goes_on_while_one_of_it_stays() -> None:
    table = open_table("scarab", 4, teams="yes")
    table.do(Seat(0), RESIGN, 1)
    assert table.course.result() is None
    table.do(Seat(1), RESIGN, 2)
    result = table.course.result()
    assert result is not None
    assert result.winners == (2, 3)


def test_giving_up_alone_is_a_loss() -> None:
    table = open_table("scarabya", 1, mode="solo")
    table.do(Seat(0), RESIGN, 1)
    result = table.course.result()
    assert result is not None
    assert result.winners == ()


@pytest.mark.parametrize("typed", ["go  {to}", " go {to} ", "go\t{to}", "go\n{to}"])
def test_a_move_is_written_one_way_however_it_was_typed(typed: str) -> None:
    lines: list[str] = []
    table = open_table("scarab", 2, lines)
    move = bot_move(table, Seat(0))
    table.do(Seat(0), typed.format(to=move.split()[1]), 1)
    assert table.log.events[-1].text == move
    assert logs.read("".join(lines)) == table.log


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), 1e10, 0.0])
def test_time_never_runs_backwards_or_out_of_its_column(seconds: float) -> None:
    lines: list[str] = []
    table = open_table("scarab", 2, lines)
    table.do(Seat(0), bot_move(table, Seat(0)), 5.0)
    table.do(Seat(1), bot_move(table, Seat(1)), seconds)
    assert table.log.events[1].seconds >= 5.0
    assert logs.read("".join(lines)) == table.log


@pytest.mark.parametrize("deed", [BACK, RESIGN, TIMEOUT, REPLACED])
@pytest.mark.parametrize("seat", [-1, 2, 7, 12])
def test_only_those_who_sit_at_the_table_can_do_anything(seat: int, deed: str) -> None:
    table = open_table("scarab", 2)
    step(table)
    with pytest.raises(DigsiteError):
        table.do(Seat(seat), deed, 9)


@pytest.mark.parametrize("name", ["", "two\nlines", "tab\there", " blank", "x" * 31, "\x00", "\ud800"])
def test_names_that_do_not_fit_a_line_are_refused(name: str) -> None:
    with pytest.raises(DigsiteError):
        new_header(game("scarab"), {}, [Sitter("Ann"), Sitter(name)], Fair(SECRET, ("", "")))


def test_nonces_may_be_missing_but_fit_a_line() -> None:
    sitters = [Sitter("Ann"), Sitter("Bob")]
    header = new_header(game("scarab"), {}, sitters, Fair(SECRET, ("", "a b")))
    lines: list[str] = []
    WrittenTable.open(header, SECRET, lines.append)
    assert logs.read("".join(lines)).header.nonces == ("", "a b")
    with pytest.raises(DigsiteError):
        new_header(game("scarab"), {}, sitters, Fair(SECRET, ("", "a\nb")))


def test_another_secret_than_the_one_promised_is_refused() -> None:
    table = open_table("scarab", 2)
    with pytest.raises(DigsiteError) as refused:
        WrittenTable(table.log, bytes(32), print)
    assert refused.value.code == "secret_wrong"


def test_those_who_stay_keep_their_order() -> None:
    table = open_table("scarab", 4)
    table.do(Seat(2), RESIGN, 1)
    play_to_end(table)
    result, ruled = table.course.result(), table.game.result(table.course.position)
    assert result is not None
    assert ruled is not None
    assert result.why == ruled.why
    stayed = [0, 1, 3]
    by_points = sorted(stayed, key=lambda seat: ruled.ranks[seat])
    assert sorted(stayed, key=lambda seat: result.ranks[seat]) == by_points
    assert sorted(result.ranks[seat] for seat in stayed)[-1] <= 3
    assert result.ranks[2] == 4


def test_who_has_left_takes_nothing_back() -> None:
    table = open_table("scarab", 3)
    seat = step(table)
    table.do(seat, RESIGN, 2)
    with pytest.raises(DigsiteError) as refused:
        table.do(seat, BACK, 3)
    assert refused.value.code == "nothing_to_take_back"


def test_leaving_twice_is_refused() -> None:
    table = open_table("scarab", 3)
    table.do(Seat(1), RESIGN, 1)
    with pytest.raises(DigsiteError):
        table.do(Seat(1), RESIGN, 2)


def test_a_closed_log_takes_no_more() -> None:
    table = open_table("scarab", 2)
    play_to_end(table)
    with pytest.raises(DigsiteError):
        table.do(Seat(0), BACK, 1)


def test_a_table_goes_on_from_its_log() -> None:
    lines: list[str] = []
    table = open_table("scarabya", 2, lines, mode="duel")
    for _ in range(3):
        step(table)
    resumed = WrittenTable(logs.read("".join(lines)), SECRET, lines.append)
    play_to_end(resumed)
    whole = finished_log("scarabya", 2, mode="duel")
    assert logs.read("".join(lines)).events == logs.read(whole).events


def test_without_its_secret_a_table_cannot_draw() -> None:
    lines: list[str] = []
    open_table("scarabya", 1, lines, mode="solo")
    table = WrittenTable(logs.read("".join(lines)), None, lines.append)
    with pytest.raises(DigsiteError) as refused:
        step(table)
    assert refused.value.code == "secret_missing"


# --- files


def test_a_journal_holds_what_was_saved_and_mends_a_torn_end(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "game.dig")
    journal.save("one\n")
    journal.save("two\n")
    journal.save("")
    assert not journal.mend()
    with journal.path.open("a", encoding="utf-8") as file:
        file.write("thré")
    assert journal.mend()
    assert journal.path.read_text(encoding="utf-8") == "one\ntwo\n"


def test_a_folder_that_is_not_there_is_a_clear_refusal(tmp_path: Path) -> None:
    with pytest.raises(DigsiteError) as refused:
        Journal(tmp_path / "none" / "game.dig").save("line\n")
    assert refused.value.code == "cannot_write"


def test_lines_are_synced_before_save_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    path = tmp_path / "game.dig"
    monkeypatch.setattr("os.fsync", lambda _: synced.append(path.read_text(encoding="utf-8")))
    Journal(path).save("line\n")
    assert synced == ["line\n"]


def test_two_writers_do_not_mix_their_lines(tmp_path: Path) -> None:
    one, other = Journal(tmp_path / "game.dig"), Journal(tmp_path / "game.dig")
    one.save("one\n")
    with pytest.raises(DigsiteError) as refused:
        other.save("two\n")
    assert refused.value.code == "log_went_on"
    one.save("three\n")
    assert one.path.read_text(encoding="utf-8") == "one\nthree\n"


def test_a_full_disk_leaves_no_half_line() -> None:
    journal = Journal(Path("/dev/full"))
    with pytest.raises(DigsiteError) as refused:
        journal.save("line\n")
    assert refused.value.code == "cannot_write"


def test_a_vault_keeps_secrets_for_their_owner_alone(tmp_path: Path) -> None:
    vault = Vault(tmp_path / "secrets")
    assert vault.secret("c") is None
    vault.keep("c", SECRET)
    assert vault.secret("c") == SECRET
    assert (tmp_path / "secrets" / "c").stat().st_mode & 0o077 == 0
    vault.forget("c")
    vault.forget("c")
    assert vault.secret("c") is None


def test_a_table_is_its_log() -> None:
    table = open_table("scarab", 2)
    step(table)
    again = WrittenTable(Log(table.header, table.log.events, None), SECRET, print)
    assert again.course.position.tobytes() == table.course.position.tobytes()
