"""Monte-Carlo tree search, with chance and any number of seats. No game is named here.

A node is a position reached; its children are the moves from it that look best. The better a move looks
the sooner it is tried, and the more it has held what it promised the oftener (the rule is PUCT). At the
edge of the tree the game is imagined to go on for some moves at a glance, then the game's `outlook` says
what each seat may hope for. Every seat strives for its own hopes; chance falls as it may. Who doubts the
others expects them to grab, some of the time, what brings most points now.
"""

from __future__ import annotations

from functools import cache
from math import exp, sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from digsite.bots.glance import POLICIES, glance
from digsite.bots.policies import GREEDY, go_on, pick
from digsite.bots.rng import below
from digsite.core.names import CHANCE, Move
from digsite.games import kernel, worth
from digsite.games.due import MAX_SEATS, first_due
from digsite.games.jit import bind, njit, njit_apart, wide
from digsite.games.unbound import appeals, legal, movers, outlook, play, weights

if TYPE_CHECKING:
    from collections.abc import Callable

    from digsite.bots.room import Room
    from digsite.bots.task import Task

NOBODY: Final = -2
"""The mover of a position where the game is over."""
UNKNOWN: Final = -3
"""The mover of a position that was not reached yet."""
ROOT: Final = 0
NONE: Final = -1

WIDEST: Final = 24
"""The most children that a node has; chance has all of its own."""
LONGEST: Final = 256
"""The most moves from the root to a leaf."""

LEAST_SIMULATIONS: Final = 2
"""The first looks at the root, the second at a move."""
MOST_SIMULATIONS: Final = 1 << 16
MOST_NODES: Final = 1 << 20
"""What there is room for."""

NODE: Final = np.dtype(
    (
        np.record,
        [
            ("move", np.int32),  # that leads here
            ("mover", np.int32),  # who moves here: a seat, CHANCE, NOBODY or UNKNOWN
            ("place", np.int32),  # of its position, or NONE
            ("first", np.int32),  # its first child, or NONE
            ("children", np.int32),
            ("grab", np.int32),  # the child that brings its mover most points now, if that one is doubted
            ("visits", np.int32),
            ("odds", np.int32),  # as an outcome of chance
            ("promise", np.float64),  # of the move at a glance; those of all children add up to 1
            ("hopes", np.float64, (MAX_SEATS,)),  # added up over the visits, for each seat
        ],
    )
)


class Tree(NamedTuple):
    """The room of one search."""

    nodes: Any
    positions: Any
    used: Any
    """How many nodes, and how many positions, there are."""
    path: Any
    """The nodes from the root to where the search is."""
    leaf: Any
    """A position to go on from."""
    hopes: Any
    policies: Any
    curiosity: float
    warmth: float
    doubt: int


def grow(tree: Tree, simulations: int, horizon: int, room: Room) -> None:
    """Go down the tree, look at one more position and carry what it promises back, so many times."""
    for _ in range(simulations):
        length = descend(tree, room)
        node = tree.nodes[tree.path[length - 1]]
        tree.leaf[0] = tree.positions[node.place]
        if node.mover != NOBODY and horizon > 0:
            go_on(tree.leaf, tree.policies, horizon, room)
        outlook(tree.leaf, tree.hopes)
        carry_back(tree, length)


def descend(tree: Tree, room: Room) -> int:
    """Fill the path with nodes, down to one that was not visited before; return how many there are."""
    node, length = wide(ROOT), 1
    tree.path[0] = ROOT
    while tree.nodes[node].visits > 0 and length < LONGEST:
        if tree.nodes[node].first == NONE and not expand(tree, node, room):
            break
        child = choose_child(tree, node, room)
        if tree.nodes[child].place == NONE:
            reach(tree, tree.nodes[node], tree.nodes[child])
        node = child
        tree.path[length] = node
        length += 1
    return length


def reach(tree: Tree, parent: Any, child: Any) -> None:
    """Make the position of a child that is visited for the first time."""
    child.place = tree.used[1]
    tree.used[1] += 1
    tree.positions[child.place] = tree.positions[parent.place]
    pos = tree.positions[child.place : child.place + 1]
    play(pos, wide(parent.mover), wide(child.move))
    due = movers(pos)
    child.mover = first_due(due) if due != 0 else NOBODY


def expand(tree: Tree, node: int, room: Room) -> bool:
    """Give a node its children, unless the game does not go on there or the tree is full."""
    mover = wide(tree.nodes[node].mover)
    if mover == NOBODY or tree.used[0] + len(room.moves) > len(tree.nodes):
        return False
    place = tree.nodes[node].place
    pos = tree.positions[place : place + 1]
    count = legal(pos, mover, room.moves)
    if count == 0:
        return False
    if mover == CHANCE:
        weights(pos, room.buffer)
    else:
        appeals(pos, mover, room.moves, count, room.buffer, room.trial)
        count = best_first(room.moves, room.buffer, count, WIDEST)
    add_children(tree, node, count, room)
    if is_doubted(tree, mover):
        tree.nodes[node].grab = child_by(tree, node, pick(pos, mover, GREEDY, count, room))
    return True


@njit
def is_doubted(tree: Tree, mover: int) -> bool:
    """Tell whether somebody else moves who may not think."""
    return tree.doubt > 0 and mover != CHANCE and mover != tree.nodes[ROOT].mover


@njit
def child_by(tree: Tree, node: int, move: int) -> int:
    """Return the child that a move leads to."""
    child = tree.nodes[node].first
    while tree.nodes[child].move != move:
        child += 1
    return child


@njit
def best_first(moves: Any, appeal: Any, count: int, most: int) -> int:
    """Sort the moves that look best to the front, so many at most; return how many."""
    kept = min(count, most)
    for i in range(kept):
        best = i
        for j in range(i + 1, count):
            if appeal[j] > appeal[best]:
                best = j
        moves[i], moves[best] = moves[best], moves[i]
        appeal[i], appeal[best] = appeal[best], appeal[i]
    return kept


@njit
def add_children(tree: Tree, node: int, count: int, room: Room) -> None:
    """Add the room's moves as children of a node."""
    first = tree.used[0]
    tree.used[0] += count
    tree.nodes[node].first, tree.nodes[node].children = first, count
    total = 0.0
    for i in range(count):
        child = tree.nodes[first + i]
        child.move, child.odds = room.moves[i], room.buffer[i]
        child.mover, child.place, child.first = UNKNOWN, NONE, NONE
        child.promise = exp((room.buffer[i] - room.buffer[0]) / tree.warmth)
        total += child.promise
    for i in range(count):
        tree.nodes[first + i].promise /= total


@njit
def choose_child(tree: Tree, node: int, room: Room) -> Any:
    """Return the child to visit next."""
    parent = tree.nodes[node]
    if parent.mover == CHANCE:
        return drawn_child(tree, parent, room)
    if is_doubted(tree, parent.mover) and below(room.rng, 100) < tree.doubt:
        return np.int64(parent.grab)
    best: Any = np.int64(parent.first)
    most = -np.inf
    for i in range(parent.first, parent.first + parent.children):
        drawn_by = attraction(tree, parent, i)
        if drawn_by > most:
            best, most = i, drawn_by
    return best


@njit
def drawn_child(tree: Tree, parent: Any, room: Room) -> Any:
    """Return an outcome of chance, each as likely as its odds."""
    total = 0
    for i in range(parent.first, parent.first + parent.children):
        total += tree.nodes[i].odds
    ticket = below(room.rng, total)
    child = np.int64(parent.first)
    while ticket >= tree.nodes[child].odds:
        ticket -= tree.nodes[child].odds
        child += 1
    return child


@njit
def attraction(tree: Tree, parent: Any, child: int) -> float:
    """Return how much a child attracts its parent's mover: by what it held, and by what it may still hold.

    A child that was never visited is thought to be like its parent.
    """
    node = tree.nodes[child]
    known = node if node.visits > 0 else parent
    hope = known.hopes[parent.mover] / known.visits
    return hope + tree.curiosity * node.promise * sqrt(parent.visits) / (1 + node.visits)


@njit
def carry_back(tree: Tree, length: int) -> None:
    """Add what a leaf promises to all nodes on the path."""
    for i in range(length):
        node = tree.nodes[tree.path[i]]
        node.visits += 1
        for seat in range(MAX_SEATS):
            node.hopes[seat] += tree.hopes[seat]


@cache
def compiled(key: str) -> Callable[..., None]:
    """Return `grow` of a game."""
    rules, knowledge, looks = kernel(key), worth(key), glance(key)
    widen = bind(expand, rules, njit_apart, appeals=knowledge.appeals, pick=looks.pick)
    down = bind(descend, rules, njit_apart, expand=widen, reach=bind(reach, rules, njit_apart))
    others = {"descend": down, "go_on": looks.go_on, "outlook": knowledge.outlook}
    return bind(grow, rules, njit_apart, **others)


def search(task: Task) -> Move:
    """Return the move that was visited most."""
    tree = _planted(task)
    while (simulations := _affordable(task)) > 0:
        compiled(task.key)(tree, simulations, task.mind.horizon, task.room)
        task.clock.spend(simulations)
    root = tree.nodes[ROOT]
    children = tree.nodes[root["first"] : root["first"] + root["children"]]
    best = np.lexsort((children["hopes"][:, task.seat], children["visits"]))[-1]
    return Move(int(children["move"][best]))


def _affordable(task: Task) -> int:
    """Return how many simulations there is time and room for; the first few are always made."""
    least = LEAST_SIMULATIONS if task.clock.nodes == 0 else 0
    return max(least, min(task.clock.left(), MOST_SIMULATIONS - task.clock.nodes))


def _planted(task: Task) -> Tree:
    """Return a tree that has nothing but its root."""
    tree = _room_for_tree(task)
    root = tree.nodes[ROOT]
    root["mover"], root["first"] = task.seat, NONE
    tree.positions[ROOT] = task.pos[0]
    tree.used[:] = 1
    return tree


def _room_for_tree(task: Task) -> Tree:
    return Tree(
        nodes=np.zeros(MOST_NODES, NODE),  # memory that is never touched costs nothing
        positions=np.zeros(1 + MOST_SIMULATIONS, task.pos.dtype),
        used=np.zeros(2, np.int64),
        path=np.zeros(LONGEST, np.int64),
        leaf=np.zeros_like(task.pos),
        hopes=np.zeros(MAX_SEATS),
        policies=np.full(MAX_SEATS, POLICIES[task.mind.policy]),
        curiosity=task.mind.curiosity,
        warmth=task.mind.warmth,
        doubt=task.mind.doubt,
    )
