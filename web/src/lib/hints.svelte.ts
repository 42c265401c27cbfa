/** Hints at the first table of each game, unless one wants none. */
import { keep, kept } from './kept';
import { hasWords, sayAny } from './words.svelte';

const KEPT = 'digsite.hints';
const NONE = 'none';
const STEPS = [1, 2, 3];

type Tables = Record<string, string>;

class Hints {
  #isOn = $state(kept(KEPT) !== NONE);
  /** The first table of each game; nothing once its hints were put away. */
  #first = $state.raw<Tables>(known());

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Have hints, from the beginning again, or none. */
  choose(isOn: boolean): void {
    this.#isOn = isOn;
    this.#first = {};
    keep(KEPT, isOn ? null : NONE);
  }

  /** Tell whether a table has hints: it is the first of its game, and they were not put away. */
  isFor(game: string, table: string): boolean {
    return this.#isOn && (this.#first[game] ?? table) === table;
  }

  /** A table is played at: if no other one was before, it is the first of its game. */
  begin(game: string, table: string): void {
    if (this.#isOn && this.#first[game] === undefined) this.#keep(game, table);
  }

  /** Put the hints of a game away. */
  putAway(game: string): void {
    this.#keep(game, '');
  }

  #keep(game: string, table: string): void {
    this.#first = { ...this.#first, [game]: table };
    keep(KEPT, JSON.stringify(this.#first));
  }
}

function known(): Tables {
  const text = kept(KEPT);
  if (text === null || text === NONE) return {};
  try {
    return JSON.parse(text) as Tables;
  } catch {
    return {}; // somebody else wrote there: one is new here
  }
}

/** Return what to do first in a game, in its own words. */
export function stepsOf(game: string): string[] {
  return STEPS.map((n) => `${game}.page_hint_${n}`)
    .filter(hasWords)
    .map((key) => sayAny(key));
}

export const hints = new Hints();
