/** How the points of a game came about, line by line with why, and what decided between equal ones. */
import { say, sayAny } from '../../lib/words.svelte';
import type { MarajoaraView, TallyLine } from '../../wire/messages';
import type { Colour } from './things';
import { trackOf } from './tracks';

export interface Line {
  why: string;
  n: number;
}

export interface Sum {
  seat: number;
  lines: Line[];
  total: number;
  /** What is left to pay with: it decides between equal totals. */
  credits: number;
}

/** Two neighbours with the same total: the money of the first decides, unless they have the same. */
export interface Tie {
  ahead: Sum;
  behind: Sum;
}

/** Return how each seat came to its points, the best first. */
export function sumsOf(view: MarajoaraView, points: number[]): Sum[] {
  return view.seats
    .map(({ tally, credits }, seat) => {
      const total = points[seat] ?? 0;
      const atEnd = tally.reduce((sum, line) => sum + line.n, 0);
      const played = { why: say('marajoara.page_tally_played'), n: total - atEnd };
      const lines = [played, ...tally.map((line) => ({ why: whyOf(view, seat, line), n: line.n }))];
      return { seat, lines, total, credits };
    })
    .sort((one, other) => other.total - one.total || other.credits - one.credits);
}

/** Return the neighbours whose totals are equal. */
export function tiesOf(sums: Sum[]): Tie[] {
  return sums.slice(1).flatMap((behind, index) => {
    const ahead = sums[index];
    return ahead && ahead.total === behind.total ? [{ ahead, behind }] : [];
  });
}

function whyOf(view: MarajoaraView, seat: number, { key }: TallyLine): string {
  switch (key) {
    case 'red_end':
      return sayAny(`marajoara.page_tally_red_end_${rankOn(view, 'red', seat)}`, { n: vasesOf(view, seat) });
    case 'blue_end':
      return sayAny(`marajoara.page_tally_blue_end_${rankOn(view, 'blue', seat)}`, {
        n: fragmentsOf(view, seat),
      });
    case 'yellow_end':
      return sayAny(`marajoara.page_tally_yellow_end_${rankOn(view, 'yellow', seat)}`);
    case 'vases':
      return majority(key, view, seat, vasesOf);
    case 'fragments':
      return majority(key, view, seat, fragmentsOf);
    case 'round_track':
      return view.mission === '5'
        ? say('marajoara.page_tally_round_track_twice')
        : say('marajoara.page_tally_round_track');
    case 'gaps':
      return say('marajoara.page_tally_gaps');
  }
}

function rankOn(view: MarajoaraView, track: Colour, seat: number): 'first' | 'second' {
  return trackOf(view, track).ends[0] === seat ? 'first' : 'second';
}

function vasesOf(view: MarajoaraView, seat: number): number {
  return sum(view, seat, ({ vases }) => vases);
}

function fragmentsOf(view: MarajoaraView, seat: number): number {
  return sum(view, seat, ({ restored }) => restored.length);
}

/** A seat may have two museums. */
function sum(
  view: MarajoaraView,
  seat: number,
  count: (museum: MarajoaraView['museums'][number]) => number,
): number {
  return view.museums.filter((museum) => museum.seat === seat).reduce((all, one) => all + count(one), 0);
}

function majority(
  what: 'vases' | 'fragments',
  view: MarajoaraView,
  seat: number,
  countOf: (view: MarajoaraView, seat: number) => number,
): string {
  const count = countOf(view, seat);
  const others = view.seats.flatMap((_, other) => (other === seat ? [] : [countOf(view, other)]));
  const place = others.filter((other) => other > count).length + 1;
  const shared = others.includes(count) ? '_shared' : '';
  return sayAny(`marajoara.page_tally_${what}${shared}`, { place, count });
}
