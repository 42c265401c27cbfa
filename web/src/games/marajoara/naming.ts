/** Names of dice and moves in sentences. */
import { listed, say } from '../../lib/words.svelte';
import type { MarajoaraMove, MarajoaraView } from '../../wire/messages';
import type { Sitter } from '../face';
import type { Capture } from './captures';
import { dieName, faceOf } from './printed';
import { cartThing, kindOf, lookOf, squareIn, type Thing } from './things';

/** Return the words of a move, its kind first. */
export function wordsOf(move: MarajoaraMove): string[] {
  return move.text.split(' ').filter((word) => word !== 'done');
}

/** Return the name of a thing's die: `die:2y3#2` is a yellow three. */
export function thingName(thing: Thing, view: MarajoaraView): string {
  const place = view.cart.findIndex((_, at) => cartThing(at + 1) === thing);
  if (place >= 0) return dieName(view.cart[place] ?? '');
  const square = squareIn(thing);
  return dieName(square === null ? lookOf(kindOf(thing)) : (view.site.dice[square] ?? ''));
}

/** Return the names of dice as people list them. */
export function diceNames(words: string[]): string {
  return listed(words.map((word) => dieName(word.split(':')[0] ?? '')));
}

/** What becomes of a die that pays. */
export interface Paid {
  die: string;
  /** What it becomes; nothing where it goes into the cart. */
  after: string | null;
}

/** Return what becomes of each die of a payment. */
export function paidBy(move: MarajoaraMove): Paid[] {
  return wordsOf(move)
    .slice(1)
    .map((word) => {
      const [die = '', by] = word.split(':');
      return { die, after: by === undefined ? null : `${die.charAt(0)}${faceOf(die) - Number(by)}` };
    });
}

/** Say what becomes of the dice of a payment. */
export function paymentInWords(move: MarajoaraMove): string {
  return listed(
    paidBy(move).map(({ die, after }) =>
      after === null
        ? say('marajoara.page_pays_whole', { die: dieName(die) })
        : say('marajoara.page_pays_part', { die: dieName(die), face: faceOf(after) }),
    ),
  );
}

/** Say what a die is good for once it is captured. */
export function opens(die: string): string {
  const values = { n: faceOf(die) };
  switch (die.charAt(0)) {
    case 'y':
      return say('marajoara.page_opens_y', values);
    case 'r':
      return say('marajoara.page_opens_r');
    case 'b':
      return say('marajoara.page_opens_b');
    default:
      return say('marajoara.page_opens_g', values);
  }
}

/** Say what a capture would do, its dig bonus included. */
export function leapInWords(
  capture: Capture,
  view: MarajoaraView,
  seat: number | null,
  sitters: Sitter[],
): string {
  const leap = say('marajoara.page_leap', {
    die: dieName(view.site.dice[capture.from] ?? ''),
    to: capture.to,
    face: faceOf(capture.becomes),
    takes: dieName(capture.takes),
    opens: opens(capture.takes),
  });
  if (capture.token === null) return leap;
  if (capture.token === seat) return say('marajoara.page_leap_own', { leap });
  return say('marajoara.page_leap_theirs', { leap, name: nameOf(sitters, capture.token) });
}

export function nameOf(sitters: Sitter[], seat: number): string {
  return sitters.find((sitter) => sitter.seat === seat)?.name ?? '';
}
