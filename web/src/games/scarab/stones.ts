/** Stones as the wire writes them, `+5` or `-3*` or `ankh`: what they are worth and how they are counted. */
import { numeral } from '../../lib/words.svelte';

export const ANKH = 'ankh';
/** The values of stones regardless of their sign, the highest first. */
export const VALUES = [8, 7, 6, 5, 4, 3, 2, 1] as const;

export type Hand = Record<string, number>;

export interface Sum {
  plus: number;
  minus: number;
}

/** Return what a stone is worth; an ankh, or nothing, is worth nothing. */
export function valueOf(stone: string): number {
  return stone === '' || stone === ANKH ? 0 : parseInt(stone, 10);
}

/** Return the stone of a value, without a star. */
export function stoneOf(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

export function isStarred(stone: string): boolean {
  return stone.endsWith('*');
}

/** Return a number with its sign, as people write it. */
export function signed(value: number): string {
  return value > 0 ? `+${numeral(value)}` : numeral(value);
}

/** Return the stones of a hand, each kind once, the worst first: what one would rather give away. */
export function worstFirst(hand: Hand): string[] {
  return Object.keys(hand).sort((one, other) => valueOf(one) - valueOf(other));
}

/** Return what the stones of a hand come to, those that help and those that hurt. */
export function sumOf(hand: Hand): Sum {
  const sum = { plus: 0, minus: 0 };
  for (const [stone, count] of Object.entries(hand)) {
    const value = valueOf(stone);
    sum[value > 0 ? 'plus' : 'minus'] += value * count;
  }
  return sum;
}

/** Return several hands as one. */
export function pooled(hands: Hand[]): Hand {
  const pool: Hand = {};
  for (const hand of hands) {
    for (const [stone, count] of Object.entries(hand)) pool[stone] = (pool[stone] ?? 0) + count;
  }
  return pool;
}

/** Return how many stones of a value there are, with a star or without. */
export function countOf(hand: Hand, value: number): number {
  let count = 0;
  for (const [stone, times] of Object.entries(hand)) if (valueOf(stone) === value) count += times;
  return count;
}

/** Return what lies on the board, as a hand; ankhs are counted, too. */
export function lying(stones: string[]): Hand {
  const left: Hand = {};
  for (const stone of stones) if (stone !== '') left[stone] = (left[stone] ?? 0) + 1;
  return left;
}
