/** Every move as things to pick, one after the other. Its words say which, in their place; no rule is needed. */
import type { MarajoaraMove } from '../../wire/messages';
import { squareTowards } from './squares';
import { buttonThing, CAPTURED, cartThing, fragmentThing, kindOf, squareThing, vaseThing } from './things';
import type { Thing } from './things';

/** One way to pick a move. */
export interface Way {
  move: MarajoaraMove;
  things: Thing[];
  /** Whether they may be picked in any order, and a die more than once. */
  isBag: boolean;
}

const DONE = 'done';

/** Return the ways to pick a move. */
export function waysOf(move: MarajoaraMove): Way[] {
  const [kind = '', ...words] = move.text.split(' ').filter((word) => word !== DONE);
  const isBag = kind === 'raise' || kind === 'take';
  return pathsOf(kind, words, move.to).map((things) => ({ move, things, isBag }));
}

function pathsOf(kind: string, words: string[], to = ''): Thing[][] {
  const [first = '', second = ''] = words;
  switch (kind) {
    case 'token':
    case 'retire':
      return [[squareThing(first)]];
    case 'capture':
      return [[squareThing(first), squareThing(to)]];
    case 'shift':
      return [[buttonThing(kind), squareThing(first), squareThing(squareTowards(first, second))]];
    case 'exhibit':
      return [[dieThing(first)], [buttonThing(kind), dieThing(first)]];
    case 'add':
      return [[dieThing(first)]];
    case 'fund':
      return [[buttonThing(kind), dieThing(first), buttonThing(second)]];
    case 'exchange':
      return [words, [second, first]].map((dice) => [buttonThing(kind), ...dice.map(dieThing)]);
    case 'restore':
      return restorations(first, words.slice(1).map(dieThing));
    case 'score':
      return [[fragmentThing(first, second === '2' ? 2 : 1)]];
    case 'remove':
      return [[vaseThing(first === '2' ? 2 : 1)]];
    case 'excavate':
      return [[`track:${first}`]];
    case 'take':
      return [words.map((place) => cartThing(Number(place)))];
    case 'recycle':
      return [[`slate:${first}`, squareThing(second)]];
    case 'give':
    case 'pay':
      return [words.map(dieThing)];
    case 'raise':
      return [words.flatMap(raised)];
    default: // end, pass, spend, store: nothing on the table stands for them
      return [[buttonThing([kind, ...words].join(':'))]];
  }
}

/** `y3` and `y3:2` are the same die; what is behind the colon is how much of it. */
function dieThing(word: string): Thing {
  return `die:${word.split(':')[0] ?? ''}`;
}

/** Dice first, or the fragment. */
function restorations(fragment: string, dice: Thing[]): Thing[][] {
  const restored = fragmentThing(fragment, dice[0]?.startsWith('die:2') ? 2 : 1);
  return [
    [restored, ...dice],
    [...dice, restored],
    [buttonThing('restore'), restored, ...dice],
  ];
}

/** A die is picked once for each point. */
function raised(word: string, place: number, words: string[]): Thing[] {
  if (word === CAPTURED) return [CAPTURED];
  const [die = '', by = '1'] = word.split(':');
  const before = words.slice(0, place).filter((other) => other.split(':')[0] === die).length;
  const thing = before === 0 ? `die:${die}` : `die:${die}#${before + 1}`;
  return Array.from({ length: Number(by) }, () => thing);
}

/** Tell whether picks can still become a move by this way. */
export function fits(way: Way, chosen: Thing[]): boolean {
  if (chosen.length > way.things.length) return false;
  if (way.isBag) return isWithin(countsOf(chosen), countsOf(way.things));
  if (new Set(chosen).size < chosen.length) return false;
  return chosen.every((thing, place) => kindOf(thing) === kindOf(way.things[place] ?? ''));
}

/** Return how often each thing is picked, the most frequent first, by its kind: of dice that are alike any will do. */
function countsOf(things: Thing[]): Map<Thing, number[]> {
  const each = new Map<Thing, number>();
  for (const thing of things) each.set(thing, (each.get(thing) ?? 0) + 1);
  const counts = new Map<Thing, number[]>();
  for (const [thing, count] of each) {
    counts.set(
      kindOf(thing),
      [...(counts.get(kindOf(thing)) ?? []), count].sort((a, b) => b - a),
    );
  }
  return counts;
}

function isWithin(some: Map<Thing, number[]>, all: Map<Thing, number[]>): boolean {
  return [...some].every(([kind, counts]) =>
    counts.every((count, place) => count <= (all.get(kind)?.[place] ?? 0)),
  );
}

/** Return what can be picked next by a way, as kinds of things. */
export function nextOf(way: Way, chosen: Thing[]): Thing[] {
  if (way.isBag) return way.things.map(kindOf);
  return way.things.slice(chosen.length, chosen.length + 1).map(kindOf);
}
