/** What moved on the site just now: dice that arrive on a square, and dice that leave one. */
import type { HappenedShown } from '../../wire/messages';
import { middleOf, SIDE } from './squares';

export interface Arrival {
  ply: number;
  /** Where it comes from, seen from where it is. */
  right: number;
  down: number;
}

export interface Leaving {
  ply: number;
  square: string;
  die: string;
  /** Who gets it; what is retired goes to nobody. */
  seat: number | null;
}

export interface Motions {
  arrivals: Map<string, Arrival>;
  leavings: Leaving[];
}

/** Somebody who was away sees the last of it only. */
const MOST = 12;

/** Return what happened of late: what still moves moves on when the next thing happens, as bots are quick. */
export function recalled(known: HappenedShown[], latest: HappenedShown[]): HappenedShown[] {
  const last = known.at(-1)?.ply ?? 0;
  const news = latest.filter(({ ply }) => ply > last);
  const all = news.length > 0 || latest.length === 0 ? [...known, ...news] : latest;
  const back = all.findLastIndex(({ deed }) => deed === 'back');
  return all.slice(back + 1).slice(-MOST);
}

/** Return what moves, from what happened. */
export function motionsOf(happened: HappenedShown[]): Motions {
  const motions: Motions = { arrivals: new Map(), leavings: [] };
  for (const { ply, tells } of happened) {
    for (const told of tells as Record<string, unknown>[]) move(motions, ply, told);
  }
  return motions;
}

function move(motions: Motions, ply: number, told: Record<string, unknown>): void {
  const { what, seat, square, to, die } = told as { [key: string]: string } & { seat: number };
  switch (what) {
    case 'capture':
    case 'shift':
      motions.arrivals.set(to ?? '', { ply, ...between(square ?? '', to ?? '') });
      motions.arrivals.delete(square ?? '');
      if (what === 'capture') {
        leave(motions, { ply, square: midway(square ?? '', to ?? ''), die: die ?? '', seat });
      }
      break;
    case 'retire':
      leave(motions, { ply, square: square ?? '', die: die ?? '', seat: null });
      break;
    case 'recycle': // dice of the slate come from below
      motions.arrivals.set(square ?? '', { ply, right: 0, down: SIDE - middleOf(square ?? '').y + 0.5 });
  }
}

function leave({ arrivals, leavings }: Motions, leaving: Leaving): void {
  arrivals.delete(leaving.square);
  leavings.push(leaving);
}

function between(from: string, to: string): { right: number; down: number } {
  const [start, end] = [middleOf(from), middleOf(to)];
  return { right: start.x - end.x, down: start.y - end.y };
}

function midway(from: string, to: string): string {
  const code = (place: number) => Math.round((from.charCodeAt(place) + to.charCodeAt(place)) / 2);
  return String.fromCharCode(code(0), code(1));
}
