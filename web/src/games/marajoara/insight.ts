/** Brings what is asked for into sight, where a small screen shows another part of the table. */
import { prefersReducedMotion } from 'svelte/motion';

/** What lies over the lower end of the screen: the sentence and its buttons. */
const BAR = 150;

/** Scroll to the first thing that can be picked, if none is in sight. */
export function keepInSight(board: HTMLElement): void {
  const lit = [...board.querySelectorAll('.lit')];
  if (lit.length === 0 || lit.some(isInSight)) return;
  const behavior = prefersReducedMotion.current ? 'instant' : 'smooth';
  lit[0]?.scrollIntoView({ block: 'center', behavior });
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight - BAR;
}
