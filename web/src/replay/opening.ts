/** Opening a game to step through: its first portion, the place to begin at, and the face of the game. */
import { FACES } from '../games';
import type { Face } from '../games/face';
import { loadWordsOf } from '../lib/words.svelte';
import { Film } from './film.svelte';
import { Head } from './head.svelte';
import type { Place } from './place';
import type { Source } from './source';

export interface Opened {
  film: Film;
  head: Head;
  /** None where the game cannot be shown in a browser. */
  face: Face | null;
}

/** Open a game at a place; without one a game that runs at its present, any other at its beginning. */
export async function open(source: Source, { at, seat }: Place): Promise<Opened> {
  const film = new Film(source, seat);
  const about = await aboutAt(film, at ?? 0);
  const runs = about.result === null && source.table !== null;
  const event = Math.min(at ?? (runs ? about.events : 0), about.events);
  const [face] = await Promise.all([faceOf(about.game), film.need(event)]);
  if (!film.frame(event)) throw film.trouble;
  return { film, head: new Head(event, about.events), face };
}

/** Return the same game from another side, ready at an event. */
export async function fromSide(film: Film, seat: number | null, event: number): Promise<Film> {
  const other = new Film(film.source, seat);
  await other.need(event);
  if (!other.frame(event)) throw other.trouble;
  return other;
}

async function aboutAt(film: Film, event: number): Promise<NonNullable<Film['about']>> {
  await film.need(event);
  if (film.trouble || !film.about) throw film.trouble;
  return film.about;
}

async function faceOf(game: string): Promise<Face | null> {
  const load = FACES[game];
  if (!load) return null;
  const [{ face }] = await Promise.all([load(), loadWordsOf(game)]);
  return face;
}
