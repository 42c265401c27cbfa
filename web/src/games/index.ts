/** The games that have a face here, each loaded when it is asked for. A further one is a folder and its lines. */
import type { Component } from 'svelte';
import type { Face } from './face';

export const FACES: Record<string, () => Promise<{ face: Face }>> = {
  scarabya: () => import('./scarabya/face'),
  scarab: () => import('./scarab/face'),
  marajoara: () => import('./marajoara/face'),
};

/** The picture on the door of each game: a piece of its board. */
export const DOORS: Record<string, () => Promise<{ default: Component }>> = {
  scarabya: () => import('./scarabya/Door.svelte'),
  scarab: () => import('./scarab/Door.svelte'),
  marajoara: () => import('./marajoara/Door.svelte'),
};

/** The rules of each game, as a page. */
export const RULES: Record<string, () => Promise<typeof import('./scarab/Rules.svelte')>> = {
  scarabya: () => import('./scarabya/Rules.svelte'),
  scarab: () => import('./scarab/Rules.svelte'),
  marajoara: () => import('./marajoara/Rules.svelte'),
};

/** The keys of the games, in the order in which they are shown. */
export const GAMES = Object.keys(FACES);
