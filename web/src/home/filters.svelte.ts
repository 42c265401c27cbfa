/** What somebody looks for in the lists of tables; kept while the page is open. */
import type { Schemas } from '../lib/http';

export type Pace = Schemas['ClockShown']['pace'];
export type Status = 'open' | 'playing';

export const PACES: Pace[] = ['none', 'live', 'days'];
/** How many chairs a table can have that others may join. */
export const CHAIRS = [2, 3, 4];

/** Nothing is asked of whatever is empty. */
const NONE = { game: '', option: '', pace: '' as Pace | '', chairs: '', free: false };

export class Filters {
  #now = $state.raw(NONE);

  get now(): typeof NONE {
    return this.#now;
  }

  get isSet(): boolean {
    return Object.values(this.#now).some(Boolean);
  }

  /** Look for something else. An option belongs to its game. */
  choose(change: Partial<typeof NONE>): void {
    this.#now = { ...this.#now, ...('game' in change ? { option: '' } : {}), ...change };
  }

  reset(): void {
    this.#now = NONE;
  }

  /** Return where the house lists such tables; a game that goes on has no free chair to ask for. */
  path(status: Status, after: string | null): string {
    const { game, option, pace, chairs, free } = this.#now;
    const asked = { status, game, option, pace, chairs, free: free && status === 'open', after };
    const set = Object.entries(asked).filter(([, value]) => value);
    return `/api/tables?${new URLSearchParams(set.map(([key, value]) => [key, String(value)])).toString()}`;
  }
}

export const filters = new Filters();
