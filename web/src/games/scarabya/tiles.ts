/** Tiles, how they are turned, and what they would cover: read from the catalog that the rules wrote. */
import catalog from './catalog.json';
import { nameOf, SIDE, type Cell } from './squares';

interface Pose {
  /** Its squares, counted from the top left of its drawing. */
  cells: Cell[];
  /** The square that a move names. */
  anchor: Cell;
  width: number;
  height: number;
  turn: number;
  flip: number;
}

const POSES = new Map(
  Object.entries(catalog).map(([tile, poses]) => [
    tile,
    poses.map((pose) => ({ ...pose, ...read(pose.drawing) })),
  ]),
);

export const TILES = [...POSES.keys()];

function read(drawing: string): Pick<Pose, 'cells' | 'anchor' | 'width' | 'height'> {
  const rows = drawing.split(' ');
  const cells = rows.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === '#' ? [{ x, y }] : [])));
  const last = rows.length - 1;
  const anchor = { x: rows[last]?.indexOf('#') ?? 0, y: last };
  return { cells, anchor, width: rows[0]?.length ?? 0, height: rows.length };
}

/** Return the poses of a tile, by their numbers. */
export function posesOf(tile: string): Pose[] {
  return POSES.get(tile) ?? [];
}

/** Return how a tile looks in a pose. */
export function poseOf(tile: string, pose: number): Pose {
  const found = POSES.get(tile)?.[pose];
  if (!found) throw new Error(`no pose ${tile}${pose}`);
  return found;
}

/** A tile somewhere on a site, whether it may lie there or not. */
export interface Placement {
  tile: string;
  pose: number;
  cells: Cell[];
  /** The middle of the rectangle around it. */
  middle: Cell;
  /** Its anchor. */
  at: string;
  /** The move that lays it. */
  text: string;
}

/** Return a tile with the top left of its drawing on a square. */
export function placed(tile: string, pose: number, left: number, top: number): Placement {
  const { cells, anchor, width, height } = poseOf(tile, pose);
  const at = nameOf({ x: left + anchor.x, y: top + anchor.y });
  return {
    tile,
    pose,
    cells: cells.map(({ x, y }) => ({ x: left + x, y: top + y })),
    middle: { x: left + width / 2, y: top + height / 2 },
    at,
    text: `${tile}${pose} ${at}`,
  };
}

/** Return a tile with its anchor on a square. */
export function anchored(tile: string, pose: number, { x, y }: Cell): Placement {
  const { anchor } = poseOf(tile, pose);
  return placed(tile, pose, x - anchor.x, y - anchor.y);
}

/** Return a tile with its middle as near to a point as squares and frame allow. */
export function centred(tile: string, pose: number, { x, y }: Cell): Placement {
  const { width, height } = poseOf(tile, pose);
  const within = (at: number, size: number) => Math.min(Math.max(Math.round(at - size / 2), 0), SIDE - size);
  return placed(tile, pose, within(x, width), within(y, height));
}

/** Return the poses of a tile in the order in which one would try them: by turns, then flipped. */
export function tries(tile: string, pose: number): number[] {
  const turns = (first: number) => {
    const found = [first];
    for (let i = 0; i < 3; i++) found.push(poseOf(tile, found[i] ?? first).turn);
    return found;
  };
  return [...new Set([...turns(pose), ...turns(poseOf(tile, pose).flip)])];
}

/** Tell whether a tile covers a square. */
export function covers({ cells }: { cells: Cell[] }, { x, y }: Cell): boolean {
  return cells.some((cell) => cell.x === x && cell.y === y);
}

/** Tell whether a square lies in the rectangle around a tile, in its hollows too. */
export function surrounds({ cells }: { cells: Cell[] }, { x, y }: Cell): boolean {
  const [across, down] = [cells.map((cell) => cell.x), cells.map((cell) => cell.y)];
  const within = (n: number, all: number[]) => Math.min(...all) <= n && n <= Math.max(...all);
  return within(x, across) && within(y, down);
}
