/** Where squares lie: `a1` is at the bottom left, and in the short game the rim is not in play. */
import type { ScarabView } from '../../wire/messages';
import type { View } from '../face';

export type Line = ScarabView['line'];

const SIDE = 10;
const COLUMNS = 'abcdefghij';

export interface Point {
  x: number;
  y: number;
}

/** Return the view as SCARAB's; another game's has lost its way here. */
export function ours(view: View): ScarabView {
  if (view.game !== 'scarab') throw new Error(`a view of ${view.game}`);
  return view;
}

/** Return the place of a square in the views' list of stones. */
export function indexOf(square: string): number {
  return (Number(square.slice(1)) - 1) * SIDE + COLUMNS.indexOf(square.charAt(0));
}

/** Return the name of a place in the views' list of stones. */
export function nameOf(index: number): string {
  return `${COLUMNS.charAt(index % SIDE)}${Math.floor(index / SIDE) + 1}`;
}

function rimOf(width: number): number {
  return (SIDE - width) / 2;
}

/** Return the letters of the columns in play, from the left. */
export function columnsOf(width: number): string[] {
  return [...COLUMNS].slice(rimOf(width), SIDE - rimOf(width));
}

/** Return the numbers of the rows in play, from the top. */
export function rowsOf(width: number): number[] {
  return Array.from({ length: width }, (_, row) => SIDE - rimOf(width) - row);
}

/** Return the squares in play, row by row from the top. */
export function squaresOf(width: number): string[] {
  return rowsOf(width).flatMap((row) => columnsOf(width).map((column) => `${column}${row}`));
}

/** Return the middle of a square in units of the drawing. */
export function middleOf(square: string, width: number): Point {
  const index = indexOf(square);
  const rim = rimOf(width);
  return { x: (index % SIDE) - rim + 0.5, y: SIDE - rim - Math.floor(index / SIDE) - 0.5 };
}

/** Return the line on which two different squares lie: what a leg of a walk went along. */
export function lineOf(from: string, to: string): Line {
  return from.slice(1) === to.slice(1) ? 'row' : 'column';
}

/** Tell whether a square is in the line of another, that square included. */
export function isInLine(square: string, priest: string, line: Line): boolean {
  const inRow = square.slice(1) === priest.slice(1);
  const inColumn = square.charAt(0) === priest.charAt(0);
  return (inRow && line !== 'column') || (inColumn && line !== 'row');
}

/** Return where a walk steps from one square to the next, and in which direction, in degrees. */
export function chevronsOf(path: string[], width: number): (Point & { angle: number })[] {
  const points = path.map((square) => middleOf(square, width));
  return points.slice(1).flatMap((to, leg) => {
    const from = points[leg] ?? to;
    const steps = Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
    const [right, down] = [Math.sign(to.x - from.x), Math.sign(to.y - from.y)];
    const angle = (Math.atan2(down, right) * 180) / Math.PI;
    return Array.from({ length: steps }, (_, step) => ({
      x: from.x + (step + 0.5) * right,
      y: from.y + (step + 0.5) * down,
      angle,
    }));
  });
}
