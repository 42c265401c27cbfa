/** Clocks in words. */
import type { Schemas } from './http';
import { language, say } from './words.svelte';

type Clock = Schemas['ClockShown'];

export const DAY = 86_400;
const MINUTE = 60;

/** Return what a clock allows, such as "10 min + 10 sec a turn". */
export function clockText({ pace, seconds, increment }: Clock): string {
  switch (pace) {
    case 'none':
      return say('page.clock_none');
    case 'days':
      return say('page.clock_days', { time: inUnits(seconds / DAY, 'day') });
    case 'live':
      return increment === 0
        ? lasting(seconds)
        : say('page.clock_live', { time: lasting(seconds), increment: lasting(increment) });
  }
}

/** Return what happens when time runs out. */
export function clockRule({ pace }: Clock): string {
  return say(pace === 'none' ? 'page.clock_rule_none' : 'page.clock_rule');
}

/** Return that clocks stood still, where the house could not take moves for so many seconds. */
export function stoodStillText(seconds: number): string {
  const [count, unit] =
    seconds < 2 * MINUTE ? [seconds, 'second' as const] : [seconds / MINUTE, 'minute' as const];
  return say('play.stood_still', { time: inUnits(Math.round(count), unit, 'long') });
}

function lasting(seconds: number): string {
  return seconds % MINUTE === 0 ? inUnits(seconds / MINUTE, 'minute') : inUnits(seconds, 'second');
}

function inUnits(
  count: number,
  unit: 'day' | 'minute' | 'second',
  unitDisplay: 'long' | 'short' = unit === 'day' ? 'long' : 'short',
): string {
  return new Intl.NumberFormat(language.now, { style: 'unit', unit, unitDisplay }).format(count);
}
