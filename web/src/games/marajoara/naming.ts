/** Names of dice and moves in sentences. */
import { listed, say } from '../../lib/words.svelte';
import type { MarajoaraMove, MarajoaraView } from '../../wire/messages';
import type { Sitter } from '../face';
import type { Capture } from './captures';
import { dieName, faceOf } from './printed';
import { kindOf, lookOf, type Thing } from './things';

/** Return the words of a move, its kind first. */
export function wordsOf(move: MarajoaraMove): string[] {
  return move.text.split(' ').filter((word) => word !== 'done');
}

/** Return the name of a thing's die: `die:2y3#2` is a yellow three. */
export function thingName(thing: Thing, view: MarajoaraView): string {
  if (thing.startsWith('square:')) return dieName(view.site.dice[thing.slice('square:'.length)] ?? '');
  return dieName(lookOf(kindOf(thing)));
}

/** Return the names of dice as people list them. */
export function diceNames(words: string[]): string {
  return listed(words.map((word) => dieName(word.split(':')[0] ?? '')));
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
