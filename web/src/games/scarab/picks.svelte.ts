/**
 * What somebody has picked in a view, before it is a move.
 *
 * Picks belong to a view: the board and the hands beside it share them, and with the next view they are gone.
 */
import type { ScarabView } from '../../wire/messages';

export class Picks {
  /** Where the priest should go, or a stone be put. */
  square = $state<string | null>(null);
  /** Which of the ways there. */
  way = $state(0);
  /** The stone to put back. */
  stone = $state<string | null>(null);
  /** Whether nothing is to be put back. */
  keep = $state(false);

  /** Whether there is something to undo. */
  get any(): boolean {
    return this.square !== null || this.stone !== null || this.keep;
  }

  goTo(square: string, way = 0): void {
    this.square = square;
    this.way = way;
  }

  /** Pick a stone of one's own; where it should go stays as it was. */
  take(stone: string): void {
    this.stone = stone;
    this.keep = false;
  }

  keepAll(): void {
    this.clear();
    this.keep = true;
  }

  /** Undo the last pick. */
  back(): void {
    if (this.square !== null) this.square = null;
    else this.clear();
    this.way = 0;
  }

  clear(): void {
    this.square = null;
    this.stone = null;
    this.keep = false;
    this.way = 0;
  }
}

const all = new WeakMap<ScarabView, Picks>();

/** Return what is picked in a view. */
export function picksOf(view: ScarabView): Picks {
  const found = all.get(view);
  if (found) return found;
  const picks = new Picks();
  all.set(view, picks);
  return picks;
}
