/** A table that is being set up. */
import type { Schemas } from '../lib/http';
import { openTable } from '../lib/opening';
import { allowedSides, teamsOf } from '../lib/sides';
import { say } from '../lib/words.svelte';
import { chairWanted, extended, firstChairs, nearest, waitsForSomebody, type Chair } from './chairs';
import { CLOCKS, NO_CLOCK } from './clocks';
import { wanted, type Chosen, type Option } from './options';

export class Draft {
  readonly game: string;
  readonly options: Option[];
  chosen = $state<Chosen>({});
  /** All chairs that were thought of: those beyond the count come back when more may play again. */
  #all = $state.raw<Chair[]>([]);
  #count = $state(0);
  /** How many were asked for, whatever the options allow. */
  #wished: number;
  /** Which of the clocks. */
  clock = $state(0);
  begins = $state<'drawn' | 'first'>('drawn');
  startsWhenFull = $state(true);
  /** Whether it was chosen to show the table to all; tables for anybody are shown unless it was not. */
  #listed = $state<boolean | null>(null);
  /** For each number of chairs that the options allow, the side of each chair. */
  allowed = $state.raw<number[][]>([]);
  /** Why these options make no game. */
  trouble = $state.raw<unknown>(null);
  #asked = 0;

  constructor(game: Schemas['GameListed'], company: string | null) {
    this.game = game.key;
    this.options = game.options;
    this.#all = firstChairs(company);
    this.#wished = this.#count = this.#all.length;
  }

  readonly chairs = $derived(this.#all.slice(0, this.#count));
  /** The side of each chair; none where everybody plays alone. */
  readonly sides = $derived(teamsOf(this.allowed, this.chairs.length));
  readonly isAlone = $derived(this.chairs.length === 1);
  readonly waits = $derived(waitsForSomebody(this.chairs));

  get listed(): boolean {
    return this.#listed ?? this.chairs.some(({ who }) => who === 'open');
  }

  set listed(wanted: boolean) {
    this.#listed = wanted;
  }

  /** Choose who sits in a chair. */
  seat(place: number, chair: Chair): void {
    this.#all = this.#all.with(place, chair);
  }

  /** Choose how many play. */
  resize(count: number): void {
    this.#wished = count;
    this.#show(count);
  }

  #show(count: number): void {
    this.#all = extended(this.#all, count);
    this.#count = count;
  }

  /** Ask the house whether the options make a game, and for how many. What was asked before counts no more. */
  async check(): Promise<void> {
    const number = ++this.#asked;
    try {
      const sides = await allowedSides(this.game, wanted(this.options, this.chosen));
      if (number !== this.#asked) return;
      this.allowed = sides;
      this.trouble = null;
      const counts = sides.map(({ length }) => length);
      this.#show(nearest(counts, this.#wished));
    } catch (error) {
      if (number === this.#asked) this.trouble = error;
    }
  }

  /** Open the table and go there. */
  open(): Promise<void> {
    return openTable({
      game: this.game,
      options: wanted(this.options, this.chosen),
      chairs: this.chairs.map((chair, place) =>
        chairWanted(chair, say('setup.default_name', { number: place + 1 })),
      ),
      clock: this.isAlone ? NO_CLOCK : (CLOCKS[this.clock] ?? NO_CLOCK),
      begins: this.begins,
      listed: this.listed,
      starts_when_full: !this.waits || this.startsWhenFull,
    });
  }
}
