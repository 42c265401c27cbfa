/** The place where one is in a game, and its going on by itself. */

/** Milliseconds that a frame stays. */
export const SPEEDS = { slow: 2400, normal: 1200, fast: 400 } as const;
export type Speed = keyof typeof SPEEDS;
const UNTIL_READY = 100;

export class Head {
  #at = $state(0);
  #last = $state(0);
  #plays = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the frame of an event is here; the head waits where the next one is not. */
  isReady: (event: number) => boolean = () => true;
  speed = $state<Speed>('normal');
  /** Whether the last step was one forward: then a board may let move what happened. */
  wentOn = $state(false);

  constructor(at: number, last: number) {
    this.#at = at;
    this.#last = last;
  }

  get at(): number {
    return this.#at;
  }

  get last(): number {
    return this.#last;
  }

  get plays(): boolean {
    return this.#plays;
  }

  /** Say how many events there are. */
  reach(last: number): void {
    this.#last = last;
    if (this.#at > last) this.#at = last;
  }

  /** Go to an event. Whoever goes somewhere does not want to be carried on. */
  seek(event: number): void {
    this.pause();
    this.#go(event);
  }

  step(by: number): void {
    this.seek(this.#at + by);
  }

  toggle(): void {
    if (this.#plays) this.pause();
    else this.play();
  }

  /** Go on by itself; from the end, from the beginning. */
  play(): void {
    if (this.#last === 0) return;
    if (this.#at >= this.#last) this.#go(0);
    this.#plays = true;
    this.#wait(SPEEDS[this.speed]);
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#plays = false;
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#goOn(), milliseconds);
  }

  #goOn(): void {
    if (!this.isReady(this.#at + 1)) return this.#wait(UNTIL_READY);
    this.#go(this.#at + 1);
    if (this.#at >= this.#last) this.pause();
    else this.#wait(SPEEDS[this.speed]);
  }

  #go(event: number): void {
    const to = Math.min(Math.max(event, 0), this.#last);
    this.wentOn = to === this.#at + 1;
    this.#at = to;
  }
}
