/** What a view tells about sites: who closed what, what lies open, why a tile will not stay. */
import type { View } from '../face';
import type { Area, LaidTile, ScarabyaView, Site } from '../../wire/messages';
import { cellOf, nameOf, type Cell } from './squares';
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

/** Return the tile that was laid last. */
export function lastTile(site: Site, turned: string[]): LaidTile | undefined {
  return latest(site.tiles, turned);
}

/** Return the tile that closed an area: the last one beside it. None closed what rocks and frame do. */
export function closerOf(area: Area, site: Site, turned: string[]): LaidTile | undefined {
  const beside = new Set(area.squares.map(cellOf).flatMap(around).map(nameOf));
  return latest(
    site.tiles.filter((tile) => tile.squares.some((square) => beside.has(square))),
    turned,
  );
}

function around({ x, y }: Cell): Cell[] {
  return [
    { x: x + 1, y },
    { x: x - 1, y },
    { x, y: y + 1 },
    { x, y: y - 1 },
  ];
}

function latest(tiles: LaidTile[], turned: string[]): LaidTile | undefined {
  const when = ({ tile }: LaidTile) => turned.lastIndexOf(tile);
  return tiles.reduce<LaidTile | undefined>(
    (best, tile) => (best && when(best) > when(tile) ? best : tile),
    undefined,
  );
}

/** Return the areas with scarabs that a seat closed. */
export function areasOf(view: ScarabyaView, seat: number): Area[] {
  const site = siteOf(view, seat);
  const scored = site.areas.filter((area) => area.points > 0);
  if (view.mode !== 'duel') return scored;
  return scored.filter((area) => closerOf(area, site, view.turned)?.seat === seat);
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
