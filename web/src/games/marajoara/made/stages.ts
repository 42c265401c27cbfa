/** Real tables for tests, at every stage of a turn; tests/wire/marajoara_stages.py writes them. */
import type { MarajoaraMove, MarajoaraView } from '../../../wire/messages';
import made from './stages.json';

export interface Stage {
  seat: number;
  view: MarajoaraView;
  moves: MarajoaraMove[];
}

export type StageName = keyof typeof made;
export const STAGE_NAMES = Object.keys(made) as StageName[];

/** Return a table of one's own: picks belong to a view. */
export function stage(name: StageName): Stage {
  return structuredClone(made[name]) as Stage;
}
