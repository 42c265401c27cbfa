/** Boards that readers may try: positions as data, with what each move leads to (tools/rules_boards.py). */
import type { Move, View } from '../games/face';
import type { HappenedShown } from '../wire/messages';

/** A position that the rules show. */
export interface Step {
  view: View;
  points: number[];
  due: number[];
  moves: Move[];
  /** What each of the moves leads to. */
  then: Record<string, Change>;
}

/** What a move leads to; of the view only what it changes. */
export interface Change extends Omit<Step, 'view'> {
  view: Partial<View>;
  seat: number;
  tells: HappenedShown['tells'];
}

/** Where a reader is, and the moves that led there. */
export interface Tried {
  step: Step;
  happened: HappenedShown[];
}

/** Return what a game's file of examples holds, by name. */
export function examplesOf<Name extends string>(file: Record<Name, unknown>): Record<Name, Step> {
  return file as Record<Name, Step>; // its types would be those of its letters
}

/** Return where a move leads. */
export function tried({ step, happened }: Tried, move: string): Tried {
  const change = step.then[move];
  if (!change) throw new Error(`no such move in the rules: ${move}`);
  const { view, seat, tells, ...rest } = change;
  const ply = happened.length + 1;
  return {
    step: { ...rest, view: { ...step.view, ...view } as View },
    happened: [...happened, { ply, at: 0, seat, deed: 'move', tells }],
  };
}
