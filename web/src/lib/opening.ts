/** Opens tables, as a guest at least, and goes there. */
import { remember } from './fairMemory';
import { http, type Schemas } from './http';
import { me } from './me.svelte';
import { go } from './router.svelte';

export type TableWanted = Pick<Schemas['TableWanted'], 'game' | 'chairs'> & Partial<Schemas['TableWanted']>;
export type ChairWanted = Schemas['ChairWanted'];

/** The bot that one meets first: it makes mistakes, but not silly ones. */
export const FIRST_LEVEL = 'casual';

/** Open a table and go there: the page sits down by itself, once the seal of the house is remembered. */
export async function openTable(wanted: TableWanted): Promise<void> {
  await me.comeIn();
  await goToNew('/api/tables', wanted);
}

/** Meet the same people once more: open the table, or come to where somebody else has opened it. */
export function playAgain(table: string): Promise<void> {
  return goToNew(`/api/tables/${table}/rematch`);
}

async function goToNew(path: string, wanted?: TableWanted): Promise<void> {
  const { table, commitment } = await http.post<Schemas['TableOpened']>(path, wanted);
  remember(table, commitment);
  go(`/table/${table}`);
}

/** Start a game against a bot at once. */
export function playNow(game: string): Promise<void> {
  return openTable({
    game,
    chairs: [{ kind: 'mine' }, { kind: 'bot', level: FIRST_LEVEL }],
    starts_when_full: true,
  });
}

/** Open a table for so many, oneself and friends who get a link. */
export function invite(game: string, count: number): Promise<void> {
  const friends = Array.from({ length: count - 1 }, (): ChairWanted => ({ kind: 'invited' }));
  return openTable({ game, chairs: [{ kind: 'mine' }, ...friends], starts_when_full: true });
}
