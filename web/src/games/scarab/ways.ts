/** The legal moves, ordered by what one picks: a stone to go to, or a stone to put back. */
import type { Move } from '../face';
import { lineOf, type Line } from './squares';

/** One way of the priest to a stone. */
export interface Way {
  move: string;
  points: number;
  /** Where it starts, turns and ends. */
  path: string[];
  /** Where it turns. */
  star: string | null;
}

/** What a stone that is put back brings. */
export interface Put {
  move: string;
  points: number;
}

export interface Choices {
  /** The ways to each square that can be reached, the straight one first. */
  ways: Map<string, Way[]>;
  /** By stone, then by square. */
  puts: Map<string, Map<string, Put>>;
  keep: string | null;
}

/** Put the legal moves in order, once for each view. */
export function choicesOf(moves: readonly Move[], priest: string): Choices {
  const choices: Choices = { ways: new Map(), puts: new Map(), keep: null };
  for (const { text, points } of moves) {
    const words = text.split(' ');
    const square = words.at(-1) ?? '';
    if (words[0] === 'keep') choices.keep = text;
    else if (words[0] === 'put') add(choices.puts, words[1] ?? '', square, { move: text, points });
    else addWay(choices.ways, square, wayOf(text, points, priest, words));
  }
  return choices;
}

function wayOf(move: string, points: number, priest: string, words: string[]): Way {
  const squares = words.filter((word) => word !== 'go' && word !== 'via');
  const star = squares.length > 1 ? (squares[0] ?? null) : null;
  return { move, points, path: [priest, ...squares], star };
}

function addWay(ways: Choices['ways'], square: string, way: Way): void {
  const others = ways.get(square);
  if (!others) ways.set(square, [way]);
  else if (way.star === null) others.unshift(way);
  else others.push(way);
}

function add(puts: Choices['puts'], stone: string, square: string, put: Put): void {
  const squares = puts.get(stone) ?? new Map<string, Put>();
  puts.set(stone, squares.set(square, put));
}

/** Return which of several ways was meant by whoever led the priest over these squares: the last star counts. */
export function wayAlong(ways: Way[], trail: string[]): number {
  const last = (way: Way) => (way.star === null ? -1 : trail.lastIndexOf(way.star));
  let best = 0;
  ways.forEach((way, index) => {
    if (last(way) > last(ways[best] ?? way)) best = index;
  });
  return best;
}

/** Return the line that whoever comes next has to use. */
export function lineAfter(way: Way): Line {
  const [from = '', to = ''] = way.path.slice(-2);
  return lineOf(from, to) === 'row' ? 'column' : 'row';
}

/** The squares that can be chosen: straight away, or by turning only. */
export type Reach = Map<string, 'straight' | 'turning'>;

/** Return the squares that can be chosen now; with a stone in hand, those where it may be put. */
export function reachOf(choices: Choices, stone: string | null): Reach {
  if (stone !== null) {
    return new Map([...(choices.puts.get(stone)?.keys() ?? [])].map((square) => [square, 'straight']));
  }
  return new Map(
    [...choices.ways].map(([square, ways]) => [square, ways[0]?.star === null ? 'straight' : 'turning']),
  );
}
