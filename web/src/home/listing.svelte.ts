/** A list of tables that anybody may find, as many pages of it as somebody asked for. */
import { http, type Schemas } from '../lib/http';
import { filters, type Status } from './filters.svelte';

export type ListedTable = Schemas['ListedTable'];

/** Tables in a page of the list. */
export const PAGE = 24;
/** How often the house is asked further where a filter leaves its pages short. */
const MOST_SHORT = 4;

export class Listing {
  readonly status: Status;
  tables = $state.raw<ListedTable[]>([]);
  /** Whether there are more than those. */
  goesOn = $state(false);
  #pages = 1;
  /** Which question was the last one: answers to those before come too late. */
  #asked = 0;

  constructor(status: Status) {
    this.status = status;
  }

  /** Ask for one page more. */
  more(): Promise<void> {
    this.#pages += 1;
    return this.renew();
  }

  /** Ask for what is looked for now, from the first page on. */
  restart(): Promise<void> {
    this.#pages = 1;
    return this.renew();
  }

  /** Ask for the same pages once more: tables come and go. */
  async renew(): Promise<void> {
    const asked = (this.#asked += 1);
    const [tables, next] = await this.#read();
    if (asked !== this.#asked) return;
    this.tables = tables;
    this.goesOn = next !== null;
  }

  async #read(): Promise<[ListedTable[], string | null]> {
    const found = new Map<string, ListedTable>();
    let next: string | null = null;
    for (let reads = 0; reads < this.#pages + MOST_SHORT; reads += 1) {
      const page: Schemas['TableList'] = await http.get(filters.path(this.status, next));
      for (const table of page.tables) found.set(table.id, table); // one that moved up is in two pages
      next = page.next;
      if (next === null || found.size >= this.#pages * PAGE) break;
    }
    return [[...found.values()], next];
  }
}
