import { beforeEach, expect, test } from 'vitest';
import type { Sitter } from '../games/face';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import type { HappenedShown } from '../wire/messages';
import { lastToLeave, told, toldSoFar } from './telling';

const SITTERS = ['Ann', 'Ben'].map((name, seat): Sitter => ({
  seat,
  name,
  isYou: false,
  isBot: false,
  isHere: true,
  hasLeft: name === 'Ben',
  side: seat,
}));

beforeEach(async () => {
  await loadWords('en');
  await loadWordsOf('play', 'scarabya');
});

function event(deed: HappenedShown['deed'], seat: number, ply = 0): HappenedShown {
  const tells = deed === 'move' ? [{ what: 'chosen', seat }] : [];
  return { ply, at: 0, seat, deed, tells } as HappenedShown;
}

test('the house is named from when it plays on for somebody', () => {
  const happened = [event('move', 1), event('resign', 1), event('move', 1), event('move', 0)];
  expect(toldSoFar('scarabya', happened, SITTERS)).toEqual([
    'Ben has chosen.',
    'Ben resigns.',
    'Ben (house bot) has chosen.',
    'Ann has chosen.',
  ]);
});

test('an event is told with those who sit there', () => {
  expect(told('scarabya', event('move', 1), SITTERS)).toEqual(['Ben (house bot) has chosen.']);
  expect(told('scarabya', event('timeout', 1), SITTERS)).toEqual(['Ben has run out of time.']);
});

test('whoever the house plays on for by agreement has not given up', () => {
  const happened = [event('resign', 1), event('replaced', 0), event('move', 1)];
  expect(lastToLeave(happened, SITTERS)?.name).toBe('Ben');
  expect(lastToLeave([event('move', 0)], SITTERS)).toBeUndefined();
});
