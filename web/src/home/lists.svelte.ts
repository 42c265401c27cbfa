/** The tables that the first page shows, renewed while somebody looks. */
import { http, type Schemas } from '../lib/http';
import { me } from '../lib/me.svelte';

export type ListedTable = Schemas['ListedTable'];

const EVERY = 15_000;

export class Lists {
  /** One's own, those where it is one's turn first; null until they are known. */
  mine = $state.raw<ListedTable[] | null>(null);
  open = $state.raw<ListedTable[]>([]);
  playing = $state.raw<ListedTable[]>([]);
  /** Whether they came at all. */
  loaded = $state(false);
  /** Whether the last try failed: what is shown may be old. */
  late = $state(false);

  /** Ask the house for all of them. */
  async renew(): Promise<void> {
    await Promise.all([
      this.renewMine(),
      this.#attempt(async () => {
        [this.open, this.playing] = await Promise.all([
          tables('/api/tables?status=open'),
          tables('/api/tables?status=playing'),
        ]);
        this.loaded = true;
      }),
    ]);
  }

  /** Ask for one's own alone: somebody else has others. */
  renewMine(): Promise<void> {
    return this.#attempt(async () => {
      await me.meet();
      this.mine = me.now ? await tables('/api/me/tables') : [];
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

async function tables(path: string): Promise<ListedTable[]> {
  return (await http.get<Schemas['TableList']>(path)).tables;
}
