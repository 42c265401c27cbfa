/** What happened, as sentences: in the words of the game, or of the table where somebody left. */
import type { Sitter } from '../games/face';
import { hasWords, say, sayAny, type Key } from '../lib/words.svelte';
import type { HappenedShown } from '../wire/messages';
import { playedBy } from './sitters';

const DEEDS: Record<Exclude<HappenedShown['deed'], 'move'>, Key> = {
  back: 'play.took_back',
  resign: 'table.resigned',
  timeout: 'table.ran_out_of_time',
  replaced: 'table.replaced',
};

/** Return the sentences of an event, with those who sat there after it. */
export function told(game: string, event: HappenedShown, sitters: Sitter[]): string[] {
  const sitter = (seat: unknown) => sitters.find((one) => one.seat === seat);
  if (event.deed !== 'move') return [say(DEEDS[event.deed], { name: sitter(event.seat)?.name ?? '' })];
  return event.tells
    .filter((thing) => hasWords(`${game}.${String(thing.what)}`))
    .map((thing) => {
      const who = sitter(thing.seat ?? event.seat);
      return sayAny(`${game}.${String(thing.what)}`, {
        n: thing.points,
        ...thing,
        seat: who ? playedBy(who) : '',
      });
    });
}

/** Return the sentences of a game so far; the house is named from when it plays on for somebody. */
export function toldSoFar(game: string, happened: HappenedShown[], sitters: Sitter[]): string[] {
  const left = new Set<number | null>();
  return happened.flatMap((event) => {
    if (isLeaving(event)) left.add(event.seat);
    const then = sitters.map((sitter) => ({ ...sitter, hasLeft: left.has(sitter.seat) }));
    return told(game, event, then);
  });
}

/** Return whoever gave up or ran out of time last. */
export function lastToLeave(happened: HappenedShown[], sitters: Sitter[]): Sitter | undefined {
  const last = happened.findLast(({ deed }) => deed === 'resign' || deed === 'timeout');
  return sitters.find(({ seat }) => seat === last?.seat);
}

function isLeaving({ deed }: HappenedShown): boolean {
  return deed !== 'move' && deed !== 'back';
}
