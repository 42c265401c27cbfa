/** What happened, as steps that a board can show one after the other. */
import type { HappenedShown, ScarabView } from '../../wire/messages';
import { indexOf } from './squares';

export interface Step {
  seat: number;
  /** Where the priest walks; nowhere, where a stone was put back. */
  path: string[];
  stone: string;
  square: string;
  /** What lay on the board until then. */
  stones: string[];
  /** Where the priest stood until then. */
  priest: string;
}

type Tell = HappenedShown['tells'][number];

/** Return the steps that led to a view; none where a move was taken back, which is not a walk. */
export function stepsOf(view: ScarabView, latest: HappenedShown[]): Step[] {
  if (latest.some((event) => event.deed === 'back')) return [];
  const steps: Step[] = [];
  let { stones, priest } = view;
  for (const tell of latest.flatMap((event) => event.tells).reverse()) {
    const step = stepOf(tell, stones, priest);
    if (!step) continue;
    steps.unshift(step);
    ({ stones, priest } = step);
  }
  return steps;
}

function stepOf(tell: Tell, after: string[], priest: string): Step | null {
  const { what, seat, stone, to } = tell as { what: string; seat: number; stone: string; to: string };
  if (what === 'put') {
    return { seat, path: [], stone, square: to, stones: after.with(indexOf(to), ''), priest };
  }
  if (what !== 'take' && what !== 'ankh') return null;
  const path = tell.path as string[];
  return { seat, path, stone, square: to, stones: after.with(indexOf(to), stone), priest: path[0] ?? priest };
}
