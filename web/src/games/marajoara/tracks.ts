/** Who stands where on the tracks, and where a captured die would lead. */
import type { MarajoaraMove, MarajoaraView, Track } from '../../wire/messages';
import { COLOURS } from './printed';
import type { Colour } from './things';

/** Return the seats whose disc is on a space; on the last one the first to arrive comes first. */
export function discsOn({ discs, ends }: Track, space: number, last: number): number[] {
  return space === last ? ends : discs.flatMap((at, seat) => (at === space ? [seat] : []));
}

/** Return the space of each track that one of the moves leads to. */
export function reachedBy(moves: MarajoaraMove[]): Partial<Record<Colour, number>> {
  const pairs = COLOURS.map((track) => [
    track,
    moves.find(({ text }) => text === `excavate ${track}`)?.space,
  ]);
  return Object.fromEntries(pairs.filter(([, space]) => space !== undefined)) as Partial<
    Record<Colour, number>
  >;
}

/** Return a track of a view. */
export function trackOf(view: MarajoaraView, name: Colour): Track {
  const track = view.tracks.find((one) => one.name === name);
  if (!track) throw new Error(`no ${name} track`);
  return track;
}
