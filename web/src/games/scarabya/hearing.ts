/** Which of the boards on a page hears keys that are meant for none in particular. */

const boards = new Set<Element>();

/** Let a board listen, as an attachment of its element. */
export function listening(board: Element): () => void {
  boards.add(board);
  return () => boards.delete(board);
}

/**
 * Tell whether a board hears a key: it has the focus, or no board has it and this is the only one in sight.
 *
 * In sight is what the topmost dialog shows or, where none is open, the page.
 */
export function hears(board: Element | undefined): boolean {
  const focused = [...boards].find((each) => each.contains(document.activeElement));
  if (focused) return focused === board;
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1) ?? null;
  const inSight = [...boards].filter((each) => each.closest('dialog') === dialog);
  return inSight.length === 1 && inSight[0] === board;
}
