/** Something that a pointer carries, by mouse, pen or finger; a press that goes nowhere stays a click. */

export interface Carrying {
  /** Tell whether what was pressed can be carried. */
  begins(event: PointerEvent): boolean;
  goes(event: PointerEvent): void;
  /** It was let go, or, where something came between, is to go back. */
  ends(isDropped: boolean): void;
}

/** How many pixels a hand trembles. */
const TREMBLE = 5;

/** Return an attachment that lets an element, or something in it, be carried. */
export function carried(how: Carrying): (node: Element) => () => void {
  return (node) => {
    let from: PointerEvent | null = null;
    let moves = false;

    function down(event: Event): void {
      if (!(event instanceof PointerEvent) || !event.isPrimary || event.button !== 0) return;
      moves = false;
      from = how.begins(event) ? event : null;
      if (!from) return;
      // At once: a quick hand has left the element before it is first seen to move.
      node.setPointerCapture(event.pointerId);
      // There: what was pressed may be drawn anew on the way, and then nothing around it hears of the finger.
      event.target?.addEventListener('touchmove', stay, { passive: false });
    }

    function move(event: Event): void {
      if (!(event instanceof PointerEvent) || event.pointerId !== from?.pointerId) return;
      if (!moves && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < TREMBLE) return;
      moves = true;
      how.goes(event);
    }

    function end(event: Event): void {
      if (from && moves) how.ends(event.type === 'pointerup');
      from?.target?.removeEventListener('touchmove', stay);
      from = null;
    }

    /** A finger that carries something does not scroll the page; `touch-action` knows no parts of a drawing. */
    function stay(event: Event): void {
      event.preventDefault();
    }

    /** The click at the end of a way is none. */
    function click(event: Event): void {
      if (moves) event.stopImmediatePropagation();
      moves = false;
    }

    const heard = { pointerdown: down, pointermove: move, pointerup: end, pointercancel: end };
    for (const [type, listener] of Object.entries(heard)) node.addEventListener(type, listener);
    node.addEventListener('click', click, { capture: true });
    return () => {
      for (const [type, listener] of Object.entries(heard)) node.removeEventListener(type, listener);
      node.removeEventListener('click', click, { capture: true });
    };
  };
}
