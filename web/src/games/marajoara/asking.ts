/** One sentence that says what is asked now, step by step, and what the main button does. */
import { say, sayAny } from '../../lib/words.svelte';
import type { MarajoaraMove, MarajoaraView } from '../../wire/messages';
import type { Prompt, Sitter } from '../face';
import { diceNames, nameOf, opens, thingName, wordsOf } from './naming';
import type { Picks } from './picks.svelte';
import { dieName, faceOf, spaceInWords, spacesOf } from './printed';
import type { Colour } from './things';

/** Return what is asked of the seat that is due. */
export function askingOf(view: MarajoaraView, picks: Picks, play: (move: string) => void): Prompt {
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
export function waitingOf(view: MarajoaraView, seat: number | null, sitters: Sitter[]): Prompt | null {
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

/** Say what the move that is picked would do. */
function madeInWords(view: MarajoaraView, picks: Picks, move: MarajoaraMove): string {
  const [kind, ...words] = wordsOf(move);
  const points = say('marajoara.brings_points', { n: move.points });
  switch (kind) {
    case 'exhibit': {
      const cost = say('marajoara.brings_cost', { n: move.costs ?? 0 });
      return say('marajoara.page_chosen_exhibit', { die: diceNames(words), cost, points });
    }
    case 'add':
      return say('marajoara.page_chosen_add', { die: diceNames(words), points });
    case 'restore':
      return say('marajoara.page_chosen_restore', {
        fragment: words[0],
        dice: diceNames(words.slice(1)),
        points,
      });
    case 'excavate':
      return trackInWords(words[0] as Colour, move);
    case 'raise':
      return raisedInWords(view, picks);
    default:
      return '';
  }
}

function trackInWords(colour: Colour, { space = 1 }: MarajoaraMove): string {
  const reached = spacesOf(colour)[space - 1];
  const gives = reached ? spaceInWords(colour, reached) : '';
  const track = sayAny(`marajoara.page_track_${colour}`);
  return say('marajoara.page_chosen_excavate', { track, space, gives });
}

/** Say which dice got points so far, and how many are still to be given. */
function raisedInWords(view: MarajoaraView, picks: Picks): string {
  const captured = view.turn.captured ?? '';
  const dice = [...picks.chosen]
    .map((thing) => {
      const by = picks.order.filter((other) => other === thing).length;
      return `${thing === 'captured' ? dieName(captured) : thingName(thing, view)} +${by}`;
    })
    .join(', ');
  const left = view.turn.raised_by - picks.order.length;
  return left > 0
    ? say('marajoara.page_raised', { dice, n: left })
    : say('marajoara.page_raised_all', { dice });
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
      return say('marajoara.page_ask_excavate', { die: dieName(die), n: faceOf(die) });
    case 'recycle': {
      const [picked] = picks.order;
      return picked
        ? say('marajoara.page_ask_recycle', { die: thingName(picked, view) })
        : say('marajoara.page_ask_recycle_which');
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
    return last.startsWith('square:')
      ? say('marajoara.page_ask_shift_to', { die: thingName(last, view) })
      : say('marajoara.page_ask_shift');
  }
  if (kinds.has('fund')) {
    return last.startsWith('die:')
      ? say('marajoara.page_ask_fund_way', { die: thingName(last, view) })
      : say('marajoara.page_ask_fund');
  }
  if (kinds.has('restore')) return restoringInWords(view, picks);
  return kinds.has('exchange') ? say('marajoara.page_ask_exchange') : say('marajoara.page_ask_exhibit');
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
