/** Who sat where in a game that is stepped through, as boards and panels show them. */
import type { Sitter } from '../games/face';
import { levelName, nameOf, numbered } from '../table/sitters';
import type { Frames } from './source';

type Seated = Pick<Frames, 'sitters' | 'sides' | 'yours'>;

/** Return those who play after an event, by seat. */
export function sittersAt({ sitters, sides, yours }: Seated, event: number): Sitter[] {
  const seated = sitters.map(({ name, is_bot: isBot, left }, seat) => {
    return {
      seat,
      name: isBot ? levelName(name) : nameOf(name),
      isYou: yours.includes(seat),
      isBot,
      isHere: true,
      hasLeft: left !== null && event >= left,
      side: sides[seat] ?? seat,
    };
  });
  return numbered(seated);
}
