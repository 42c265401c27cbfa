import { beforeEach, expect, test } from 'vitest';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import type { PlaceShown } from '../wire/messages';
import { numbered, placeNames, waitingFor } from './sitters';

const PLACE: PlaceShown = {
  kind: 'bot',
  level: 'casual',
  name: null,
  nonce: null,
  nonce_hash: null,
  waits_for: null,
  seat: null,
  yours: false,
  for_you: false,
  left: null,
};

beforeEach(async () => {
  await loadWords('en');
  await loadWordsOf('play');
});

test('bots of one level are told apart by a number from the second on', () => {
  const places: PlaceShown[] = [
    PLACE,
    { ...PLACE, level: 'expert' },
    PLACE,
    { ...PLACE, kind: 'open', level: null },
    PLACE,
  ];
  expect(placeNames(places)).toEqual([
    'Casual player',
    'Expert',
    'Casual player 2',
    'Free chair',
    'Casual player 3',
  ]);
});

test('whoever has deleted themselves is called so in the reader’s language', async () => {
  const gone: PlaceShown = { ...PLACE, kind: 'open', level: null, name: '' };
  const kept: PlaceShown = { ...PLACE, kind: 'kept', level: null, waits_for: '' };
  expect(placeNames([gone, kept])).toEqual(['Deleted player', 'Deleted player']);
  await loadWords('de');
  expect(placeNames([gone])).toEqual(['Gelöschter Spieler']);
});

test('people keep their names, even if two have the same', () => {
  const anns = [
    { name: 'Ann', isBot: false },
    { name: 'Ann', isBot: false },
  ];
  expect(numbered(anns)).toEqual(anns);
});

test('whoever is waited for is named, and said to wait where it is a bot in the queue', () => {
  const sitters = ['Ann', 'Casual player', 'Expert'].map((name, seat) => ({
    seat,
    name,
    isYou: seat === 0,
    isBot: seat > 0,
    isHere: true,
    hasLeft: false,
    side: seat,
  }));
  expect(waitingFor(sitters, [1])).toBe('Waiting for Casual player.');
  expect(waitingFor(sitters, [1], [2])).toBe('Waiting for Casual player.');
  expect(waitingFor(sitters, [1], [1])).toBe('Casual player is waiting its turn to think.');
  expect(waitingFor(sitters, [1, 2], [1])).toBe('Waiting for 2 others.');
});
