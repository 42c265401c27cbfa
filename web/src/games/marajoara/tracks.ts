/** Who stands where on the tracks. */
import type { MarajoaraView, Track } from '../../wire/messages';
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
