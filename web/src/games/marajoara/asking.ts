/** One sentence that says what is asked now, step by step, and what the main button does. */
import { say, sayAny } from '../../lib/words.svelte';
import type { MarajoaraMove, MarajoaraView } from '../../wire/messages';
import type { Prompt, Sitter } from '../face';
import type { Capture } from './captures';
import { madeInWords, raisedInWords } from './chosen';
import { leapInWords, nameOf, opens, thingName, wordsOf } from './naming';
import type { Picks } from './picks.svelte';
import { dieName, faceOf } from './printed';
import { squareIn } from './things';

/** What a prompt is a function of. */
export interface Asked {
  view: MarajoaraView;
  seat: number | null;
  sitters: Sitter[];
  picks: Picks;
  /** The leaps that somebody looks at. */
  looked: Capture[];
  play: (move: string) => void;
}

/** Return what is asked now; a leap that somebody looks at is told instead. */
export function promptOf({ view, seat, sitters, picks, looked, play }: Asked): Prompt | null {
  const asked = picks.moves.length > 0 ? askingOf(view, picks, play) : waitingOf(view, seat, sitters);
  const [leap, ...others] = looked;
  if (!asked || !leap || others.length > 0) return asked;
  return { ...asked, sentence: leapInWords(leap, view, seat, sitters) };
}

/** Return what is asked of the seat that is due. */
function askingOf(view: MarajoaraView, picks: Picks, play: (move: string) => void): Prompt {
  const [move, ...others] = picks.complete;
  const isMade = move !== undefined && others.length === 0;
  const main = isMade ? move : mainOf(picks);
  return {
    sentence: (isMade && madeInWords(view, picks, move)) || sentenceOf(view, picks),
    ...(main && { confirm: { label: labelOf(main), run: () => play(main.text) } }),
    ...(picks.any && { cancel: () => picks.back() }),
  };
}

/** What whoever is in turn is told while another seat chooses; null where waiting needs no further words. */
function waitingOf(view: MarajoaraView, seat: number | null, sitters: Sitter[]): Prompt | null {
  const { active, due, asks } = view.turn;
  if (due === null || due === seat || active !== seat) return null;
  const name = nameOf(sitters, due);
  if (asks === 'raise_other') return { sentence: say('marajoara.page_wait_raise', { name }) };
  return asks === 'token' ? { sentence: say('marajoara.page_wait_token', { name }) } : null;
}

/** What the main button does before anything is picked: what most turns go on with. */
function mainOf(picks: Picks): MarajoaraMove | undefined {
  if (picks.any) return undefined;
  return picks.moves.find(({ text }) => text === 'store' || text === 'end');
}

function labelOf(move: MarajoaraMove): string {
  const [kind = '', square] = wordsOf(move);
  const key = `marajoara.page_make_${kind}`;
  return sayAny(key, { square });
}

/** Say what is asked for next. */
function sentenceOf(view: MarajoaraView, picks: Picks): string {
  const { asks, captured, cost, raised_by, acted } = view.turn;
  const die = captured ?? '';
  switch (asks) {
    case 'turn':
      return picks.any ? stepInWords(view, picks) : turnInWords(picks, acted);
    case 'pay':
      return payInWords(view, picks, cost);
    case 'raise_own':
    case 'raise_other':
    case 'raise_track':
      return picks.any ? raisedInWords(view, picks) : sayAny(`marajoara.page_ask_${asks}`, { n: raised_by });
    case 'store':
      return picks.moves.some(({ text }) => text.startsWith('store'))
        ? say('marajoara.page_ask_store', { die: dieName(die), opens: opens(die) })
        : say('marajoara.page_ask_store_full', { die: dieName(die) });
    case 'excavate':
      if (!picks.moves.some(({ text }) => text.startsWith('excavate')))
        return say('marajoara.page_ask_spend');
      return say('marajoara.page_ask_excavate', { die: dieName(die), n: faceOf(die) });
    case 'recycle': {
      const [picked] = picks.order;
      return picked
        ? say('marajoara.page_ask_recycle', { die: thingName(picked, view) })
        : say('marajoara.page_ask_recycle_which');
    }
    case 'give':
    case 'take': {
      const [first] = picks.order;
      return first
        ? sayAny(`marajoara.page_ask_${asks}_second`, { die: thingName(first, view) })
        : sayAny(`marajoara.page_ask_${asks}`);
    }
    default:
      return sayAny(`marajoara.page_ask_${asks}`);
  }
}

function turnInWords(picks: Picks, acted: boolean): string {
  if (acted) return say('marajoara.page_ask_turn_after');
  const canLeap = picks.moves.some(({ text }) => text.startsWith('capture'));
  return canLeap ? say('marajoara.page_ask_turn') : say('marajoara.page_ask_turn_stuck');
}

/** Say what comes next in a free action, or in a capture. */
function stepInWords(view: MarajoaraView, picks: Picks): string {
  const last = picks.order.at(-1) ?? '';
  const kinds = new Set(picks.open.map((move) => wordsOf(move)[0]));
  if (kinds.has('capture')) return say('marajoara.page_ask_leap', { die: thingName(last, view) });
  if (kinds.has('shift')) {
    return squareIn(last) !== null
      ? say('marajoara.page_ask_shift_to', { die: thingName(last, view) })
      : say('marajoara.page_ask_shift');
  }
  if (kinds.has('fund')) {
    return last.startsWith('die:')
      ? say('marajoara.page_ask_fund_way', { die: thingName(last, view) })
      : say('marajoara.page_ask_fund');
  }
  if (kinds.has('restore')) return restoringInWords(view, picks);
  if (!kinds.has('exchange')) return say('marajoara.page_ask_exhibit');
  return last.startsWith('die:')
    ? say('marajoara.page_ask_exchange_for', { die: thingName(last, view) })
    : say('marajoara.page_ask_exchange');
}

function restoringInWords(view: MarajoaraView, picks: Picks): string {
  const fragment = picks.order
    .find((thing) => thing.startsWith('fragment:'))
    ?.split(':')
    .at(-1);
  if (fragment !== undefined) return say('marajoara.page_ask_restore_dice', { fragment });
  const dice = picks.order.filter((thing) => thing.startsWith('die:'));
  if (dice.length === 0) return say('marajoara.page_ask_restore');
  return say('marajoara.page_ask_restore_fragment', {
    dice: dice.map((thing) => thingName(thing, view)).join(', '),
  });
}

function payInWords(view: MarajoaraView, picks: Picks, cost: number): string {
  const what = sayAny(`marajoara.page_doing_${view.turn.doing?.split(' ')[0] ?? ''}`);
  const pay = say('marajoara.page_ask_pay', { what, n: cost });
  const mayAdd = picks.open.some(({ text }) => text.startsWith('add'));
  return mayAdd ? say('marajoara.page_ask_pay_more', { pay }) : pay;
}
