/** The tables that the first page shows, renewed while somebody looks. */
import { http, type Schemas } from '../lib/http';
import { me } from '../lib/me.svelte';
import { Listing, type ListedTable } from './listing.svelte';

const EVERY = 15_000;

export class Lists {
  /** One's own, those where it is one's turn first; null until they are known. */
  mine = $state.raw<ListedTable[] | null>(null);
  readonly open = new Listing('open');
  readonly playing = new Listing('playing');
  /** Whether they came at all. */
  loaded = $state(false);
  /** Whether the last try failed: what is shown may be old. */
  late = $state(false);

  /** Ask the house for all of them. */
  async renew(): Promise<void> {
    await Promise.all([this.renewMine(), this.#renewPublic((list) => list.renew())]);
  }

  /** Ask for the tables that are looked for now. */
  lookAgain(): Promise<void> {
    return this.#renewPublic((list) => list.restart());
  }

  /** Ask for one page more of a list. */
  more(list: Listing): Promise<void> {
    return this.#attempt(() => list.more());
  }

  #renewPublic(how: (list: Listing) => Promise<void>): Promise<void> {
    return this.#attempt(async () => {
      await Promise.all([this.open, this.playing].map(how));
      this.loaded = true;
    });
  }

  /** Ask for one's own alone: somebody else has others. */
  renewMine(): Promise<void> {
    return this.#attempt(async () => {
      await me.meet();
      this.mine = me.now ? (await http.get<Schemas['TableList']>('/api/me/tables')).tables : [];
    });
  }

  async #attempt(asking: () => Promise<void>): Promise<void> {
    try {
      await asking();
      this.late = false;
    } catch {
      this.late = true;
    }
  }

  /** Keep them fresh until the returned function is called; a page that nobody looks at asks nothing. */
  keep(): () => void {
    const again = () => {
      if (document.visibilityState === 'visible') void this.renew();
    };
    again();
    const timer = setInterval(again, EVERY);
    addEventListener('focus', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      removeEventListener('focus', again);
      document.removeEventListener('visibilitychange', again);
    };
  }
}
