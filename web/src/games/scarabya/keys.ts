/** What keys do with the tile in hand. */
import { isShortcut, isShortcutAnywhere } from '../../lib/keys';
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
  p: (hand) => hand.next(-1),
};

/** Letters mean the same with and without Shift. */
function named({ key }: KeyboardEvent): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

/** Turn, flip or put back, unless somebody is typing. */
export function onAnyKey(event: KeyboardEvent, hand: Hand): void {
  if (isShortcutAnywhere(event)) ANYWHERE[named(event)]?.(hand);
}

/** Move the tile over the site; Enter lays it, or brings it there first. */
export function onSiteKey(event: KeyboardEvent, hand: Hand, lay: () => void): void {
  const isIdle = event.key === 'Escape' && hand.grip === 'away'; // it may close what the site is part of
  if (!isShortcut(event) || isIdle) return;
  const enter = () => (hand.grip === 'set' ? lay() : hand.start());
  const doing = event.key === 'Enter' ? enter : (THERE[named(event)] ?? ANYWHERE[named(event)]);
  if (!doing) return;
  event.preventDefault();
  event.stopPropagation(); // of several sites on a page this one is meant
  doing(hand);
}
