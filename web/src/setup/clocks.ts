/** The clocks that a table can be opened with by one click. */
import { DAY } from '../lib/clock';
import type { Schemas } from '../lib/http';

type Clock = Schemas['ClockShown'];

const live = (minutes: number, increment: number): Clock => ({
  pace: 'live',
  seconds: 60 * minutes,
  increment,
});
const days = (count: number): Clock => ({ pace: 'days', seconds: count * DAY, increment: 0 });

export const NO_CLOCK: Clock = { pace: 'none', seconds: 0, increment: 0 };
export const CLOCKS: Clock[] = [NO_CLOCK, live(5, 5), live(10, 10), live(30, 20), days(1), days(3), days(7)];
