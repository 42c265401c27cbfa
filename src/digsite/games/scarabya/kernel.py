"""The rules of Scarabya, compiled. Each function takes an array with one position and works in place.

A set of squares is passed as two words, low (rows 1–5) and high (rows 6–10). Words and the numbers
that they meet are all np.uint64: numba makes floats of a mixture of signs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from digsite.core.names import CHANCE
from digsite.games.due import CHANCE_DUE
from digsite.games.jit import njit
from digsite.games.scarabya.record import (
    BASE,
    DISCARDED,
    DRAW,
    DUEL,
    MAX_AREA,
    NONE,
    NOT_YET,
    SEALED,
    SIDE,
    SOLO,
    SQUARES,
    TILES,
    WORD,
)
from digsite.games.scarabya.squares import words
from digsite.games.scarabya.tiles import FIRST, MASKS

NO_SQUARE = np.uint64(0)
ONE = np.uint64(1)
ROW = np.uint64(SIDE)
TO_OTHER_WORD = np.uint64(WORD - SIDE)
WHOLE_WORD = np.uint64(2**WORD - 1)
NOT_COLUMN_A = np.uint64(words(square for square in range(WORD) if square % SIDE > 0)[0])
NOT_COLUMN_J = np.uint64(words(square for square in range(WORD) if square % SIDE < SIDE - 1)[0])
CENTRE_LOW, CENTRE_HIGH = (
    np.uint64(word) for word in words(s for s in range(SQUARES) if {s % SIDE, s // SIDE} <= {4, 5})
)

# --- who is due


@njit
def movers(pos: Any) -> int:
    """Return a bit for each seat due, CHANCE_DUE when a card is to be turned, or 0 after the last one."""
    p = pos[0]
    if p.card == NONE:
        return CHANCE_DUE if p.deck != 0 else 0
    due = 0
    for seat in range(p.seats):
        due |= is_due(p, seat) << seat
    return due


@njit
def is_due(p: Any, seat: int) -> int:
    """Y13, Y17: tell, as 1 or 0, whether a seat has a tile to place; a choice that is sealed is open."""
    if p.card == NONE or not is_concerned(p, seat):
        return 0
    undecided = p.chosen[seat] == NOT_YET or p.chosen[seat] == SEALED
    return 1 if undecided and p.placement[seat, p.card] == NOT_YET else 0


@njit
def is_concerned(p: Any, seat: int) -> bool:
    """Y13, Y17: a card is for everybody in the base game, for the seat in turn in a duel."""
    return 0 <= seat < p.seats and (p.mode != DUEL or seat == p.due)


# --- sets of squares


@njit
def grow(low: Any, high: Any) -> Any:
    """Add the squares that share a side with a set."""
    grown_low = low | (low << ONE) & NOT_COLUMN_A | (low >> ONE) & NOT_COLUMN_J
    grown_low |= (low << ROW) | (low >> ROW) | (high << TO_OTHER_WORD)
    grown_high = high | (high << ONE) & NOT_COLUMN_A | (high >> ONE) & NOT_COLUMN_J
    grown_high |= (high << ROW) | (high >> ROW) | (low >> TO_OTHER_WORD)
    return grown_low & WHOLE_WORD, grown_high & WHOLE_WORD


@njit
def size(low: Any, high: Any) -> int:
    """Return how many squares a set has."""
    return ones(low) + ones(high)


@njit
def ones(word: Any) -> int:
    """Return how many bits of a word are set."""
    count = 0
    while word != NO_SQUARE:
        word &= word - ONE
        count += 1
    return count


@njit
def first_square(low: Any, high: Any) -> Any:
    """Return the first square of a set that is not empty."""
    if low != NO_SQUARE:
        return low ^ (low & (low - ONE)), NO_SQUARE
    return NO_SQUARE, high ^ (high & (high - ONE))


@njit
def first_group(low: Any, high: Any, open_low: Any, open_high: Any) -> Any:
    """Y9: return the open squares joined to a set's first one: all, or more than MAX_AREA of them."""
    low, high = first_square(low, high)
    for _ in range(MAX_AREA):
        low, high = grow(low, high)
        low &= open_low
        high &= open_high
    return low, high


# --- the moves


@njit
def legal(pos: Any, seat: int, out: Any) -> int:
    """Fill `out` with the moves of a seat or of chance, ascending, and return how many there are."""
    p = pos[0]
    if seat == CHANCE:
        return draws(p, out)
    return placements(p, seat, out) if is_due(p, seat) else 0


@njit
def draws(p: Any, out: Any) -> int:
    """Y14: any card of the deck may come next, unless the order is known (Y20, Y22)."""
    count = 0
    for tile in range(TILES):
        out[count] = DRAW + tile
        count += may_come(p, tile)
    return count


@njit
def may_come(p: Any, tile: int) -> bool:
    """Y14: this card is in the deck and, as far as one can know, may be its top one."""
    if p.card != NONE or (p.deck >> tile) & 1 == 0:
        return False
    return p.order[p.drawn] == NONE or p.order[p.drawn] == tile


@njit
def placements(p: Any, seat: int, out: Any) -> int:
    """Y4: every way to lay the tile of the card."""
    site = site_of(p, seat)
    low, high = blocked(p, site)
    reach_low, reach_high = reach(p, site)
    first, end = FIRST[p.card], FIRST[p.card + 1]
    masks = MASKS[first:end]
    count = 0
    for i in range(len(masks)):
        out[count] = first + i
        count += fits(masks[i], low, high, reach_low, reach_high)
    return count


@njit
def site_of(p: Any, seat: int) -> int:
    """Y13, Y17: everybody has a site of their own, except in a duel."""
    return 0 if p.mode == DUEL else seat


@njit
def blocked(p: Any, site: int) -> Any:
    """Y5: the squares of rocks and of tiles."""
    return p.rocks[0] | p.covered[site, 0], p.rocks[1] | p.covered[site, 1]


@njit
def reach(p: Any, site: int) -> Any:
    """Y6, Y7: the squares of which a tile covers one: the centre at first, then those beside tiles."""
    low, high = p.covered[site, 0], p.covered[site, 1]
    if low | high == NO_SQUARE:
        return CENTRE_LOW, CENTRE_HIGH
    return grow(low, high)


@njit
def fits(mask: Any, low: Any, high: Any, reach_low: Any, reach_high: Any) -> bool:
    """Y5–Y7: the tile covers no blocked square, and at least one within reach."""
    mask_low, mask_high = mask[0], mask[1]
    free = ((mask_low & low) | (mask_high & high)) == NO_SQUARE
    return free & (((mask_low & reach_low) | (mask_high & reach_high)) != NO_SQUARE)


# --- what a move does


@njit
def set_up(pos: Any) -> None:
    """Y12: close the areas that rocks and frame alone enclose; in the base game they count for all."""
    p = pos[0]
    low, high = p.rocks[0] ^ WHOLE_WORD, p.rocks[1] ^ WHOLE_WORD
    low, high = small_groups(low, high, low, high)
    for seat in range(p.seats):
        close(p, site_of(p, seat), low, high)
        if p.mode == BASE:
            p.points[seat] = worth(p, low, high)


@njit
def play(pos: Any, seat: int, move: int) -> None:
    """Make a legal move."""
    p = pos[0]
    if move >= DRAW:
        turn(p, move - DRAW)
    else:
        p.chosen[seat] = move
    if movers(pos) == 0:
        end_round(p)


@njit
def turn(p: Any, tile: int) -> None:
    """Y13, Y17: turn a card; nobody is asked about a tile that cannot be placed (Y8)."""
    p.deck ^= 1 << tile
    p.order[p.drawn] = tile
    p.drawn += 1
    p.card = tile
    for seat in range(p.seats):
        if is_concerned(p, seat) and not can_place(p, site_of(p, seat)):
            p.placement[seat, tile] = DISCARDED


@njit
def can_place(p: Any, site: int) -> bool:
    """Y8: there is a way to lay the tile of the card."""
    low, high = blocked(p, site)
    reach_low, reach_high = reach(p, site)
    return any_fits(p.card, low, high, reach_low, reach_high)


@njit
def any_fits(tile: int, low: Any, high: Any, reach_low: Any, reach_high: Any) -> bool:
    """Tell whether any placement of a tile fits."""
    masks = MASKS[FIRST[tile] : FIRST[tile + 1]]
    for i in range(len(masks)):
        if fits(masks[i], low, high, reach_low, reach_high):
            return True
    return False


@njit
def end_round(p: Any) -> None:
    """Y13: all that was chosen is laid at once; after the last card the game is over (Y19)."""
    for seat in range(p.seats):
        if p.chosen[seat] >= 0:
            lay(p, seat, p.chosen[seat])
            p.chosen[seat] = NOT_YET
    p.card = NONE
    if p.deck == 0 and p.mode == DUEL:
        p.points[1] += bonus(p)


@njit
def lay(p: Any, seat: int, placement: int) -> None:
    """Y5, Y9: the tile covers its squares and closes areas; their points go to its seat (Y18)."""
    site = site_of(p, seat)
    low, high = closed_by(p, site, placement)
    p.points[seat] += gain(p, placement, low, high)
    close(p, site, low, high)
    p.covered[site, 0] |= MASKS[placement, 0]
    p.covered[site, 1] |= MASKS[placement, 1]
    p.placement[seat, p.card] = placement
    if p.mode == DUEL:  # Y17: in turn
        p.due = 1 - seat


@njit
def close(p: Any, site: int, low: Any, high: Any) -> None:
    """Y10: these squares are in excavation areas for good."""
    p.closed[site, 0] |= low
    p.closed[site, 1] |= high


@njit
def bonus(p: Any) -> int:
    """Y19: a point for each scarab still lying about, if the second seat laid fewer tiles."""
    if tiles_laid(p, 1) >= tiles_laid(p, 0):
        return 0
    low = p.scarabs[0] & ~(p.covered[0, 0] | p.closed[0, 0])
    high = p.scarabs[1] & ~(p.covered[0, 1] | p.closed[0, 1])
    return size(low, high)


@njit
def tiles_laid(p: Any, seat: int) -> int:
    """Return how many tiles a seat has laid."""
    count = 0
    for tile in range(TILES):
        count += p.placement[seat, tile] >= 0
    return count


# --- excavation areas


@njit
def closed_by(p: Any, site: int, placement: int) -> Any:
    """Y9: the squares of all areas that a placement closes.

    They lie beside the tile. No area closed before does (Y10): its squares have no open neighbours.
    """
    low, high = blocked(p, site)
    low, high = low | MASKS[placement, 0], high | MASKS[placement, 1]
    open_low, open_high = low ^ WHOLE_WORD, high ^ WHOLE_WORD
    near_low, near_high = grow(MASKS[placement, 0], MASKS[placement, 1])
    return small_groups(near_low & open_low, near_high & open_high, open_low, open_high)


@njit
def small_groups(low: Any, high: Any, open_low: Any, open_high: Any) -> Any:
    """Y9: all groups of MAX_AREA or fewer open squares that hold a square of the set."""
    closed_low, closed_high = NO_SQUARE, NO_SQUARE
    while low | high != NO_SQUARE:
        group_low, group_high = first_group(low, high, open_low, open_high)
        low &= ~group_low
        high &= ~group_high
        if size(group_low, group_high) <= MAX_AREA:
            closed_low |= group_low
            closed_high |= group_high
    return closed_low, closed_high


@njit
def worth(p: Any, low: Any, high: Any) -> int:
    """Return the points of all areas in a set of closed squares."""
    total = 0
    while low | high != NO_SQUARE:
        area_low, area_high = first_group(low, high, low, high)
        total += area_points(p, area_low, area_high)
        low ^= area_low
        high ^= area_high
    return total


@njit
def area_points(p: Any, low: Any, high: Any) -> int:
    """Y9: each scarab in an area is worth as many points as the area has squares."""
    return size(low, high) * size(low & p.scarabs[0], high & p.scarabs[1])


@njit
def gain(p: Any, placement: int, low: Any, high: Any) -> int:
    """Return what a tile that closes these squares brings; solo counts the scarabs it covers (Y21)."""
    if p.mode == SOLO:
        return size(MASKS[placement, 0] & p.scarabs[0], MASKS[placement, 1] & p.scarabs[1])
    return worth(p, low, high)


@njit
def areas(pos: Any, seat: int, placement: int, out: Any) -> int:
    """Fill `out` with the areas that a placement closes and return how many there are."""
    p = pos[0]
    low, high = closed_by(p, site_of(p, seat), placement)
    return list_areas(p, low, high, out)


@njit
def closed_areas(pos: Any, site: int, out: Any) -> int:
    """Fill `out` with all areas of a site and return how many there are."""
    p = pos[0]
    return list_areas(p, p.closed[site, 0], p.closed[site, 1], out)


@njit
def list_areas(p: Any, low: Any, high: Any, out: Any) -> int:
    """Fill `out` with two words and the points of each area in a set of closed squares."""
    count = 0
    while low | high != NO_SQUARE:
        area_low, area_high = first_group(low, high, low, high)
        out[count, 0], out[count, 1] = area_low, area_high
        out[count, 2] = area_points(p, area_low, area_high)
        count += 1
        low ^= area_low
        high ^= area_high
    return count


# --- what else there is to know


@njit
def gains(pos: Any, seat: int, moves: Any, count: int, out: Any, trial: Any) -> None:  # noqa: ARG001
    """Fill `out` with the points that each of the moves brings its seat; a draw brings nobody any."""
    p = pos[0]
    site = site_of(p, seat)
    for i in range(count):
        out[i] = 0
        if moves[i] < DRAW:
            low, high = closed_by(p, site, moves[i])
            out[i] = gain(p, moves[i], low, high)


@njit
def points(pos: Any, out: Any) -> None:
    """Fill `out` with the points of each seat."""
    p = pos[0]
    for seat in range(p.seats):
        out[seat] = p.points[seat]


@njit
def weights(pos: Any, out: Any) -> int:
    """Y14: every card left is as likely as the others."""
    count = draws(pos[0], out)
    for i in range(count):
        out[i] = 1
    return count


@njit
def show(pos: Any, seat: int, view: Any) -> None:
    """Y13: add who has chosen this round; what, to the seat itself alone."""
    chosen, seen = pos[0].chosen, view[0].chosen
    for other in range(len(chosen)):
        sealed = SEALED if chosen[other] != NOT_YET else NOT_YET
        seen[other] = chosen[other] if other == seat else sealed


@njit
def first_bad_site(rocks: Any) -> int:
    """Y6: return site * TILES + tile of the first site on which a tile cannot come first, or NONE."""
    for site in range(len(rocks)):
        low, high = rocks[site, 0], rocks[site, 1]
        for tile in range(TILES):
            if not any_fits(tile, low, high, CENTRE_LOW, CENTRE_HIGH):
                return site * TILES + tile
    return NONE
