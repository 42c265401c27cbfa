/** What is asked of whoever sees a site, while there is a tile in hand and while there is none. */
import { say } from '../../lib/words.svelte';
import type { ScarabyaView, Site } from '../../wire/messages';
import type { Prompt } from '../face';
import type { Hand } from './hand.svelte';
import { reasonAgainst } from './sites';
import { wouldDo } from './words';

export interface Situation {
  view: ScarabyaView;
  site: Site;
  seat: number | null;
  hand: Hand;
  isAsked: boolean;
  due: number[];
  lay: () => void;
}

/** Return the sentence for what is going on, with what the buttons beside it do. */
export function asking({ view, site, seat, hand, isAsked, due, lay }: Situation): Prompt | null {
  const said = overTheSite(hand, view, site);
  if (said && (hand.grip !== 'set' || !isAsked)) return { sentence: said };
  if (said) {
    const confirm = { label: say('scarabya.page_lay'), run: lay };
    return { sentence: said, cancel: () => hand.putBack(), ...(hand.move ? { confirm } : {}) };
  }
  if (isAsked) return { sentence: say('scarabya.page_ask', { tile: view.card }) };
  if (site.has_chosen && seat !== null) return { sentence: say('scarabya.page_chosen', { n: due.length }) };
  return null;
}

/** Return what the tile would do where it is held, or why it will not stay; a mouse that passes hears no reasons. */
function overTheSite(hand: Hand, view: ScarabyaView, site: Site): string | null {
  if (!hand.placement) return null;
  if (hand.move) return wouldDo(hand.placement, hand.move, view);
  return hand.grip === 'hovering' ? null : say(reasonAgainst(hand.placement, view, site));
}
