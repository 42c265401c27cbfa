/** What happened, as sentences: in the words of the game, or of the table where somebody left. */
import type { Sitter } from '../games/face';
import { hasWords, say, sayAny, type Key } from '../lib/words.svelte';
import type { HappenedShown } from '../wire/messages';

const DEEDS: Record<Exclude<HappenedShown['deed'], 'move'>, Key> = {
  back: 'play.took_back',
  resign: 'table.resigned',
  timeout: 'table.ran_out_of_time',
  replaced: 'table.replaced',
};

/** Return the sentences of an event. */
export function told(game: string, event: HappenedShown, sitters: Sitter[]): string[] {
  const name = (seat: unknown) => sitters.find((sitter) => sitter.seat === seat)?.name ?? '';
  if (event.deed !== 'move') return [say(DEEDS[event.deed], { name: name(event.seat) })];
  return event.tells
    .filter((thing) => hasWords(`${game}.${String(thing.what)}`))
    .map((thing) => {
      const values = { n: thing.points, ...thing, seat: name(thing.seat ?? event.seat) };
      return sayAny(`${game}.${String(thing.what)}`, values);
    });
}
