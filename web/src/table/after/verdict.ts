/** How a game ended, in a sentence. */
import type { Sitter } from '../../games/face';
import { listed, say, sayAny, type Key } from '../../lib/words.svelte';
import type { ResultShown } from '../../wire/messages';

/** How a game ends before its end: by the last one who leaves. */
const LEAVING: Record<string, Key> = {
  'table.why_resign': 'play.after_resigned',
  'table.why_timeout': 'play.after_timed_out',
};

/** Return who won. */
export function verdict(result: ResultShown, sitters: Sitter[]): string {
  if (sitters.length === 1) {
    const n = result.points[0] ?? 0;
    return result.winners.length ? say('table.won_alone', { n }) : say('table.lost_alone', { n });
  }
  if (result.winners.length === 0) return say('table.nobody_wins');
  const names = result.winners.map((seat) => sitters[seat]?.name ?? '');
  return say('table.wins', { names: listed(names), n: names.length });
}

/** Return why the game was over: as its rules have it, or because of the last one who left. */
export function reason(result: ResultShown, lastToLeave: Sitter | undefined): string {
  const key = LEAVING[result.why];
  return key && lastToLeave ? say(key, { name: lastToLeave.name }) : sayAny(result.why);
}

/** Return the seats from the first place to the last. */
export function standing(result: ResultShown, sitters: Sitter[]): Sitter[] {
  const rank = ({ seat }: Sitter) => result.ranks[seat] ?? sitters.length;
  const points = ({ seat }: Sitter) => result.points[seat] ?? 0;
  return sitters.toSorted((one, other) => rank(one) - rank(other) || points(other) - points(one));
}
