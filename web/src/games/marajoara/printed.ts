/** What is printed on the boards, and how it is told: read from the catalog that the rules wrote. */
import { say, sayAny } from '../../lib/words.svelte';
import catalog from './catalog.json';
import type { Colour, Fragment } from './things';

export type Need = (typeof catalog.fragments)[Fragment];
export type Space = (typeof catalog.spaces)[Colour][number];

/** How many dice of a colour a museum stores. */
export const PLACES = catalog.places;
export const CART_PLACES = catalog.cart;
export const ROUNDS = catalog.rounds;
export const COLOURS: readonly Colour[] = ['yellow', 'red', 'blue'];

/** Return what restores a fragment. */
export function needOf(fragment: Fragment): Need {
  return catalog.fragments[fragment];
}

/** Return the spaces of a track, from the first to the last. */
export function spacesOf(track: Colour): Space[] {
  return catalog.spaces[track];
}

/** Say what restores a fragment. */
export function needInWords({ dice, least, exact, different }: Need): string {
  const values = { n: least };
  if (exact) return say('marajoara.page_need_exact', values);
  if (different) return say('marajoara.page_need_different', values);
  if (dice.length > 1) return say('marajoara.page_need_any', values);
  return dice.includes(2) ? say('marajoara.page_need_two', values) : say('marajoara.page_need_one', values);
}

/** Say what a space of a track gives. */
export function spaceInWords(track: Colour, { gives, n }: Space): string {
  if (gives === 'points') return say('marajoara.brings_points', { n });
  return gives === 'end' ? sayAny(`marajoara.page_end_${track}`) : sayAny(`marajoara.space_${gives}`, { n });
}

/** Return the name of a die: `y3` and `2y3` are a yellow three. */
export function dieName(die: string): string {
  const [colour = '', face = ''] = die.slice(-2);
  return sayAny(`marajoara.page_die_${colour}`, { n: Number(face) });
}

/** Return what a die shows. */
export function faceOf(die: string): number {
  return Number(die.slice(-1));
}
