/** Where squares lie: `a1` is at the bottom left. */
import type { MarajoaraView } from '../../wire/messages';
import type { View } from '../face';

export const SIDE = 8;
/** The frame around the squares, and how wide the drawing is with it. */
export const EDGE = 0.64;
export const WHOLE = SIDE + 2 * EDGE;
const COLUMNS = 'abcdefgh';

/** Where each direction of a move leads, to the right and up. */
const WAYS: Record<string, [right: number, up: number]> = {
  north: [0, 1],
  east: [1, 0],
  south: [0, -1],
  west: [-1, 0],
};

export interface Point {
  x: number;
  y: number;
}

/** Return the view as Marajoara's; another game's has lost its way here. */
export function ours(view: View): MarajoaraView {
  if (view.game !== 'marajoara') throw new Error(`a view of ${view.game}`);
  return view;
}

/** The squares in rows from the top. */
export const ROWS = Array.from({ length: SIDE }, (_, row) =>
  [...COLUMNS].map((column) => `${column}${SIDE - row}`),
);

/** Return the middle of a square in units of the drawing. */
export function middleOf(square: string): Point {
  return { x: COLUMNS.indexOf(square.charAt(0)) + 0.5, y: SIDE - Number(square.slice(1)) + 0.5 };
}

/** Return the square that many steps to the right and up, or the last one before the edge. */
export function stepFrom(square: string, right: number, up: number): string {
  const within = (place: number) => Math.min(SIDE - 1, Math.max(0, place));
  const column = within(COLUMNS.indexOf(square.charAt(0)) + right);
  return `${COLUMNS.charAt(column)}${within(Number(square.slice(1)) - 1 + up) + 1}`;
}

/** Return the square beside one in a direction, as moves name it. */
export function squareTowards(square: string, way: string): string {
  const [right, up] = WAYS[way] ?? [0, 0];
  return stepFrom(square, right, up);
}
