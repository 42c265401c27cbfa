/** Who sits at the tables of the rules. */
import type { Sitter } from '../games/face';

const NAMES = ['Anna', 'Ben', 'Clara', 'David'];

/** Return a sitter for each seat that has points. */
export function sittersOf(points: number[]): Sitter[] {
  return points.map((_, seat) => {
    const name = NAMES[seat] ?? '';
    return { seat, name, isYou: false, isBot: false, isHere: true, hasLeft: false, side: seat };
  });
}
