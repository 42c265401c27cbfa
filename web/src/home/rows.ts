/** What a row of a list says about a table. */
import { clockText } from '../lib/clock';
import { optionTexts } from '../lib/options';
import { listed, say, sayAny } from '../lib/words.svelte';
import { levelName, nameOf, numbered } from '../table/sitters';
import type { ListedTable } from './listing.svelte';

export interface Row {
  id: string;
  game: string;
  /** Who sits there, and how many chairs are free. */
  who: string;
  /** What differs from the usual game, and the clock. */
  what: string;
}

/** Return what is told of a table. */
export function rowOf(table: ListedTable): Row {
  const names = numbered(
    table.places
      .map(({ kind, level, name }) => ({
        name: kind === 'bot' ? levelName(level) : name === null ? null : nameOf(name),
        isBot: kind === 'bot',
      }))
      .filter((place): place is { name: string; isBot: boolean } => place.name !== null),
  ).map(({ name }) => name);
  const free = table.places.length - names.length;
  const clock = table.clock.pace === 'none' ? [] : [clockText(table.clock)];
  return {
    id: table.id,
    game: sayAny(`${table.game}.name`),
    who: listed(free ? [...names, say('home.free_chairs', { n: free })] : names),
    what: [...optionTexts(table.game, table.options), ...clock].join(' · '),
  };
}

/** Return how things stand at a table of one's own. */
export function standing(table: ListedTable): string {
  if (table.your_turn) return say('home.your_turn');
  switch (table.status) {
    case 'open':
      return say('home.not_started');
    case 'playing':
      return say('home.goes_on');
    case 'over':
      return say('home.is_over');
  }
}
