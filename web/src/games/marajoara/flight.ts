/** Where a die flies that leaves the site: to whoever gets it, as far as they are in sight. */
import type { Attachment } from 'svelte/attachments';
import type { Leaving } from './motions';

/** Return what a die flies to; null where it is not on the page. */
function goalOf({ seat, die }: Leaving, board: Element): Element | null {
  if (seat === null) return seen(document, '[data-retired]');
  const museum = seen(board, `[data-museum="${seat}"]`);
  if (!museum) return seen(document, `[data-museum="${seat}"]`); // folded, beside the board
  const row = museum.querySelector(`[data-stores="${die.charAt(0)}"]`);
  if (row) return row.querySelector('.free') ?? row;
  return seen(board, '[data-thing="captured"]') ?? museum; // a grey die is never stored
}

function seen(within: ParentNode, selector: string): Element | null {
  const all = [...within.querySelectorAll(selector)];
  return all.find((element) => element.getBoundingClientRect().width > 0) ?? null;
}

/** Tell the element of a die how far it flies, and how small it becomes; off the board upwards where it has no goal. */
export function flight(leaving: Leaving): Attachment<HTMLElement> {
  return (element) => {
    const board = element.closest('.board');
    if (!board) return;
    const from = element.getBoundingClientRect();
    const to = goalOf(leaving, board)?.getBoundingClientRect();
    const right = to ? to.left + to.width / 2 - from.left - from.width / 2 : 0;
    const down = to
      ? to.top + to.height / 2 - from.top - from.height / 2
      : board.getBoundingClientRect().top - from.bottom;
    const size = to ? Math.min(1, to.width / from.width, to.height / from.height) : 1;
    element.style.setProperty('--flight', `translate(${right}px, ${down}px) scale(${size})`);
  };
}
