/**
 * What this browser remembers of tables, so that nobody need believe the house later: the seal that the house showed
 * first, and what one's own part of the shuffle is made of.
 */
import { keep, kept } from './kept';
import { newKey } from './key';

export interface Memory {
  /** When it was first remembered: milliseconds since 1970. */
  at: number;
  /** The seal of the house: the first that it showed, before it knew anything of one's own part. */
  commitment: string;
  /** What all one's nonces at this table are made of: so two tabs make the same. */
  seed: string;
  /** The hash of the set-up as it was shown when one sat down. */
  setUp?: string;
  /** The nonce that was sent, and how many starts had been broken off by then. */
  nonce?: string;
  round?: number;
  /** The hashes of all nonces, by chairs, as they were shown before one's own nonce was. */
  hashes?: (string | null)[];
  /** The same by seats, since the game has started. */
  promised?: (string | null)[];
  /** Whether another may count: the house did not take this one, or another device of one's own was asked since. */
  isDoubtful?: boolean;
  /** One's own seats, since the game has started. */
  seats?: number[];
}

/** More tables than these are not remembered: the oldest are forgotten first. */
export const MOST_REMEMBERED = 500;
const PREFIX = 'digsite.fair.';

/** Return what is remembered of a table. */
export function remembered(table: string): Memory | null {
  try {
    const memory = JSON.parse(kept(PREFIX + table) ?? 'null') as Partial<Memory> | null;
    return isMemory(memory) ? memory : null;
  } catch {
    return null; // somebody else has written there
  }
}

function isMemory(found: Partial<Memory> | null): found is Memory {
  return typeof found?.commitment === 'string' && typeof found.seed === 'string';
}

/** Remember the seal of a table from now on, unless one does already: the first that was shown counts. */
export function remember(table: string, commitment: string): Memory {
  const known = remembered(table);
  if (known) return known;
  const memory = { at: Date.now(), commitment, seed: newKey() + newKey() };
  restore(table, memory);
  forgetOldest();
  return memory;
}

/** Remember more of a table, where one remembers anything of it. */
export function note(table: string, more: Partial<Memory>): void {
  const known = remembered(table);
  if (known) restore(table, { ...known, ...more });
}

/** Forget a table where one does not sit any more. */
export function forget(table: string): void {
  keep(PREFIX + table, null);
}

/** Remember a table as it was remembered before. */
export function restore(table: string, memory: Memory): void {
  keep(PREFIX + table, JSON.stringify(memory));
}

function forgetOldest(): void {
  const tables = storedTables();
  if (tables.length <= MOST_REMEMBERED) return;
  const aged = tables.map((table) => ({ table, at: remembered(table)?.at ?? 0 }));
  aged.sort((one, other) => other.at - one.at);
  for (const { table } of aged.slice(MOST_REMEMBERED)) forget(table);
}

function storedTables(): string[] {
  try {
    return Object.keys(localStorage).flatMap((name) =>
      name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [],
    );
  } catch {
    return []; // a browser that keeps nothing need not forget anything
  }
}
