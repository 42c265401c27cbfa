/** What is picked, in words: the move that it makes, before it is made. */
import { say, sayAny } from '../../lib/words.svelte';
import type { MarajoaraMove, MarajoaraView } from '../../wire/messages';
import { diceNames, paymentInWords, thingName, wordsOf } from './naming';
import type { Picks } from './picks.svelte';
import { dieName, spaceInWords, spacesOf } from './printed';
import type { Colour } from './things';

/** Say what the move that is picked would do. */
export function madeInWords(view: MarajoaraView, picks: Picks, move: MarajoaraMove): string {
  const [kind, ...words] = wordsOf(move);
  const points = say('marajoara.brings_points', { n: move.points });
  switch (kind) {
    case 'token':
      return say('marajoara.page_chosen_token', { square: words[0] });
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
    case 'pay':
      return say('marajoara.page_chosen_pay', { dice: paymentInWords(move) });
    case 'remove':
      return say('marajoara.page_chosen_remove', { points });
    case 'score':
      return say('marajoara.page_chosen_score', { fragment: words[0], points });
    case 'retire':
      return say('marajoara.page_chosen_retire', {
        die: thingName(picks.order[0] ?? '', view),
        square: words[0],
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
export function raisedInWords(view: MarajoaraView, picks: Picks): string {
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
