/** A game as one side saw it, fetched a portion at a time. */
import { SvelteMap } from 'svelte/reactivity';
import type { Frame, Frames, Source } from './source';

export const PORTION = 100;
/** How close to the end of what is here the next portion is asked for. */
const AHEAD = 25;

export class Film {
  readonly source: Source;
  readonly seat: number | null;
  /** All but the frames; null before the first portion. */
  about = $state.raw<Omit<Frames, 'frames'> | null>(null);
  trouble = $state.raw<unknown>(null);
  #frames = new SvelteMap<number, Frame>();
  /** What is under way, by the event that a portion begins with. */
  #asked: Record<number, Promise<void> | undefined> = {};

  constructor(source: Source, seat: number | null) {
    this.source = source;
    this.seat = seat;
  }

  frame(event: number): Frame | undefined {
    return this.#frames.get(event);
  }

  /** Return the frame of an event, or, while that is fetched, the nearest one that is here. */
  nearest(event: number): Frame {
    const found = this.frame(event);
    if (found) return found;
    const frames = this.frames.toSorted((a, b) => Math.abs(a.event - event) - Math.abs(b.event - event));
    if (!frames[0]) throw new Error('nothing of this game is here yet');
    return frames[0];
  }

  /** The frames that are here, the first one first. */
  get frames(): Frame[] {
    return [...this.#frames.values()].sort((one, other) => one.event - other.event);
  }

  /** Fetch the frame of an event, unless it is here; and soon enough those that follow. */
  async need(event: number): Promise<void> {
    await this.#fetch(event);
    const next = Math.min(event + AHEAD, this.about?.events ?? 0);
    if (!this.#frames.has(next)) void this.#fetch(next);
  }

  /** Ask whether a game that runs has gone on. */
  async lookAgain(): Promise<void> {
    await this.#ask((this.about?.events ?? 0) + 1);
  }

  async #fetch(event: number): Promise<void> {
    if (this.#frames.has(event)) return;
    const start = event - (event % PORTION);
    await (this.#asked[start] ??= this.#ask(start));
    this.#asked[start] = undefined;
  }

  async #ask(start: number): Promise<void> {
    try {
      const { frames, ...about } = await this.source.frames(this.seat, start, PORTION);
      for (const frame of frames) this.#frames.set(frame.event, frame);
      this.about = about;
      this.trouble = null;
    } catch (error) {
      this.trouble = error;
    }
  }
}
