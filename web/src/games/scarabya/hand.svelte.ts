/** The tile in hand: how it is turned and where it is held, from the first touch until it is laid. */
import { Choices } from './choices';
import { SIDE, type Cell } from './squares';
import { centred, poseOf, type Placement } from './tiles';

/** Not over the site; following a pointer; carried by one that is pressed; lying there until laid or put back. */
export type Grip = 'away' | 'hovering' | 'carried' | 'set';

const CENTRE: Cell = { x: SIDE / 2, y: SIDE / 2 };

export class Hand {
  tile = $state<string | null>(null);
  pose = $state(0);
  grip = $state<Grip>('away');
  #point = $state.raw<Cell>(CENTRE);
  /** Whether it jumps to the nearest place where it fits: pointers are coarse, arrow keys are not. */
  #snaps = $state(true);
  #choices = $state.raw(new Choices([]));
  #round = '';

  /** Where it is over the site, fitting or not. */
  readonly placement = $derived.by<Placement | null>(() => {
    if (this.tile === null || this.grip === 'away') return null;
    const near = this.#snaps ? this.#choices.near(this.pose, this.#point) : undefined;
    return near ?? centred(this.tile, this.pose, this.#point);
  });

  /** The move that would lay it where it is; none where it will not stay. */
  readonly move = $derived(this.placement ? this.#choices.moveOf(this.placement) : undefined);

  /**
   * Take the tile of a round in hand, unless it is the one that was there before.
   *
   * While a move is under way there are no choices; it lies still until the round is over.
   */
  begin(round: string, tile: string | null, choices: Choices): void {
    if (round !== this.#round) {
      this.#round = round;
      this.tile = tile;
      this.pose = 0;
      this.putBack();
    } else if (choices.all.length === 0) return;
    this.#choices = choices;
  }

  /** Put it where it fits best around the middle of the site. */
  start(): void {
    if (this.tile === null) return;
    const found = this.#choices.nearest(this.tile, this.pose, CENTRE);
    if (found) this.#setOn(found);
  }

  putBack(): void {
    this.grip = 'away';
    this.#point = CENTRE;
  }

  hover(point: Cell): void {
    this.#hold(point, 'hovering', true);
  }

  carry(point: Cell): void {
    this.#hold(point, 'carried', true);
  }

  /** Leave it where it is. */
  drop(): void {
    if (this.grip !== 'away') this.grip = 'set';
  }

  /** Leave it where it hovers and fits; else put it onto a square, turned so that it fits, if it can. */
  tap(square: Cell): void {
    if (this.tile === null) return;
    if (this.grip === 'hovering' && this.move) return this.drop();
    const found = this.#choices.covering(this.tile, this.pose, square);
    if (found) this.#setOn(found);
    else this.#hold({ x: square.x + 0.5, y: square.y + 0.5 }, 'set', false);
  }

  /** Move it by squares. */
  nudge(dx: number, dy: number): void {
    const from = this.placement;
    if (!from) return this.start();
    this.#hold({ x: from.middle.x + dx, y: from.middle.y + dy }, 'set', false);
  }

  /** Go on to the next place where it fits, or back. */
  next(step: number): void {
    const found = this.#choices.after(this.placement, this.pose, step);
    if (found) this.#setOn(found);
  }

  turn(): void {
    if (this.tile !== null) this.pose = poseOf(this.tile, this.pose).turn;
  }

  flip(): void {
    if (this.tile !== null) this.pose = poseOf(this.tile, this.pose).flip;
  }

  #setOn({ pose, middle }: Placement): void {
    this.pose = pose;
    this.#hold(middle, 'set', false);
  }

  #hold(point: Cell, grip: Grip, snaps: boolean): void {
    this.#point = point;
    this.grip = grip;
    this.#snaps = snaps;
  }
}
