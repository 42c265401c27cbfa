/** What is heard of a table that goes on. */
import type { Sound } from '../lib/sounds';
import type { HappenedShown } from '../wire/messages';

/** How a table stands, as far as it can be heard. */
export interface Heard {
  isTurn: boolean;
  isOver: boolean;
  /** What happened since the page last showed the game. */
  latest: HappenedShown[];
}

/** Return what is heard when a table goes on: the one thing that counts most. */
export function soundOf(before: Heard, now: Heard): Sound | null {
  if (now.isOver) return before.isOver ? null : 'over';
  if (now.isTurn && !before.isTurn) return 'turn';
  return now.latest !== before.latest && now.latest.length > 0 ? 'move' : null;
}
