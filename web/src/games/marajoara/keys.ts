/** How the keyboard leads over the site. */
import { ROWS, stepFrom } from './squares';

const ARROWS: Record<string, [right: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  Home: [-8, 0],
  End: [8, 0],
  PageUp: [0, 8],
  PageDown: [0, -8],
};
const ORDER = ROWS.flat();

/** Return the square that a key leads to; null for keys that lead nowhere. N and P go from lit square to lit square. */
export function squareBy(key: string, from: string, lit: (square: string) => boolean): string | null {
  const arrow = ARROWS[key];
  if (arrow) return stepFrom(from, ...arrow);
  const by = { n: 1, p: -1 }[key.toLowerCase()];
  if (by === undefined) return null;
  const order = by === 1 ? ORDER : ORDER.toReversed();
  const at = order.indexOf(from);
  return [...order.slice(at + 1), ...order.slice(0, at)].find(lit) ?? from;
}
