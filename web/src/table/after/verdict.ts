/** How a game ended, in a sentence. */
import type { Sitter } from '../../games/face';
import { listed, say } from '../../lib/words.svelte';
import type { ResultShown } from '../../wire/messages';

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

/** Return the seats from the first place to the last. */
export function standing(result: ResultShown, sitters: Sitter[]): Sitter[] {
  const rank = ({ seat }: Sitter) => result.ranks[seat] ?? sitters.length;
  const points = ({ seat }: Sitter) => result.points[seat] ?? 0;
  return sitters.toSorted((one, other) => rank(one) - rank(other) || points(other) - points(one));
}
