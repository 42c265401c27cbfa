/** Pointing at squares with a mouse, a pen or a finger: to look, to choose, and to pull the priest. */
import type { Attachment } from 'svelte/attachments';
import { squareOf, tapped } from '../grid/pointing';

/** What a board does when somebody points. */
export interface Pointing {
  /** Somebody points at a square, or at none any more. */
  point: (square: string | null) => void;
  choose: (square: string) => void;
  /** The priest is pulled over these squares; `isDone` where it is let go. */
  lead: (event: PointerEvent, trail: string[], isDone: boolean) => void;
}

/** Listen to pointers on a board; what may be pulled, or chosen, is asked when it is pressed. */
export function pointing(
  on: Pointing,
  mayPull: (square: string) => boolean,
  mayChoose: (square: string) => boolean,
): Attachment<SVGGElement> {
  let trail: string[] | null = null;

  function pressed(this: SVGElement, event: PointerEvent): void {
    const square = squareOf(event.target);
    on.point(square);
    if (square === null || event.button !== 0 || !mayPull(square)) return;
    trail = [];
    this.setPointerCapture(event.pointerId);
  }

  /** A finger on the priest pulls it and not the page; `touch-action` is not heeded inside a drawing. */
  function touched(event: TouchEvent): void {
    const square = squareOf(event.target);
    if (event.touches.length === 1 && square !== null && mayPull(square)) event.preventDefault();
  }

  function moved(event: PointerEvent): void {
    if (!trail) {
      if (event.pointerType === 'mouse') on.point(squareOf(event.target));
      return;
    }
    const square = squareOf(document.elementFromPoint(event.clientX, event.clientY));
    if (square !== null && square !== trail.at(-1)) trail.push(square);
    if (trail.length > 1) on.lead(event, trail, false);
  }

  function released(event: PointerEvent): void {
    if (trail && trail.length > 1) on.lead(event, trail, true);
    trail = null;
  }

  function left(): void {
    trail = null;
    on.point(null);
  }

  function clicked(event: PointerEvent): void {
    const square = tapped(event, mayChoose);
    if (square !== null) on.choose(square);
  }

  return (board) => {
    const stop = new AbortController();
    const { signal } = stop;
    board.addEventListener('pointerdown', pressed, { signal });
    board.addEventListener('touchstart', touched, { signal, passive: false });
    board.addEventListener('pointermove', moved, { signal });
    board.addEventListener('pointerup', released, { signal });
    board.addEventListener('pointercancel', left, { signal });
    board.addEventListener('pointerleave', left, { signal });
    board.addEventListener('click', clicked, { signal });
    return () => stop.abort();
  };
}
