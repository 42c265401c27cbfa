/** Boards in tests: who sits there, and what a board asks. */
import { render } from '@testing-library/svelte';
import type { BoardProps, Face, Prompt, Sitter } from '../face';

/** Return Ann, who looks, and whoever else sits there. */
export function sittersCalled(...names: string[]): Sitter[] {
  return names.map((name, seat) => ({
    seat,
    name,
    isYou: seat === 0,
    isBot: false,
    isHere: true,
    hasLeft: false,
    side: seat,
  }));
}

/** Show a board; what it asks is in `asked`. */
export function showBoard(Board: Face['Board'], given: BoardProps) {
  const asked: { now: Prompt | null } = { now: null };
  const rendered = render(Board, {
    ...given,
    get prompt() {
      return asked.now;
    },
    set prompt(now: Prompt | null) {
      asked.now = now;
    },
  });
  return { ...rendered, asked, play: given.play };
}
