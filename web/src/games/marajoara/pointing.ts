/** Pointing at squares with a mouse, a pen or a finger: to look, to pick, and to pull a die. */
import type { Attachment } from 'svelte/attachments';
import { squareOf, tapped } from '../grid/pointing';
import type { Point } from './squares';

/** What a site does when somebody points. */
export interface Pointing {
  /** Somebody points at a square, or at none any more. */
  point: (square: string | null) => void;
  pick: (square: string) => void;
  /** Whether something can be picked there now, or put back. */
  mayPick: (square: string) => boolean;
  /** Whether the die of a square may be pulled; a finger scrolls, unless the die is taken up already. */
  mayPull: (square: string, isTouch: boolean) => boolean;
  /** A die is pulled: where it is now, in units of the drawing; null once it is let go. */
  pull: (from: string, at: Point | null) => void;
}

/** Listen to pointers on a site. */
export function pointing(on: Pointing): Attachment<SVGGElement> {
  let pulled: string | null = null;
  let hasMoved = false;

  return (site) => {
    const stop = new AbortController();
    const { signal } = stop;

    function pressed(event: PointerEvent): void {
      const square = squareOf(event.target);
      on.point(square);
      hasMoved = false;
      const isTouch = event.pointerType === 'touch';
      pulled = square !== null && event.button === 0 && on.mayPull(square, isTouch) ? square : null;
    }

    /** A finger on a die that is taken up pulls it and not the page; `touch-action` is not heeded in a drawing. */
    function touched(event: TouchEvent): void {
      if (pulled !== null) event.preventDefault();
    }

    function moved(event: PointerEvent): void {
      const square = under(event);
      if (pulled === null) {
        if (event.pointerType === 'mouse') on.point(square);
        return;
      }
      if (square === pulled && !hasMoved) return;
      if (!hasMoved) site.setPointerCapture(event.pointerId);
      hasMoved = true;
      on.point(square);
      on.pull(pulled, unitsOf(site, event));
    }

    /** What is let go where it was is a click. */
    function released(event: PointerEvent): void {
      const [from, to] = [pulled, under(event)];
      pulled = null;
      if (from === null || !hasMoved) return;
      on.pull(from, null);
      on.point(null);
      if (to !== null && to !== from) on.pick(to);
    }

    function left(): void {
      if (pulled !== null && hasMoved) on.pull(pulled, null);
      pulled = null;
      on.point(null);
    }

    function clicked(event: PointerEvent): void {
      const square = tapped(event, on.mayPick);
      if (square !== null) on.pick(square);
    }

    site.addEventListener('pointerdown', pressed, { signal });
    site.addEventListener('touchmove', touched, { signal, passive: false });
    site.addEventListener('pointermove', moved, { signal });
    site.addEventListener('pointerup', released, { signal });
    site.addEventListener('pointercancel', left, { signal });
    site.addEventListener('pointerleave', () => pulled === null && left(), { signal });
    site.addEventListener('click', clicked, { signal });
    return () => stop.abort();
  };
}

function under(event: PointerEvent): string | null {
  return squareOf(document.elementFromPoint(event.clientX, event.clientY));
}

function unitsOf(site: SVGGElement, event: PointerEvent): Point | null {
  const matrix = site.getScreenCTM();
  return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
}
