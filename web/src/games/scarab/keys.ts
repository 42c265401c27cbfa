/** How the keyboard leads over the board. */
import { indexOf, stepFrom } from './squares';

const ARROWS: Record<string, [right: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  Home: [-9, 0],
  End: [9, 0],
  PageUp: [0, 9],
  PageDown: [0, -9],
};

/** Return the square that a key leads to; null for keys that lead nowhere. */
export function squareBy(key: string, from: string, width: number, within: Iterable<string>): string | null {
  const arrow = ARROWS[key];
  if (arrow) return stepFrom(from, ...arrow, width);
  if (key === 'n' || key === 'N') return next(from, [...within], 1);
  if (key === 'p' || key === 'P') return next(from, [...within], -1);
  return null;
}

/** Return the next square of those that can be chosen, round and round. */
function next(from: string, squares: string[], by: 1 | -1): string {
  const order = squares.sort((one, other) => by * (indexOf(one) - indexOf(other)));
  const later = order.find((square) => by * (indexOf(square) - indexOf(from)) > 0);
  return later ?? order[0] ?? from;
}
