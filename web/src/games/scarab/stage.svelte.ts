/** Lets the priest walk and stones fly, until the board shows what is; while nobody looks, it waits. */
import { indexOf } from './squares';
import type { Step } from './steps';

/** The start must have been seen before the walk goes on from it. */
const START = 30;
const LEG = 240;
const FLIGHT = 260;
/** Whoever was away for long sees the last steps only. */
const MOST_STEPS = 4;

/** A stone on its way, to a seat or back onto the board. */
export interface Flight {
  stone: string;
  square: string;
  seat: number;
  isBack: boolean;
}

/** What a board shows while something moves, and for how long. */
export interface Scene {
  stones: string[];
  priest: string;
  /** Whether the priest walks there, or stands there already. */
  walks: boolean;
  flight: Flight | null;
  lasts: number;
}

export class Stage {
  #scene = $state.raw<Scene | null>(null);
  /** What comes after the scene that is to be seen now, step by step. */
  #coming: Scene[][] = [];
  #last: Scene | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What is to be seen now; nothing, where the view is. */
  get scene(): Scene | null {
    return this.#scene;
  }

  /** Show these steps, after those that are still under way if they go on from there: a bot answers quickly. */
  show(steps: Step[]): void {
    const followsOn = this.#last !== undefined && this.#last.priest === steps[0]?.priest;
    if (!followsOn) this.skip();
    this.#coming = [...this.#coming, ...steps.map(scenesOf)].slice(-MOST_STEPS);
    this.#last = this.#coming.at(-1)?.at(-1) ?? this.#last;
    this.look();
  }

  /** Go on with what happened while nobody looked. */
  look(): void {
    if (this.#timer === undefined && !document.hidden) this.#next();
  }

  /** Show what is, at once. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#coming = [];
    this.#last = undefined;
    this.#scene = null;
  }

  #next(): void {
    while (this.#coming[0]?.length === 0) this.#coming.shift();
    const scene = this.#coming[0]?.shift();
    if (!scene) return this.skip();
    this.#scene = scene;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.look();
    }, scene.lasts);
  }
}

/** Return what a step looks like. */
function scenesOf({ seat, stone, square, stones, priest, path }: Step): Scene[] {
  const start: Scene = { stones, priest, walks: false, flight: null, lasts: START };
  const flight = { stone, square, seat, isBack: path.length === 0 };
  if (flight.isBack) return [{ ...start, flight, lasts: FLIGHT }];
  const walk = path.slice(1).map((to): Scene => ({ ...start, priest: to, walks: true, lasts: LEG }));
  const bare = stones.with(indexOf(square), '');
  return [start, ...walk, { stones: bare, priest: square, walks: true, flight, lasts: FLIGHT }];
}
