/** What a tile in hand would do, and what a site looks like, in sentences. */
import { say } from '../../lib/words.svelte';
import type { Area, ScarabyaMove, ScarabyaView, Site } from '../../wire/messages';
import { scarabsOf } from './sites';
import { nameOf } from './squares';
import type { Placement } from './tiles';

/** Return what laying a tile brings: `L tile on d4, closes an area of 3 with 2 scarabs, 6 points`. */
export function wouldDo(placement: Placement, move: ScarabyaMove, view: ScarabyaView): string {
  const covered = placement.cells.map(nameOf).filter((square) => view.scarabs.includes(square)).length;
  return [
    say('scarabya.page_at', { tile: placement.tile, at: placement.at }),
    ...closes(move.areas ?? [], view),
    ...(move.points > 0 && view.mode !== 'solo' ? [say('scarabya.brings_points', { n: move.points })] : []),
    ...(covered > 0 ? [say('scarabya.brings_buries', { n: covered })] : []),
  ].join(', ');
}

function closes(areas: Area[], view: ScarabyaView): string[] {
  const [first] = areas;
  if (!first) return [];
  const n = areas.reduce((sum, area) => sum + area.scarabs, 0);
  if (view.mode === 'solo' && n > 0) return [say('scarabya.page_shuts_in', { n })];
  const scarabs = say('scarabya.page_scarabs', { n });
  const size = first.squares.length;
  if (areas.length > 1) return [say('scarabya.page_closes_several', { n: areas.length, scarabs })];
  return [
    n > 0 ? say('scarabya.page_closes', { size, scarabs }) : say('scarabya.page_closes_bare', { size }),
  ];
}

/** Return all that lies on a site, for those who do not see it. */
export function siteInWords(view: ScarabyaView, site: Site): string {
  const { open, shutIn } = scarabsOf(view, site);
  return [
    ...site.tiles.map(({ tile, squares }) => say('scarabya.page_laid', { tile, squares: squares.join(' ') })),
    ...(view.mode === 'solo' ? [] : site.areas.map(areaInWords)),
    ...(view.mode === 'solo' && shutIn.length ? [`${shutInWords(shutIn)}.`] : []),
    ...(open.length ? [say('scarabya.page_open_scarabs', { squares: open.join(' ') })] : []),
    say('scarabya.page_rocks', { squares: view.rocks.join(' ') }),
  ].join(' ');
}

function areaInWords({ squares, scarabs, points }: Area): string {
  return say('scarabya.page_area', {
    squares: squares.join(' '),
    scarabs: say('scarabya.page_scarabs', { n: scarabs }),
    points: say('scarabya.brings_points', { n: points }),
  });
}

/** Return which scarabs no tile can reach any more. */
export function shutInWords(squares: string[]): string {
  return say('scarabya.page_shut_in', { n: squares.length, squares: squares.join(' ') });
}
