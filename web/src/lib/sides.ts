/** Who plays together: known before the start from the options and the number of chairs. */
import { http, type Schemas } from './http';

const FEWEST_FOR_TEAMS = 3;

/** Ask the house for the side of each chair, for every number of chairs that some options allow. */
export async function allowedSides(game: string, options: Record<string, string>): Promise<number[][]> {
  return (await http.post<Schemas['ChairsAllowed']>(`/api/games/${game}/chairs`, { options })).sides;
}

/** Return the side of each chair where some play together; nothing where everybody is on their own. */
export function teamsOf(allowed: number[][], chairs: number): number[] {
  const sides = allowed.find(({ length }) => length === chairs) ?? [];
  return new Set(sides).size < sides.length ? sides : [];
}

/** Return the side of each chair of a table; without an answer from the house, one chooses a chair all the same. */
export async function teamsAt(
  game: string,
  options: Record<string, string>,
  chairs: number,
): Promise<number[]> {
  if (chairs < FEWEST_FOR_TEAMS) return [];
  try {
    return teamsOf(await allowedSides(game, options), chairs);
  } catch {
    return [];
  }
}
