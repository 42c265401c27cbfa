import { expect, test } from 'vitest';
import {
  chevronsOf,
  columnsOf,
  indexOf,
  isInLine,
  lineOf,
  middleOf,
  nameOf,
  rowsOf,
  squaresOf,
} from './squares';

test('names and places of squares are inverses', () => {
  for (let index = 0; index < 100; index++) expect(indexOf(nameOf(index))).toBe(index);
  expect(nameOf(0)).toBe('a1');
  expect(nameOf(99)).toBe('j10');
});

test('a1 lies at the bottom left, and b2 does in the short game', () => {
  expect(middleOf('a1', 10)).toEqual({ x: 0.5, y: 9.5 });
  expect(middleOf('j10', 10)).toEqual({ x: 9.5, y: 0.5 });
  expect(middleOf('b2', 8)).toEqual({ x: 0.5, y: 7.5 });
});

test('the short game has the inner squares only', () => {
  expect(columnsOf(8).join('')).toBe('bcdefghi');
  expect(rowsOf(8)).toEqual([9, 8, 7, 6, 5, 4, 3, 2]);
  expect(squaresOf(8)).toHaveLength(64);
  expect(squaresOf(10)[0]).toBe('a10');
});

test('a row is a number and a column a letter', () => {
  expect(lineOf('a4', 'j4')).toBe('row');
  expect(lineOf('c1', 'c10')).toBe('column');
  expect(isInLine('c10', 'c1', 'row')).toBe(false);
  expect(isInLine('c10', 'c1', 'either')).toBe(true);
  expect(isInLine('a1', 'a10', 'row')).toBe(false);
});

test('a walk is marked at every step, and turns where it turns', () => {
  expect(chevronsOf(['a1', 'c1', 'c2'], 10)).toEqual([
    { x: 1, y: 9.5, angle: 0 },
    { x: 2, y: 9.5, angle: 0 },
    { x: 2.5, y: 9, angle: -90 },
  ]);
});
