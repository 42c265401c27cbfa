import { beforeEach, expect, test } from 'vitest';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import type { PlaceShown } from '../wire/messages';
import { numbered, placeNames } from './sitters';

const PLACE: PlaceShown = {
  kind: 'bot',
  level: 'casual',
  name: null,
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

test('people keep their names, even if two have the same', () => {
  const anns = [
    { name: 'Ann', isBot: false },
    { name: 'Ann', isBot: false },
  ];
  expect(numbered(anns)).toEqual(anns);
});
