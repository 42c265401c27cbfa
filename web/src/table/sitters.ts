/** Who sits at a table, as boards and panels show them. */
import type { Sitter } from '../games/face';
import { sayAny, say, hasWords } from '../lib/words.svelte';
import type { PlaceShown, PresentMessage, TableShown } from '../wire/messages';

/** Return the name of a bot's level. */
export function levelName(level: string | null): string {
  const key = `table.bot_${level ?? ''}`;
  return hasWords(key) ? sayAny(key) : (level ?? '');
}

/** Return what somebody is called; whoever has deleted themselves has no name. */
export function nameOf(name: string): string {
  return name || say('table.erased');
}

/** Return what a chair is called by: whoever sits there, or is waited for. */
function placeName(place: PlaceShown): string {
  if (place.kind === 'bot') return levelName(place.level);
  const name = place.name ?? place.waits_for;
  return name === null ? say('play.free_chair') : nameOf(name);
}

/** Tell bots of one level apart: from the second on, each has a number. */
export function numbered<T extends { name: string; isBot: boolean }>(all: T[]): T[] {
  const met = new Map<string, number>();
  return all.map((one) => {
    if (!one.isBot) return one;
    const number = (met.get(one.name) ?? 0) + 1;
    met.set(one.name, number);
    return number === 1 ? one : { ...one, name: `${one.name} ${number}` };
  });
}

/** Return what each chair is called by; bots of one level are numbered. */
export function placeNames(places: PlaceShown[]): string[] {
  const all = places.map((place) => ({ name: placeName(place), isBot: place.kind === 'bot' }));
  return numbered(all).map(({ name }) => name);
}

/** Return those who play, by seat. */
export function sittersOf(about: TableShown, here: PresentMessage | null): Sitter[] {
  const sitters = about.places
    .map((place, chair) => ({ place, chair }))
    .filter(({ place }) => place.seat !== null)
    .map(({ place, chair }) => sitter(place, about.sides, here?.places[chair] ?? false))
    .sort((one, other) => one.seat - other.seat);
  return numbered(sitters);
}

function sitter(place: PlaceShown, sides: number[], isHere: boolean): Sitter {
  const seat = place.seat ?? 0;
  const isBot = place.kind === 'bot';
  return {
    seat,
    name: placeName(place),
    isYou: place.yours && !place.left,
    isBot,
    isHere: isBot || isHere,
    hasLeft: place.left !== null,
    side: sides[seat] ?? seat,
  };
}

/** Return the name of whoever plays: where somebody has left, it is the house. */
export function playedBy({ name, hasLeft }: Sitter): string {
  return hasLeft ? say('table.house_plays', { name }) : name;
}

/** Return whom one waits for, while nobody here is asked; bots in the queue have not begun to think. */
export function waitingFor(sitters: Sitter[], due: number[], queued: number[] = []): string {
  const others = sitters.filter(({ seat, isYou }) => due.includes(seat) && !isYou);
  const [first] = others;
  if (!first) return '';
  if (others.length > 1) return say('play.waiting_for_several', { n: others.length });
  const name = playedBy(first);
  return queued.includes(first.seat)
    ? say('play.waiting_for_queued', { name })
    : say('play.waiting_for', { name });
}
