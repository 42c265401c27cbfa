/** The chairs of a table that is being set up. */
import { FIRST_LEVEL, type ChairWanted } from '../lib/opening';

/** Who shall sit in a chair: the owner, somebody beside them, somebody by link, anybody, or a bot. */
export type Who = 'me' | 'beside' | 'invited' | 'open' | `bot ${string}`;

export interface Chair {
  who: Who;
  /** Of somebody beside the owner. */
  name: string;
}

const FIRST_BOT: Who = `bot ${FIRST_LEVEL}`;
/** With whom the second chair is set up, by what the address asks for. */
const COMPANY: Record<string, Who> = { screen: 'beside', friends: 'invited', anyone: 'open' };
const USUAL = 2;

/** Return the chairs to begin with. */
export function firstChairs(company: string | null): Chair[] {
  const other = COMPANY[company ?? ''] ?? FIRST_BOT;
  return [chair('me'), chair(other)];
}

function chair(who: Who): Chair {
  return { who, name: '' };
}

/** Return at least as many chairs: more of what the last one is for. */
export function extended(chairs: Chair[], count: number): Chair[] {
  const last = chairs.length > 1 ? chairs.at(-1)?.who : undefined;
  const missing = Math.max(0, count - chairs.length);
  return [...chairs, ...Array.from({ length: missing }, () => chair(last ?? FIRST_BOT))];
}

/** Return the number of chairs nearest to what somebody had, where that is not allowed; company rather than none. */
export function nearest(allowed: number[], count: number): number {
  if (allowed.includes(count)) return count;
  const wanted = Math.max(count, USUAL);
  return allowed.reduce(
    (best, other) => (Math.abs(other - wanted) < Math.abs(best - wanted) ? other : best),
    allowed[0] ?? count,
  );
}

/** Return a chair as the house wants it; whoever has no name gets one. */
export function chairWanted({ who, name }: Chair, nameless: string): ChairWanted {
  switch (who) {
    case 'me':
      return { kind: 'mine' };
    case 'beside':
      return { kind: 'mine', name: name.trim() || nameless };
    case 'invited':
    case 'open':
      return { kind: who };
    default:
      return { kind: 'bot', level: who.slice('bot '.length) };
  }
}

/** Tell whether somebody must come before the game can start. */
export function waitsForSomebody(chairs: Chair[]): boolean {
  return chairs.some(({ who }) => who === 'invited' || who === 'open');
}
