/** How the keyboard leads over a board of squares. */

const ARROWS: Record<string, [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-Infinity, 0],
  End: [Infinity, 0],
  PageUp: [0, -Infinity],
  PageDown: [0, Infinity],
};

/** Return the square that a key leads to; null for keys that lead nowhere. N and P lead round what is open. */
export function squareBy(
  key: string,
  from: string,
  rows: string[][],
  isOpen: (square: string) => boolean,
): string | null {
  const arrow = ARROWS[key];
  if (arrow) return step(from, rows, ...arrow);
  const by = { n: 1, p: -1 }[key.toLowerCase()];
  if (by === undefined) return null;
  const order = by === 1 ? rows.flat() : rows.flat().reverse();
  const at = order.indexOf(from);
  return [...order.slice(at + 1), ...order.slice(0, at)].find(isOpen) ?? from;
}

/** Return the square that many steps away, or the last one before the edge. */
function step(from: string, rows: string[][], right: number, down: number): string {
  const row = rows.findIndex((squares) => squares.includes(from));
  const column = rows[row]?.indexOf(from) ?? 0;
  const line = rows[within(row + down, rows.length)] ?? [];
  return line[within(column + right, line.length)] ?? from;
}

function within(place: number, length: number): number {
  return Math.min(length - 1, Math.max(0, place));
}
