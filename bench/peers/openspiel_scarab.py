"""SCARAB, whole, as an OpenSpiel game in Python, written as OpenSpiel's own Python games are.

Parameters: `players`, two to four; `board`, full or short; `deflection`; `teams`, for four players;
and `deal`, what lies on the squares in play, row by row: `P` the priest, `A` an ankh, `+8*` a stone.
Actions: onto a square; over a star and onto a square; a stone put back; nothing put back.
"""

from __future__ import annotations

from typing import Any, Final

import pyspiel

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4
TEAM: Final = 2
ANKHS: Final = 3
HIGHEST: Final = 8

# The board. The lines of a square leave out the square itself.
SIDE: Final = 10
SQUARES: Final = SIDE * SIDE
RIMS: Final = {"full": 0, "short": 1}
EITHER, ROW, COLUMN = range(3)
_ROWS: Final = [[s for s in range(SQUARES) if s // SIDE == t // SIDE and s != t] for t in range(SQUARES)]
_COLUMNS: Final = [[s for s in range(SQUARES) if s % SIDE == t % SIDE and s != t] for t in range(SQUARES)]
_BOTH: Final = [sorted(row + column) for row, column in zip(_ROWS, _COLUMNS, strict=True)]
LINES: Final = (_BOTH, _ROWS, _COLUMNS)

# What lies on a square: nothing, a kind of scarab (plain, then with a star), or an ankh.
_SCARABS: Final = [*range(-HIGHEST, 0), *range(1, HIGHEST + 1)]
VALUES: Final = [0, *_SCARABS, *_SCARABS]
NAMES: Final = [".", *(f"{value:+d}" for value in _SCARABS), *(f"{value:+d}*" for value in _SCARABS), "A"]
EMPTY: Final = 0
FIRST_STARRED: Final = 1 + len(_SCARABS)
ANKH: Final = 1 + 2 * len(_SCARABS)

GO_VIA: Final = SQUARES
PUT: Final = GO_VIA + SQUARES * SQUARES
KEEP: Final = PUT + ANKH * SQUARES

_DEFAULTS: Final[dict[str, Any]] = {
    "players": MIN_PLAYERS,
    "board": "full",
    "deflection": False,
    "teams": False,
    "deal": "",
}
_GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_scarab",
    long_name="Python SCARAB",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_PLAYERS,
    min_num_players=MIN_PLAYERS,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification=_DEFAULTS,
    default_loadable=False,  # there is no deal by default
)


def _game_info(players: int, opponents: int, squares: int) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=KEEP + 1,
        max_chance_outcomes=0,
        num_players=players,
        min_utility=-float(opponents),
        max_utility=float(opponents),
        utility_sum=0.0,
        max_game_length=squares - 1 + 2 * ANKHS,  # a stone put back is a move, and is taken again
    )


class ScarabGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A deal of SCARAB with its variants."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = _DEFAULTS | (params or {})
        players, self.teams, self.deflection = chosen["players"], chosen["teams"], chosen["deflection"]
        if not (MAX_PLAYERS if self.teams else MIN_PLAYERS) <= players <= MAX_PLAYERS:
            message = f"not for {players} players"
            raise ValueError(message)
        rim = RIMS[chosen["board"]]
        inner = range(rim, SIDE - rim)
        self.squares = tuple(row * SIDE + column for row in inner for column in inner)
        opponents = players - (TEAM if self.teams else 1)
        super().__init__(_GAME_TYPE, _game_info(players, opponents, len(self.squares)), params or {})
        words = chosen["deal"].split()
        self.priest = self.squares[words.index("P")]
        self.board = [EMPTY] * SQUARES
        for square, word in zip(self.squares, words, strict=True):
            self.board[square] = EMPTY if word == "P" else self._kind(word)

    def new_initial_state(self) -> ScarabState:
        """Return the deal as a state."""
        return ScarabState(self)

    def _kind(self, word: str) -> int:
        """Return what the word stands for; without deflection stars mean nothing."""
        return NAMES.index(word if self.deflection else word.rstrip("*"))


class ScarabState(pyspiel.State):  # type: ignore[misc]
    """A SCARAB game in progress."""

    def __init__(self, game: ScarabGame) -> None:
        super().__init__(game)
        self.board = game.board.copy()
        self.hands = [[0] * ANKH for _ in range(game.num_players())]
        self._squares = game.squares
        self._deflection = game.deflection
        self._team = TEAM if game.teams else 1
        self._priest = game.priest
        self._line = EITHER
        self._scarabs = sum(kind not in (EMPTY, ANKH) for kind in self.board)
        self._player = 0
        self._choosing = False
        self._over = self._stuck()

    # --- OpenSpiel's standard set for a game of perfect information

    def current_player(self) -> int:
        """Return who moves, or TERMINAL."""
        return pyspiel.PlayerId.TERMINAL if self._over else self._player

    def _legal_actions(self, player: int) -> list[int]:
        if self._choosing:
            return self._put_actions(self.hands[player])
        line = LINES[self._line][self._priest]
        actions = self._targets(line)
        return actions + self._turns(line) if self._deflection else actions

    def _apply_action(self, action: int) -> None:
        if action < GO_VIA:
            self._go(self._priest, action)
        elif action < PUT:
            self._go(*divmod(action - GO_VIA, SQUARES))
        else:
            self._choosing = False
            if action != KEEP:
                self._put(*divmod(action - PUT, SQUARES))
        if not self._choosing:
            self._player = (self._player + 1) % len(self.hands)
            self._over = self._stuck()

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        square = _square_name(action % SQUARES)
        if action < GO_VIA:
            return f"go {square}"
        if action < PUT:
            return f"go via {_square_name((action - GO_VIA) // SQUARES)} {square}"
        return f"put {NAMES[(action - PUT) // SQUARES]} {square}" if action < KEEP else "keep"

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._over

    def returns(self) -> list[float]:
        """Return how many others each player is ranked above, less those ranked above them."""
        if not self._over:
            return [0.0] * len(self.hands)
        merits = [self._merit(player // self._team) for player in range(len(self.hands))]
        return [float(sum((own > other) - (own < other) for other in merits)) for own in merits]

    def __str__(self) -> str:
        return " ".join("P" if s == self._priest else NAMES[self.board[s]] for s in self._squares)

    # --- the rules

    def _targets(self, squares: list[int]) -> list[int]:
        """S4, S5: the squares with a stone; the first move does not end on an ankh."""
        board = self.board
        targets = [s for s in squares if board[s]]
        return [s for s in targets if board[s] != ANKH] if self._line == EITHER else targets

    def _turns(self, line: list[int]) -> list[int]:
        """S12: over a star, there by a right angle, and onto a stone in the new line."""
        board, actions = self.board, []
        for star in line:
            if FIRST_STARRED <= board[star] < ANKH:
                first = GO_VIA + star * SQUARES
                across = LINES[_across(self._priest, star)][star]
                actions += [first + square for square in self._targets(across)]
        return actions

    def _go(self, leg_start: int, square: int) -> None:
        """S6, S7, S9: the stone is taken; an ankh leaves the game and may open a choice."""
        self._line = _across(leg_start, square)
        self._priest = square
        kind, self.board[square] = self.board[square], EMPTY
        hand = self.hands[self._player]
        if kind == ANKH:
            self._choosing = any(hand) and len(self._free()) > 0
        else:
            hand[kind] += 1
            self._scarabs -= 1

    def _put(self, kind: int, square: int) -> None:
        self.hands[self._player][kind] -= 1
        self.board[square] = kind
        self._scarabs += 1

    def _put_actions(self, hand: list[int]) -> list[int]:
        """S9: every kind of stone in hand onto every free square, or nothing."""
        free = self._free()
        firsts = [PUT + kind * SQUARES for kind, count in enumerate(hand) if count]
        return [first + square for first in firsts for square in free] + [KEEP]

    def _free(self) -> list[int]:
        board, priest = self.board, self._priest
        return [s for s in self._squares if not board[s] and s != priest]

    def _stuck(self) -> bool:
        """S10: no scarab is left, or nothing lies in the line to move along."""
        return not self._scarabs or not self._targets(LINES[self._line][self._priest])

    def _merit(self, side: int) -> tuple[int, ...]:
        """S11, S13: the total of a side, then how many +8s, +7s … +1s it has."""
        hands = self.hands[side * self._team : (side + 1) * self._team]
        kinds = [sum(counts) for counts in zip(*hands, strict=True)]
        total = sum(value * count for value, count in zip(VALUES, kinds, strict=True))
        plain, starred = kinds[:FIRST_STARRED], kinds[FIRST_STARRED:]
        return total, *(plain[-i] + starred[-i] for i in range(1, HIGHEST + 1))


def _across(start: int, end: int) -> int:
    """Return the line at right angles to the one from start to end."""
    return COLUMN if start // SIDE == end // SIDE else ROW


def _square_name(square: int) -> str:
    return f"{'abcdefghij'[square % SIDE]}{square // SIDE + 1}"


pyspiel.register_game(_GAME_TYPE, ScarabGame)
