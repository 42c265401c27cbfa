"""A Marajoara position as one record: the glossary of its rules.

A die is a number of five bits: its colour, then its face; 0 is no die. A set of squares is a word
of 64 bits. What a museum stores of one colour is a holding: one of the 84 ways to have up to three
faces, numbered in `holdings.py`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from digsite.core.squares import Grid

SIDE: Final = 8
SQUARES: Final = SIDE * SIDE
GRID: Final = Grid(SIDE, SIDE)
MAX_SEATS: Final = 4
MUSEUMS: Final = MAX_SEATS
"""One for each seat; in mission 6 the only seat has the first two."""

# M1: the dice.
YELLOW: Final = 0
RED: Final = 1
BLUE: Final = 2
GREY: Final = 3
COLOURS: Final = "yrbg"
DICE: Final = (14, 13, 13, 12)
"""How many dice there are of each colour."""
ALL_DICE: Final = sum(DICE)
COLOUR_SHIFT: Final = 3
FACE: Final = 7
"""The bits of a die that are its face."""
HIGHEST: Final = 6
KINDS: Final = 32
"""One more than the highest number of a die."""
NO_DIE: Final = 0

# M3: what a museum has room for.
STORED_COLOURS: Final = 3
PLACES: Final = 3
"""M12: how many dice of a colour a museum stores."""
SHOWCASE: Final = 5
FRAGMENTS: Final = ("4", "5", "3", "=6", "6", "9")
"""M5: the names of the fragments, in the order of their bits."""
FRAGMENT_COUNT: Final = len(FRAGMENTS)
WITH_TOKEN: Final = FRAGMENTS.index("4")
"""M5: the fragment that gives a dig token."""
FRAGMENT_POINTS: Final = (4, 5, 3, 7, 6, 10)
"""M5: the points of each fragment."""
ALL_FRAGMENTS: Final = (1 << FRAGMENT_COUNT) - 1
TOKENS: Final = 7
TRACK_TOKENS: Final = 3
# M3: the tokens that lie in a museum, as bits.
THIRD_YELLOW: Final = 1
FIRST_VASE: Final = 2
FRAGMENT_4: Final = 4
MUSEUM_TOKENS: Final = 7

# M6
CART: Final = 5
ROUNDS: Final = 14
TRACKS: Final = ("yellow", "red", "blue")
"""In the order of the colours that they are for."""
TOKEN_SPACE: Final = 2
"""M23–M25: the space of each track that gives a dig token."""
LAST_SPACE: Final = 9

MISSIONS: Final = ("none", "1", "2", "3", "4", "5", "6", "7", "8")
TWO_MUSEUMS: Final = 6
WRAPPING: Final = 7
"""M31: the missions with two museums, and with dice that turn from 6 to 1."""

# What comes next; a token to place (`placing`) comes before any of these.
TO_SET_UP: Final = 0
IN_TURN: Final = 1
TO_PAY: Final = 2
TO_RAISE: Final = 3
TO_STORE: Final = 4
TO_EXCAVATE: Final = 5
TO_SHOW: Final = 6
TO_REMOVE: Final = 7
TO_GIVE: Final = 8
TO_TAKE: Final = 9
TO_SCORE: Final = 10
TO_SPEND: Final = 11
TO_RETIRE: Final = 12
TO_RECYCLE: Final = 13
OVER: Final = 14

# Groups of dice that a raise may reach: three colours of each of two museums, and the captured die.
GROUPS: Final = 7
CAPTURED: Final = 6
"""The group of the captured die, which only a bonus of one's own token reaches (M11)."""

NOBODY: Final = -1

MAX_MOVES: Final = 2048
"""More than a seat ever has: the worst is any kind of die recycled to any square."""

POSITION: Final = np.dtype(
    (
        np.record,
        [
            # the main board
            ("roped", np.uint64),
            ("plus_one", np.uint64),
            ("plus_two", np.uint64),
            ("icons", np.uint64),
            ("stars", np.uint64),
            ("unreached", np.uint64),  # mission 4: the starred squares that no die was brought onto yet
            ("occupied", np.uint64),  # squares with a die
            ("tokens", np.uint64, (MAX_SEATS,)),  # squares with a dig token of each seat
            ("die", np.uint8, (SQUARES,)),
            # the museums
            ("stored", np.uint8, (MUSEUMS, STORED_COLOURS)),  # a holding of each colour
            ("vases", np.uint8, (MUSEUMS,)),
            ("most_vases", np.uint8, (MUSEUMS,)),  # the most that were ever shown: vases may go (M24)
            ("restored", np.uint8, (MUSEUMS,)),  # a bit for each fragment
            ("museum_tokens", np.uint8, (MUSEUMS,)),  # a bit for each token still in the museum
            ("rewards", np.uint8, (SHOWCASE,)),  # M4: points of the showcase places
            ("workshop", np.uint8, (FRAGMENT_COUNT,)),  # M5: the fragment of each place, row by row
            ("neighbours", np.uint8, (FRAGMENT_COUNT,)),  # a bit for each fragment beside one
            # tokens and discs of the seats
            ("reserve", np.uint8, (MAX_SEATS,)),  # tokens for the set-up and the tracks
            ("waiting", np.uint8, (MAX_SEATS,)),  # tokens won that have no square yet (M20)
            ("disc", np.uint8, (MAX_SEATS, STORED_COLOURS)),  # its space on each track; 0 is above space 1
            ("ends", np.int8, (STORED_COLOURS, 2)),  # who reached a last space first and second, or NOBODY
            ("points", np.int16, (MAX_SEATS,)),
            # shared
            ("cart", np.uint8, (CART,)),  # from top to bottom
            ("slate", np.uint8, (KINDS,)),  # how many dice of each kind are to be recycled
            ("slated", np.uint8),  # how many dice that are
            ("round_track", np.uint8, (ROUNDS,)),  # solo: the dice on it
            ("round_number", np.int8),  # the round, from 1; solo: dice on the round track
            ("mission", np.int8),  # 0 without
            ("harder", np.int8),
            ("seats", np.int8),
            # the turn
            ("active", np.int8),  # the seat in turn
            ("due", np.int8),  # the seat that is asked
            ("stage", np.int8),  # what comes next: TO_SET_UP … OVER
            ("placing", np.int8),  # 1 if it must place a token first
            ("acted", np.int8),  # 1 once the main action is made
            ("doubled", np.int8),  # 1 while blue dice count double (M23)
            ("captured", np.uint8),  # the die captured, until it is stored or spent
            ("landed", np.int8),  # where the capturing die is, or NOBODY
            (
                "action",
                np.int32,
            ),  # the move that is being paid for, or whose dice are swapped (M25), or NOBODY
            ("cost", np.uint8),  # of that action
            ("vases_to_show", np.uint8, (PLACES,)),  # the red faces that are being paid for, in order
            ("raiser", np.int8),  # the seat whose dice a raise is for
            ("raised_by", np.uint8),  # how many points it has
            ("reach", np.uint8),  # a bit for each group of dice that it may reach
            ("moves", np.uint32),  # made so far
            ("forced", np.int32, (2,)),  # room to see whether a seat has one move only; zero between moves
        ],
    )
)

OPEN: Final = tuple(POSITION.names or ())
"""All of it: Marajoara hides nothing."""
