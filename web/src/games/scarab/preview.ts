/** What would happen if what one points at, or has picked, were done. */
import type { Picks } from './picks.svelte';
import type { Choices, Way } from './ways';

/** What one points at, and by which way. */
export interface Aim {
  square: string;
  way: number;
}

export interface Preview {
  square: string;
  points: number;
  /** The way of the priest, and the others that lead to the same stone. */
  way: Way | null;
  others: Way[];
  /** The stone that is put back. */
  puts: string | null;
}

/** Return the preview of what one points at if it can be done, else of what is picked. */
export function previewOf(choices: Choices, picks: Picks, aim: Aim | null): Preview | null {
  const picked = picks.square === null ? null : { square: picks.square, way: picks.way };
  return shown(choices, picks.stone, aim) ?? shown(choices, picks.stone, picked);
}

function shown(choices: Choices, puts: string | null, aim: Aim | null): Preview | null {
  if (aim === null) return null;
  const { square } = aim;
  if (puts !== null) {
    const put = choices.puts.get(puts)?.get(square);
    return put ? { square, points: put.points, way: null, others: [], puts } : null;
  }
  const ways = choices.ways.get(square);
  const way = ways?.[aim.way];
  if (!ways || !way) return null;
  return { square, points: way.points, way, others: ways.filter((other) => other !== way), puts };
}
