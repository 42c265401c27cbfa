/** The games that have a face here. A further one is a folder and a line. */
import type { Component } from 'svelte';
import type { Face } from './face';
import MarajoaraDoor from './marajoara/Door.svelte';
import ScarabDoor from './scarab/Door.svelte';
import ScarabyaDoor from './scarabya/Door.svelte';

export const FACES: Record<string, () => Promise<{ face: Face }>> = {
  scarabya: () => import('./scarabya/face'),
  scarab: () => import('./scarab/face'),
  marajoara: () => import('./marajoara/face'),
};

/** The picture on the door of each game: a piece of its board. */
export const DOORS: Record<string, Component> = {
  scarabya: ScarabyaDoor,
  scarab: ScarabDoor,
  marajoara: MarajoaraDoor,
};

/** The rules of each game, as a page. */
export const RULES: Record<string, () => Promise<typeof import('./scarab/Rules.svelte')>> = {
  scarabya: () => import('./scarabya/Rules.svelte'),
  scarab: () => import('./scarab/Rules.svelte'),
  marajoara: () => import('./marajoara/Rules.svelte'),
};
