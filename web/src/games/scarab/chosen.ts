/** What the picks come to, and what is said about them. */
import { say } from '../../lib/words.svelte';
import type { ScarabView } from '../../wire/messages';
import type { Prompt } from '../face';
import type { Picks } from './picks.svelte';
import { indexOf } from './squares';
import { ANKH, signed, valueOf } from './stones';
import type { Choices, Put, Way } from './ways';

/** A move that is picked to its end. */
export type Chosen =
  | { what: 'go'; move: string; square: string; way: Way; stone: string }
  | { what: 'put'; move: string; square: string; put: Put; stone: string }
  | { what: 'keep'; move: string };

/** Return the move that is picked, if it is. */
export function chosenOf(view: ScarabView, choices: Choices, picks: Picks): Chosen | null {
  const { square, stone } = picks;
  if (picks.keep && choices.keep !== null) return { what: 'keep', move: choices.keep };
  if (square === null) return null;
  if (stone !== null) {
    const put = choices.puts.get(stone)?.get(square);
    return put ? { what: 'put', move: put.move, square, put, stone } : null;
  }
  const way = choices.ways.get(square)?.[picks.way];
  return way ? { what: 'go', move: way.move, square, way, stone: view.stones[indexOf(square)] ?? '' } : null;
}

/** Return a stone as a sentence names it. */
export function named(stone: string): string {
  return stone === ANKH ? say('scarab.page_an_ankh') : signed(valueOf(stone));
}

/** Return what is asked while nothing, or not all, is picked. */
export function question(view: ScarabView, choices: Choices, picks: Picks): string {
  if (choices.keep !== null) {
    return picks.stone === null
      ? say('scarab.page_ask_put')
      : say('scarab.page_ask_square', { stone: named(picks.stone) });
  }
  const asked = say(`scarab.page_ask_${view.line}`);
  const mustTurn = [...choices.ways.values()].some((ways) => ways.every((way) => way.star !== null));
  return mustTurn ? `${asked} ${say('scarab.page_ask_turn')}` : asked;
}

/** Return what a picked move would do; `total` is what counts for whoever makes it now. */
export function consequence(chosen: Chosen, total: number): string {
  switch (chosen.what) {
    case 'keep':
      return say('scarab.page_keep');
    case 'put': {
      const { stone, square, put } = chosen;
      return say('scarab.page_put', { stone: named(stone), square, n: total + put.points });
    }
    case 'go': {
      const { stone, square, way } = chosen;
      const { star } = way;
      if (stone === ANKH) {
        return star === null
          ? say('scarab.page_ankh', { square })
          : say('scarab.page_ankh_turning', { square, star });
      }
      const values = { stone: named(stone), square, n: total + way.points };
      return star === null
        ? say('scarab.page_take', values)
        : say('scarab.page_take_turning', { ...values, star });
    }
  }
}

/** Return what the main button says. */
export function label(chosen: Chosen): string {
  switch (chosen.what) {
    case 'keep':
      return say('scarab.page_confirm_keep');
    case 'put':
      return say('scarab.page_confirm_put', { stone: named(chosen.stone) });
    case 'go':
      return chosen.stone === ANKH
        ? say('scarab.page_confirm_ankh')
        : say('scarab.page_confirm_take', { stone: named(chosen.stone) });
  }
}

/** Return what the page shows under the board. */
export function promptOf(
  view: ScarabView,
  choices: Choices,
  picks: Picks,
  total: number,
  play: (move: string) => void,
): Prompt {
  const chosen = chosenOf(view, choices, picks);
  const prompt: Prompt = {
    sentence: chosen ? consequence(chosen, total) : question(view, choices, picks),
  };
  if (chosen) prompt.confirm = { label: label(chosen), run: () => play(chosen.move) };
  if (picks.any) prompt.cancel = () => picks.back();
  return prompt;
}
