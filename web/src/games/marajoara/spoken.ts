/** What a screen reader says about a square of the site; tips say the same. */
import { say } from '../../lib/words.svelte';
import type { MarajoaraView } from '../../wire/messages';
import type { Sitter } from '../face';
import type { Capture } from './captures';
import { leapInWords, nameOf } from './naming';
import { dieName } from './printed';
import { squareThing, type Thing } from './things';

export interface Told {
  view: MarajoaraView;
  seat: number | null;
  sitters: Sitter[];
  captures: Capture[];
  lit: ReadonlySet<Thing>;
  chosen: ReadonlySet<Thing>;
}

/** Return what is on a square, and what one can do there. */
export function spoken(told: Told, square: string): string {
  const parts = [lies(told.view, square), ...printed(told, square), ...possible(told, square)];
  return say('marajoara.page_square', { square, what: parts.join(', ') });
}

function lies(view: MarajoaraView, square: string): string {
  const die = view.site.dice[square];
  return die === undefined ? say('marajoara.page_square_free') : dieName(die);
}

function printed({ view, sitters }: Told, square: string): string[] {
  const { roped, plus_one, plus_two, icons, unreached } = view.site;
  const owner = view.seats.findIndex(({ tokens }) => tokens.includes(square));
  return [
    roped.includes(square) && say('marajoara.page_square_roped'),
    plus_one.includes(square) && say('marajoara.page_square_plus', { n: 1 }),
    plus_two.includes(square) && say('marajoara.page_square_plus', { n: 2 }),
    icons.includes(square) && owner < 0 && say('marajoara.page_square_icon'),
    owner >= 0 && say('marajoara.page_square_token', { name: nameOf(sitters, owner) }),
    unreached.includes(square) && say('marajoara.page_square_star'),
  ].filter((part) => part !== false);
}

function possible({ view, seat, sitters, captures, lit, chosen }: Told, square: string): string[] {
  if (chosen.has(squareThing(square))) return [say('marajoara.page_square_chosen')];
  if (!lit.has(squareThing(square))) return [];
  const landing = captures.find(({ from, to }) => to === square && chosen.has(squareThing(from)));
  if (landing) return [leapInWords(landing, view, seat, sitters)];
  const squares = captures.filter(({ from }) => from === square).map(({ to }) => to);
  return squares.length === 0
    ? [say('marajoara.page_square_lit')]
    : [say('marajoara.page_square_leaps', { squares: squares.join(', ') })];
}
