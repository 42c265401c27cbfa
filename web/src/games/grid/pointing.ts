/** Which square somebody means. */

/** What can be tapped is at least this wide, in pixels, even where squares are smaller. */
const FINGER = 44;

/** Return the square that something on a board belongs to. */
export function squareOf(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  return target.closest<SVGElement>('[data-square]')?.dataset.square ?? null;
}

/** Return the square that is tapped; beside one that is open a finger has meant that. */
export function tapped(event: PointerEvent, isOpen: (square: string) => boolean): string | null {
  const square = squareOf(event.target);
  if (square === null || event.pointerType !== 'touch' || isOpen(square)) return square;
  const { width = FINGER } =
    (event.target as Element).closest('[data-square]')?.getBoundingClientRect() ?? {};
  const by = Math.max(0, (FINGER - width) / 2);
  const around = [-by, by].flatMap((step) => [
    document.elementFromPoint(event.clientX + step, event.clientY),
    document.elementFromPoint(event.clientX, event.clientY + step),
  ]);
  return around.map(squareOf).find((near) => near !== null && isOpen(near)) ?? square;
}
