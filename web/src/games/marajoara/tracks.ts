/** Who stands where on the tracks, and where a move leads. */
import type { MarajoaraMove, MarajoaraView, Track } from '../../wire/messages';
import type { Colour } from './things';

/** Return the seats whose disc is on a space; on the last one the first to arrive comes first. */
export function discsOn({ discs, ends }: Track, space: number, last: number): number[] {
  return space === last ? ends : discs.flatMap((at, seat) => (at === space ? [seat] : []));
}

/** Return a track of a view. */
export function trackOf(view: MarajoaraView, name: Colour): Track {
  const track = view.tracks.find((one) => one.name === name);
  if (!track) throw new Error(`no ${name} track`);
  return track;
}

/** Return the space of each track that the captured die leads to, by the moves that lead there. */
export function reachedBy(moves: MarajoaraMove[]): Partial<Record<Colour, number>> {
  return Object.fromEntries(
    moves.flatMap(({ text, space }) => {
      const [kind, track] = text.split(' ');
      return kind === 'excavate' && space !== undefined ? [[track as Colour, space]] : [];
    }),
  );
}
