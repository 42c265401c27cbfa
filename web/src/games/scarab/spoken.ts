/** What a screen reader says about a square. */
import { say } from '../../lib/words.svelte';
import type { ScarabView } from '../../wire/messages';
import { named } from './chosen';
import type { Picks } from './picks.svelte';
import { indexOf } from './squares';
import { ANKH, isStarred } from './stones';
import type { Choices } from './ways';

/** Return what is on a square. */
function lies(view: ScarabView, square: string): string {
  const stone = view.stones[indexOf(square)] ?? '';
  if (square === view.priest) return say(`scarab.page_cell_priest_${view.line}`, { square });
  if (stone === '') return say('scarab.page_cell_empty', { square });
  if (stone === ANKH) return say('scarab.page_cell_ankh', { square });
  const values = { stone: named(stone), square };
  return isStarred(stone) ? say('scarab.page_cell_starred', values) : say('scarab.page_cell_stone', values);
}

/** Return what is on a square, and what one can do there. */
export function spoken(view: ScarabView, choices: Choices, picks: Picks, square: string): string {
  const what = lies(view, square);
  if (picks.stone !== null) {
    const put = choices.puts.get(picks.stone)?.get(square);
    return put ? say('scarab.page_cell_free', { what, stone: named(picks.stone), n: put.points }) : what;
  }
  const ways = choices.ways.get(square);
  const way = ways?.[picks.square === square ? picks.way : 0];
  if (!ways || !way) return what;
  const isAnkh = view.stones[indexOf(square)] === ANKH;
  const reached = isAnkh
    ? say('scarab.page_cell_near', { what })
    : say('scarab.page_cell_reached', { what, n: way.points });
  const turning =
    way.star === null ? reached : say('scarab.page_cell_turning', { what: reached, star: way.star });
  return ways.length > 1 ? say('scarab.page_cell_ways', { what: turning, n: ways.length }) : turning;
}
