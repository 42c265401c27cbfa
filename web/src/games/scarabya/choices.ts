/** The legal moves, sorted once for each view so that a ghost finds its place within a frame. */
import type { Move } from '../face';
import type { ScarabyaMove } from '../../wire/messages';
import { cellOf, type Cell } from './squares';
import { anchored, covers, tries, type Placement } from './tiles';

/** How far, in squares, a tile in hand jumps to a place where it fits. */
const SNAP = 1.5;

const MOVE = /^(?<tile>[A-Z])(?<pose>\d) (?<at>[a-j]\d+)$/;

interface Choice extends Placement {
  move: ScarabyaMove;
}

export class Choices {
  /** All of them, by pose, then row by row from the bottom left. */
  readonly all: Choice[];
  #byText: Map<string, Choice>;
  #byPose = new Map<number, Choice[]>();

  constructor(moves: Move[]) {
    this.all = moves.flatMap(read);
    this.#byText = new Map(this.all.map((choice) => [choice.text, choice]));
    for (const choice of this.all) {
      const alike = this.#byPose.get(choice.pose);
      if (alike) alike.push(choice);
      else this.#byPose.set(choice.pose, [choice]);
    }
  }

  /** Return the move that lays a tile where it is; none where it may not stay. */
  moveOf({ text }: Placement): ScarabyaMove | undefined {
    return this.#byText.get(text)?.move;
  }

  /** Return the nearest place where a tile fits without being turned, if it is near enough. */
  near(pose: number, point: Cell): Placement | undefined {
    const best = nearest(this.#byPose.get(pose) ?? [], point);
    return best && distance(best.middle, point) <= SNAP ** 2 ? best : undefined;
  }

  /** Return the place nearest to a point, turned as little as need be. */
  nearest(tile: string, pose: number, point: Cell): Placement | undefined {
    const fits = tries(tile, pose).find((each) => this.#byPose.has(each));
    return fits === undefined ? undefined : nearest(this.#byPose.get(fits) ?? [], point);
  }

  /** Return the best place that covers a square, turned as little as need be. */
  covering(tile: string, pose: number, square: Cell): Placement | undefined {
    const point = { x: square.x + 0.5, y: square.y + 0.5 };
    for (const each of tries(tile, pose)) {
      const found = (this.#byPose.get(each) ?? []).filter((choice) => covers(choice, square));
      if (found.length) return nearest(found, point);
    }
    return undefined;
  }

  /** Return the place after this one, or some steps further, among all where it fits. */
  after(now: Placement | null, pose: number, step: number): Placement | undefined {
    const at = this.all.findIndex((choice) => choice.text === now?.text);
    if (at >= 0) return this.all.at((at + step) % this.all.length);
    return this.all.find((choice) => choice.pose >= pose) ?? this.all[0];
  }
}

function read(move: Move): Choice[] {
  const { tile, pose, at } = MOVE.exec(move.text)?.groups ?? {};
  if (!tile || !pose || !at) return [];
  return [{ ...anchored(tile, Number(pose), cellOf(at)), move }];
}

function distance(one: Cell, other: Cell): number {
  return (one.x - other.x) ** 2 + (one.y - other.y) ** 2;
}

function nearest(choices: Choice[], point: Cell): Choice | undefined {
  let best: Choice | undefined;
  for (const choice of choices) {
    if (!best || distance(choice.middle, point) < distance(best.middle, point)) best = choice;
  }
  return best;
}
