/** Who sat where in a game that is stepped through, as boards and panels show them. */
import type { Sitter } from '../games/face';
import { say } from '../lib/words.svelte';
import { levelName } from '../table/sitters';
import type { Frames } from './source';

type Seated = Pick<Frames, 'sitters' | 'sides' | 'yours'>;

/** Return those who play after an event, by seat. */
export function sittersAt({ sitters, sides, yours }: Seated, event: number): Sitter[] {
  return sitters.map(({ name, is_bot: isBot, left }, seat) => {
    const hasLeft = left !== null && event >= left;
    const called = isBot ? levelName(name) : name;
    return {
      seat,
      name: hasLeft ? say('table.house_plays', { name: called }) : called,
      isYou: yours.includes(seat),
      isBot,
      isHere: true,
      hasLeft,
      side: sides[seat] ?? seat,
    };
  });
}
