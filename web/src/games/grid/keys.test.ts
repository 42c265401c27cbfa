import { expect, test } from 'vitest';
import { squareBy } from './keys';

const ROWS = [4, 3, 2, 1].map((row) => [...'abcdef'].map((column) => `${column}${row}`));
const none = () => false;

test('arrows lead from square to square and no further than the edge', () => {
  expect(squareBy('ArrowUp', 'd3', ROWS, none)).toBe('d4');
  expect(squareBy('ArrowUp', 'd4', ROWS, none)).toBe('d4');
  expect(squareBy('ArrowLeft', 'a4', ROWS, none)).toBe('a4');
  expect(squareBy('End', 'd4', ROWS, none)).toBe('f4');
  expect(squareBy('PageDown', 'b4', ROWS, none)).toBe('b1');
  expect(squareBy('x', 'd4', ROWS, none)).toBeNull();
});

test('N and P lead round what is open', () => {
  const isOpen = (square: string) => ['c1', 'a4', 'f1'].includes(square);
  expect(squareBy('n', 'a1', ROWS, isOpen)).toBe('c1');
  expect(squareBy('n', 'f1', ROWS, isOpen)).toBe('a4');
  expect(squareBy('P', 'c1', ROWS, isOpen)).toBe('a4');
  expect(squareBy('n', 'd4', ROWS, none)).toBe('d4');
});
