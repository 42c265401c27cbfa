/** Who plays together: known before the start from the options and the number of chairs. */
import { http, type Schemas } from './http';

/** Ask the house for the side of each chair, for every number of chairs that some options allow. */
export async function allowedSides(game: string, options: Record<string, string>): Promise<number[][]> {
  return (await http.post<Schemas['ChairsAllowed']>(`/api/games/${game}/chairs`, { options })).sides;
}

/** Return the side of each chair where some play together; nothing where everybody is on their own. */
export function teamsOf(allowed: number[][], chairs: number): number[] {
  const sides = allowed.find(({ length }) => length === chairs) ?? [];
  return new Set(sides).size < sides.length ? sides : [];
}
