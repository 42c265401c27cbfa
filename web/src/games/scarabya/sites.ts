/** What a view tells about sites: whose areas are whose, what lies open, why a tile will not stay. */
import type { View } from '../face';
import type { ClosedArea, ScarabyaView, Site } from '../../wire/messages';
import { nameOf } from './squares';
import type { Placement } from './tiles';

/** Return a view as one of this game. */
export function ofScarabya(view: View): ScarabyaView {
  if (view.game !== 'scarabya') throw new Error(`a view of ${view.game}`);
  return view;
}

/** Return the site that a seat builds on; in a duel that of both. */
export function siteOf(view: ScarabyaView, seat: number | null): Site {
  const site = view.sites[seat ?? 0] ?? view.sites[0];
  if (!site) throw new Error('a view without sites');
  return site;
}

/** Return the areas with scarabs whose points a seat got. */
export function areasOf(view: ScarabyaView, seat: number): ClosedArea[] {
  return siteOf(view, seat).areas.filter((area) => area.points > 0 && area.seat === seat);
}

export interface Scarabs {
  covered: string[];
  /** In areas: no tile can cover them. */
  shutIn: string[];
  open: string[];
}

/** Return what has become of the scarabs of a site. */
export function scarabsOf(view: ScarabyaView, site: Site): Scarabs {
  const under = new Set(site.tiles.flatMap((tile) => tile.squares));
  const closed = new Set(site.areas.flatMap((area) => area.squares));
  return {
    covered: view.scarabs.filter((square) => under.has(square)),
    shutIn: view.scarabs.filter((square) => closed.has(square)),
    open: view.scarabs.filter((square) => !under.has(square) && !closed.has(square)),
  };
}

export type Reason =
  'scarabya.page_on_rock' | 'scarabya.page_on_tile' | 'scarabya.page_off_centre' | 'scarabya.page_apart';

/** Return what to say where a tile may not stay. That it may not was decided elsewhere. */
export function reasonAgainst({ cells }: Placement, view: ScarabyaView, site: Site): Reason {
  const squares = cells.map(nameOf);
  if (squares.some((square) => view.rocks.includes(square))) return 'scarabya.page_on_rock';
  if (site.tiles.some((tile) => tile.squares.some((square) => squares.includes(square)))) {
    return 'scarabya.page_on_tile';
  }
  return site.tiles.length === 0 ? 'scarabya.page_off_centre' : 'scarabya.page_apart';
}
