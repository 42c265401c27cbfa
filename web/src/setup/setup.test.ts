import { expect, test } from 'vitest';
import { teamsOf } from '../lib/sides';
import { chairWanted, extended, firstChairs, nearest, waitsForSomebody } from './chairs';
import { applies, wanted, type Option } from './options';

const MODE: Option = { key: 'mode', values: ['base', 'duel'], needs: null, is_file: false };
const HARD: Option = { key: 'hard', values: ['no', 'yes'], needs: 'mode', is_file: false };
const SITE: Option = { key: 'site', values: null, needs: null, is_file: false };
const OPTIONS = [MODE, HARD, SITE];

test('an option that needs another means nothing while that has its default', () => {
  expect(applies(HARD, OPTIONS, {})).toBe(false);
  expect(applies(HARD, OPTIONS, { mode: 'base' })).toBe(false);
  expect(applies(HARD, OPTIONS, { mode: 'duel' })).toBe(true);
});

test('the house is told what differs from the defaults and means something', () => {
  expect(wanted(OPTIONS, {})).toEqual({});
  expect(wanted(OPTIONS, { mode: 'base', hard: 'yes', site: '  ' })).toEqual({});
  expect(wanted(OPTIONS, { mode: 'duel', hard: 'yes', site: ' A0 ' })).toEqual({
    mode: 'duel',
    hard: 'yes',
    site: 'A0',
  });
});

test('the usual table is oneself and a bot; an address may ask for other company', () => {
  expect(firstChairs(null).map(({ who }) => who)).toEqual(['me', 'bot casual']);
  expect(firstChairs('screen').map(({ who }) => who)).toEqual(['me', 'beside']);
  expect(firstChairs('nonsense').map(({ who }) => who)).toEqual(['me', 'bot casual']);
});

test('further chairs are for the same as the last one', () => {
  const four = extended(firstChairs('friends'), 4);
  expect(four.map(({ who }) => who)).toEqual(['me', 'invited', 'invited', 'invited']);
  expect(extended(four, 2)).toEqual(four);
});

test('where a number of chairs is not allowed, the nearest is taken, company before none', () => {
  expect(nearest([1, 2, 3, 4], 3)).toBe(3);
  expect(nearest([4], 2)).toBe(4);
  expect(nearest([1], 2)).toBe(1);
  expect(nearest([2, 3, 4], 1)).toBe(2);
});

test('chairs are written as the house wants them', () => {
  expect(chairWanted({ who: 'me', name: '' }, 'x')).toEqual({ kind: 'mine' });
  expect(chairWanted({ who: 'beside', name: ' Ben ' }, 'x')).toEqual({ kind: 'mine', name: 'Ben' });
  expect(chairWanted({ who: 'beside', name: ' ' }, 'Neighbour 2')).toEqual({
    kind: 'mine',
    name: 'Neighbour 2',
  });
  expect(chairWanted({ who: 'open', name: '' }, 'x')).toEqual({ kind: 'open' });
  expect(chairWanted({ who: 'bot master', name: '' }, 'x')).toEqual({ kind: 'bot', level: 'master' });
});

test('a table waits for friends and strangers, not for bots and neighbours', () => {
  expect(waitsForSomebody(firstChairs(null))).toBe(false);
  expect(waitsForSomebody(firstChairs('screen'))).toBe(false);
  expect(waitsForSomebody(firstChairs('friends'))).toBe(true);
  expect(waitsForSomebody(firstChairs('anyone'))).toBe(true);
});

test('teams are told where some play together', () => {
  expect(
    teamsOf(
      [
        [0, 1],
        [0, 0, 1, 1],
      ],
      4,
    ),
  ).toEqual([0, 0, 1, 1]);
  expect(
    teamsOf(
      [
        [0, 1],
        [0, 0, 1, 1],
      ],
      2,
    ),
  ).toEqual([]);
  expect(teamsOf([], 2)).toEqual([]);
});
