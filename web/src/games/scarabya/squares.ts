/** Squares as places in a drawing: one unit is one square, `a10` is at the top left. */

export const SIDE = 10;
const LETTERS = 'abcdefghij';
/** Room for the frame, and the letters and numbers on it. */
export const FRAME = 0.6;

/** A column from the left and a row from the top. */
export interface Cell {
  x: number;
  y: number;
}

/** Return where a square lies. */
export function cellOf(square: string): Cell {
  return { x: LETTERS.indexOf(square.charAt(0)), y: SIDE - Number(square.slice(1)) };
}

/** Return what a place is called. */
export function nameOf({ x, y }: Cell): string {
  return `${LETTERS.charAt(x)}${SIDE - y}`;
}

/** Return the column letters and row numbers in the order in which they are drawn. */
export const COLUMNS = [...LETTERS];
export const ROWS = COLUMNS.map((_, y) => String(SIDE - y));

type Step = readonly [dx: number, dy: number];

/** The sides of a square, clockwise: where each begins, where it leads, and what lies beyond it. */
const SIDES: { from: Step; along: Step; beyond: Step }[] = [
  { from: [0, 0], along: [1, 0], beyond: [0, -1] },
  { from: [1, 0], along: [0, 1], beyond: [1, 0] },
  { from: [1, 1], along: [-1, 0], beyond: [0, 1] },
  { from: [0, 1], along: [0, -1], beyond: [-1, 0] },
];

const key = (x: number, y: number) => `${x},${y}`;

/** Return the line around squares that hang together, a little inside of them and with round corners. */
export function outline(cells: Cell[], inset: number, round: number): string {
  const corners = cornersOf(cells);
  const points = corners.map(({ x, y, along: [ox, oy] }, i) => {
    const [ix, iy] = corners.at(i - 1)?.along ?? [0, 0];
    // Inside is to the right of a line that goes clockwise.
    const px = x + inset * (-iy - oy);
    const py = y + inset * (ix + ox);
    return `${near(px - round * ix)} ${near(py - round * iy)}Q${near(px)} ${near(py)} ${near(px + round * ox)} ${near(py + round * oy)}`;
  });
  return `M${points.join('L')}Z`;
}

const near = (n: number) => Math.round(n * 1000) / 1000;

interface Corner extends Cell {
  along: Step;
}

/** Walk around the squares; return where the line turns, and where to. */
function cornersOf(cells: Cell[]): Corner[] {
  const inside = new Set(cells.map(({ x, y }) => key(x, y)));
  const sides = new Map<string, Corner>();
  for (const { x, y } of cells) {
    for (const { from, along, beyond } of SIDES) {
      if (inside.has(key(x + beyond[0], y + beyond[1]))) continue;
      sides.set(key(x + from[0], y + from[1]), { x: x + from[0], y: y + from[1], along });
    }
  }
  const walk: Corner[] = [];
  let side = sides.values().next().value;
  for (let left = sides.size; left > 0 && side; left--) {
    walk.push(side);
    side = sides.get(key(side.x + side.along[0], side.y + side.along[1]));
  }
  return walk.filter(({ along }, i) => along !== walk.at(i - 1)?.along);
}

/** Return the square nearest to the middle of some: where something is written on all of them. */
export function middleOf(cells: Cell[]): Cell {
  const mean = (pick: (cell: Cell) => number) => cells.reduce((sum, c) => sum + pick(c), 0) / cells.length;
  const [x, y] = [mean((c) => c.x), mean((c) => c.y)];
  const away = (c: Cell) => (c.x - x) ** 2 + (c.y - y) ** 2;
  return cells.reduce((best, cell) => (away(cell) < away(best) ? cell : best));
}
