import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sitter } from '../games/face';
import type { WatchedTable } from '../lib/table.svelte';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import type { GameShown, PresentMessage, TableShown } from '../wire/messages';
import Seats from './Seats.svelte';

const ABOUT = { status: 'playing', clock: { pace: 'none' } } as unknown as TableShown;
const SITTERS = ['Ann', 'Casual player', 'Expert'].map((name, seat): Sitter => ({
  seat,
  name,
  isYou: seat === 0,
  isBot: seat > 0,
  isHere: true,
  hasLeft: false,
  side: seat,
}));

beforeEach(async () => {
  await loadWords('en');
  await loadWordsOf('play');
});
afterEach(cleanup);

/** Show the seats where these are due and these wait for their turn; return what is said of each. */
function shown(due: number[], waiting: number[] | null): (string | undefined)[] {
  const here: PresentMessage | null = waiting && { id: 't', places: [true], spectators: 0, waiting };
  render(Seats, {
    watched: { here, ahead: 0 } as unknown as WatchedTable,
    about: ABOUT,
    game: { due, points: [0, 0, 0], time: null, you: null } as unknown as GameShown,
    sitters: SITTERS,
    attempt: () => Promise.resolve(),
  });
  return screen.getAllByRole('listitem').map((item) => item.querySelector('.more')?.textContent.trim());
}

test('a bot that waits for its turn is not said to think', () => {
  expect(shown([1, 2], [2])).toEqual(['you', 'thinking …', 'waiting its turn …']);
});

test('before anybody has said who is there, whoever is due thinks', () => {
  expect(shown([1], null)).toEqual(['you', 'thinking …', '']);
});

test('a bot that is not due any more does not wait', () => {
  expect(shown([0], [1])).toEqual(['your turn', '', '']);
});

/** Show a table with clocks after an outage of so many seconds; return what is said of it. */
function saidOf(stood_still: number): string | undefined {
  render(Seats, {
    watched: { here: null, ahead: 0 } as unknown as WatchedTable,
    about: ABOUT,
    game: {
      due: [0],
      points: [0, 0, 0],
      time: { at: 0, left: [60, 60, 60], running: [0], stood_still },
      you: null,
    } as unknown as GameShown,
    sitters: SITTERS,
    attempt: () => Promise.resolve(),
  });
  return screen.getByRole('status').textContent.trim();
}

test('clocks that stood still are told about', () => {
  expect(saidOf(0)).toBe('');
  cleanup();
  expect(saidOf(20.4)).toBe(
    'The house could not take moves for 20 seconds. The clocks stood still meanwhile.',
  );
  cleanup();
  expect(saidOf(3600)).toContain('for 60 minutes.');
});
