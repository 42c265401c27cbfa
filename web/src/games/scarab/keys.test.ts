import { expect, test } from 'vitest';
import { squareBy } from './keys';

test('arrows lead from square to square', () => {
  expect(squareBy('ArrowUp', 'd4', 10, [])).toBe('d5');
  expect(squareBy('ArrowLeft', 'a4', 10, [])).toBe('a4');
  expect(squareBy('End', 'd4', 8, [])).toBe('i4');
  expect(squareBy('x', 'd4', 10, [])).toBeNull();
});

test('N and P lead round what can be chosen', () => {
  const within = ['c1', 'a4', 'f1'];
  expect(squareBy('n', 'a1', 10, within)).toBe('c1');
  expect(squareBy('n', 'a4', 10, within)).toBe('c1');
  expect(squareBy('P', 'c1', 10, within)).toBe('a4');
  expect(squareBy('n', 'd4', 10, [])).toBe('d4');
});
