/** Pointers over a site: a mouse hovers and clicks, a finger taps, all of them carry. */
import type { Carrying } from './carrying';
import type { Hand } from './hand.svelte';
import { FRAME, SIDE, type Cell } from './squares';
import { covers, surrounds } from './tiles';

/** How many squares above the finger a tile is carried, so that it can be seen. */
const LIFT = 1.6;
/** How many squares outside of the site a pointer still means its edge. */
const EDGE = 0.75;

export class Pointing {
  /** The drawing of the site. */
  drawn = $state.raw<SVGSVGElement>();
  /** Where the tile is on the screen while it is carried beside the site, and how large a square is there. */
  beside = $state.raw<(Cell & { unit: number }) | null>(null);
  /** From the pointer to the middle of the tile. */
  #grab: Cell = { x: 0, y: 0 };
  #hand: Hand;
  #isAsked: () => boolean;
  #lay: () => void;

  constructor(hand: Hand, isAsked: () => boolean, lay: () => void) {
    this.#hand = hand;
    this.#isAsked = isAsked;
    this.#lay = lay;
  }

  readonly fromTray: Carrying = {
    begins: ({ pointerType }) => {
      this.#grab = { x: 0, y: pointerType === 'touch' ? -LIFT : 0 };
      return this.#isAsked();
    },
    goes: (event) => this.#carry(event),
    ends: (isDropped) => this.#end(isDropped),
  };

  readonly fromSite: Carrying = {
    begins: (event) => {
      const { placement, grip } = this.#hand;
      if (!this.#isAsked() || grip !== 'set' || !placement) return false;
      const at = this.#pointAt(event);
      this.#grab = { x: placement.middle.x - at.x, y: placement.middle.y - at.y };
      return covers(placement, squareAt(at));
    },
    goes: (event) => this.#carry(event),
    ends: (isDropped) => this.#end(isDropped),
  };

  #carry(event: PointerEvent): void {
    const at = this.#pointAt(event);
    const point = { x: at.x + this.#grab.x, y: at.y + this.#grab.y };
    if (isOver(point)) this.#hand.carry(point);
    else this.#hand.putBack();
    const unit = this.#unit;
    const { x, y } = this.#grab;
    this.beside = isOver(point) ? null : { x: event.clientX + x * unit, y: event.clientY + y * unit, unit };
  }

  #end(isDropped: boolean): void {
    this.beside = null;
    if (isDropped) this.#hand.drop();
    else this.#hand.putBack();
  }

  /** A mouse shows where the tile would lie, and a finger does when it comes down, until it lies somewhere. */
  hover(event: PointerEvent): void {
    const { grip } = this.#hand;
    const shows = event.pointerType === 'mouse' || event.type === 'pointerdown';
    if (!this.#isAsked() || !shows || grip === 'set' || grip === 'carried') return;
    const point = this.#pointAt(event);
    if (isOver(point)) this.#hand.hover(point);
    else this.#hand.putBack();
  }

  /** The mouse is elsewhere, or the finger scrolls; one that is lifted taps. */
  leave({ type, pointerType }: PointerEvent): void {
    const isGone = pointerType === 'mouse' || type === 'pointercancel';
    if (isGone && this.#hand.grip === 'hovering') this.#hand.putBack();
  }

  /** The first tap puts the tile there, the second one lays it; one into its hollows missed it and does nothing. */
  tap(event: MouseEvent): void {
    const point = this.#pointAt(event);
    if (!this.#isAsked() || !isOver(point)) return;
    const { grip, move, placement } = this.#hand;
    const square = squareAt(point);
    const isFirst = grip !== 'set' || !move || !placement || !surrounds(placement, square);
    if (isFirst) this.#hand.tap(square);
    else if (covers(placement, square)) this.#lay();
  }

  /** A tap on the tray takes the tile, or puts it back. */
  pick(): void {
    if (this.#hand.grip === 'away') this.#hand.start();
    else this.#hand.putBack();
    this.drawn?.focus();
  }

  get #unit(): number {
    return (this.drawn?.getBoundingClientRect().width ?? 0) / (SIDE + 2 * FRAME);
  }

  #pointAt({ clientX, clientY }: MouseEvent): Cell {
    const box = this.drawn?.getBoundingClientRect();
    return {
      x: (clientX - (box?.left ?? 0)) / this.#unit - FRAME,
      y: (clientY - (box?.top ?? 0)) / this.#unit - FRAME,
    };
  }
}

function isOver({ x, y }: Cell): boolean {
  return Math.min(x, y) > -EDGE && Math.max(x, y) < SIDE + EDGE;
}

function squareAt({ x, y }: Cell): Cell {
  const within = (n: number) => Math.min(Math.max(Math.floor(n), 0), SIDE - 1);
  return { x: within(x), y: within(y) };
}
