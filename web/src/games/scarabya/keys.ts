/** What keys do with the tile in hand. */
import type { Hand } from './hand.svelte';

type Doing = (hand: Hand) => void;

/** Wherever on the page the focus is. */
const ANYWHERE: Record<string, Doing> = {
  r: (hand) => hand.turn(),
  f: (hand) => hand.flip(),
  Escape: (hand) => hand.putBack(),
};

/** On the site. */
const THERE: Record<string, Doing> = {
  ArrowUp: (hand) => hand.nudge(0, -1),
  ArrowDown: (hand) => hand.nudge(0, 1),
  ArrowLeft: (hand) => hand.nudge(-1, 0),
  ArrowRight: (hand) => hand.nudge(1, 0),
  n: (hand) => hand.next(1),
  N: (hand) => hand.next(-1),
};

function isPlain(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey;
}

function anywhere({ key }: KeyboardEvent): Doing | undefined {
  return ANYWHERE[key.length === 1 ? key.toLowerCase() : key];
}

/** Turn, flip or put back, unless somebody is typing. */
export function onAnyKey(event: KeyboardEvent, hand: Hand): void {
  const isTyped = event.target instanceof Element && event.target.matches('input, textarea, select');
  if (isPlain(event) && !isTyped) anywhere(event)?.(hand);
}

/** Move the tile over the site; Enter lays it, or brings it there first. */
export function onSiteKey(event: KeyboardEvent, hand: Hand, lay: () => void): void {
  const isIdle = event.key === 'Escape' && hand.grip === 'away'; // it may close what the site is part of
  if (!isPlain(event) || isIdle) return;
  const enter = () => (hand.grip === 'set' ? lay() : hand.start());
  const doing = event.key === 'Enter' ? enter : (THERE[event.key] ?? anywhere(event));
  if (!doing) return;
  event.preventDefault();
  event.stopPropagation(); // of several sites on a page this one is meant
  doing(hand);
}
