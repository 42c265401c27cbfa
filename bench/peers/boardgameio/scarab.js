// SCARAB for two on the full board, without deflection, as a boardgame.io game.
// The numbers S1 … S11 are those of the rules; a move of the priest is `go`, an ankh asks for `put` or `keep`.
'use strict';

const { INVALID_MOVE } = require('boardgame.io/core');

const SIDE = 10;
const SQUARES = SIDE * SIDE;

// What lies on a square. A scarab is its value, -8 … -1 or +1 … +8.
const EMPTY = 0;
const HIGHEST = 8;
const ANKH = 9;

// S1: what is in the box. The priest stands on the square that is left.
const EACH_VALUE = 6;
const ANKHS = 3;
const VALUES = Array.from({ length: HIGHEST }, (_, i) => [-1 - i, 1 + i]).flat();
const BOX = [...VALUES.flatMap((value) => Array(EACH_VALUE).fill(value)), ...Array(ANKHS).fill(ANKH), EMPTY];

// The squares that a move from a square may end on, by the line that it must use.
const squares = Array.from({ length: SQUARES }, (_, square) => square);
const row = (square) => Math.floor(square / SIDE);
const column = (square) => square % SIDE;
const inLine = (same) => squares.map((from) => squares.filter((to) => to !== from && same(from, to)));
const LINES = {
  row: inLine((a, b) => row(a) === row(b)),
  column: inLine((a, b) => column(a) === column(b)),
  either: inLine((a, b) => row(a) === row(b) || column(a) === column(b)),
};

// S1: stones and ankhs at random; whoever opens a match may bring a deal instead.
function setup({ random }, deal) {
  const stones = deal?.stones ?? random.Shuffle(BOX);
  return {
    stones,
    priest: deal?.priest ?? stones.indexOf(EMPTY),
    line: 'either',
    scarabs: stones.filter((stone) => stone !== EMPTY && stone !== ANKH).length,
    hands: [[], []],
    choosing: false,
  };
}

// S4, S5: onto a stone in the line; the first move does not end on an ankh.
function isTarget(stone, line) {
  return stone !== EMPTY && (stone !== ANKH || line !== 'either');
}

// S6, S7, S9: the stone goes into the hand; an ankh leaves the game, and asks whoever has a stone to put back.
// A square for it is always free: the one that the priest came from.
function go({ G, ctx }, square) {
  const { stones, priest, line } = G;
  const stone = stones[square];
  if (G.choosing || !LINES[line][priest].includes(square) || !isTarget(stone, line)) return INVALID_MOVE;
  const hand = G.hands[ctx.currentPlayer];
  stones[square] = EMPTY;
  G.priest = square;
  G.line = row(priest) === row(square) ? 'column' : 'row';
  if (stone === ANKH) {
    G.choosing = hand.length > 0;
  } else {
    hand.push(stone);
    G.scarabs -= 1;
  }
}

// S9: a stone of one's own onto a free square.
function put({ G, ctx }, value, square) {
  const hand = G.hands[ctx.currentPlayer];
  const held = hand.indexOf(value);
  const isFree = G.stones[square] === EMPTY && Number.isInteger(square) && square !== G.priest;
  if (!G.choosing || held < 0 || !isFree) return INVALID_MOVE;
  hand.splice(held, 1);
  G.stones[square] = value;
  G.scarabs += 1;
  G.choosing = false;
}

// S9: putting back is optional.
function keep({ G }) {
  if (!G.choosing) return INVALID_MOVE;
  G.choosing = false;
}

// S10: no scarab is left, or no stone in the line to move along.
function isStuck({ stones, priest, line, scarabs }) {
  return scarabs === 0 || !LINES[line][priest].some((square) => isTarget(stones[square], line));
}

// S11: the total, then how many +8s, +7s … +1s.
function merit(hand) {
  const counts = Array(HIGHEST).fill(0);
  for (const value of hand) if (value > 0) counts[HIGHEST - value] += 1;
  return [hand.reduce((sum, value) => sum + value, 0), ...counts];
}

// S11: highest wins; still equal, they share the win.
function result({ hands }) {
  const [first, second] = hands.map(merit);
  const at = first.findIndex((count, i) => count !== second[i]);
  const winners = at < 0 ? ['0', '1'] : [first[at] > second[at] ? '0' : '1'];
  return { winners, points: [first[0], second[0]] };
}

module.exports = {
  name: 'scarab',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup,
  moves: { go, put, keep },
  turn: { endIf: ({ G }) => !G.choosing },
  endIf: ({ G }) => (!G.choosing && isStuck(G) ? result(G) : undefined),
};
