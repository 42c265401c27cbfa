import { expect, test } from 'vitest';
import { drawn } from './drawn';
import { rowsOf, tiesOf } from './tally';

test('S11: the highest total comes first', () => {
  const rows = rowsOf(drawn('P', { hands: [{ '+8': 1, '-3': 1 }, { '+6*': 1 }] }), [5, 6]);
  expect(rows.map(({ seats, plus, minus, total }) => [seats, plus, minus, total])).toEqual([
    [[1], 6, 0, 6],
    [[0], 8, -3, 5],
  ]);
  expect(tiesOf(rows)).toEqual([]);
});

test('S11: the most of the highest stones decide between equal totals', () => {
  const hands = [{ '+7': 1, '+1': 1 }, { '+8*': 1 }];
  const rows = rowsOf(drawn('P', { hands }), [8, 8]);
  expect(rows.map((row) => row.seats)).toEqual([[1], [0]]);
  expect(tiesOf(rows)).toEqual([{ ahead: [1], behind: [0], by: { value: 8, more: 1, fewer: 0 } }]);
});

test('S11: who is equal in everything shares the place', () => {
  const rows = rowsOf(drawn('P', { hands: [{ '+2': 1 }, { '+2*': 1 }] }), [2, 2]);
  expect(tiesOf(rows)).toEqual([{ ahead: [0], behind: [1], by: null }]);
});

test('S13: teams pool their stones', () => {
  const hands = [{ '+1': 1 }, { '+5': 1 }, { '-2': 1 }, { '+8': 1 }];
  const rows = rowsOf(drawn('P', { hands, teams: true }), [1, 5, -2, 8]);
  expect(rows.map(({ seats, total }) => [seats, total])).toEqual(
    [
      [[0, 1], 6],
      [[2, 3], 6],
    ].reverse(),
  );
  expect(tiesOf(rows)[0]?.by).toEqual({ value: 8, more: 1, fewer: 0 });
});
