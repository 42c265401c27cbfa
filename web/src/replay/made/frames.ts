/** Games that tests step through: as many events as wanted, and a point for each to whoever moves. */
import { vi, type Mock } from 'vitest';
import type { Fair, Frame, Frames, Source } from '../source';

const VIEW: Frame['view'] = {
  game: 'scarab',
  width: 8,
  stones: [],
  priest: 'a1',
  line: 'row',
  choosing: false,
  hands: [],
  teams: false,
  deflection: false,
};

function frameOf(event: number): Frame {
  const seat = (event + 1) % 2;
  const take = { what: 'take', path: ['a1', 'a2'], stone: `+${event}` };
  return {
    event,
    happened: event ? { ply: event, at: 0, seat, deed: 'move', tells: [take] } : null,
    points: [Math.ceil(event / 2), Math.floor(event / 2)],
    view: VIEW,
  };
}

/** Return what the house answers. */
export function framesOf(events: number, start = 0, count = 100, about: Partial<Frames> = {}): Frames {
  const all = Array.from({ length: events + 1 }, (_, event) => frameOf(event));
  return {
    game: 'scarab',
    sitters: [
      { name: 'Ann', is_bot: false, left: null },
      { name: 'club', is_bot: true, left: null },
    ],
    sides: [0, 1],
    seat: 0,
    seats: [0, 1],
    yours: [0],
    events,
    curve: all.map(({ points }) => points),
    frames: all.slice(start, start + count),
    result: { points: [2, 1], ranks: [1, 2], winners: [0], why: 'scarab.why_no_scarab_left', objectives: [] },
    ...about,
  };
}

export const FAIR: Fair = {
  moves: 12,
  draws: 3,
  secret: '00'.repeat(32),
  commitment: '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
  set_up: null,
  nonces: ['abc', ''],
  result: framesOf(1).result ?? never(),
};

function never(): never {
  throw new Error('this game is over');
}

export function sourceOf(
  events: number,
  about: Partial<Frames> = {},
): Source & { frames: Mock<Source['frames']> } {
  return {
    frames: vi.fn<Source['frames']>((_, start, count) =>
      Promise.resolve(framesOf(events, start, count, about)),
    ),
    fairness: () => Promise.resolve(FAIR),
    table: 'a'.repeat(22),
  };
}
