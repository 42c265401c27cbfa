import { expect, test } from 'vitest';
import { cellOf, middleOf, nameOf, outline } from './squares';

test('a1 is at the bottom left, j10 at the top right', () => {
  expect(cellOf('a1')).toEqual({ x: 0, y: 9 });
  expect(cellOf('j10')).toEqual({ x: 9, y: 0 });
});

test('names and places are inverses', () => {
  for (const name of ['a1', 'd4', 'e10', 'j1']) expect(nameOf(cellOf(name))).toBe(name);
});

test('the line around one square has four corners', () => {
  expect(outline([{ x: 2, y: 3 }], 0, 0)).toBe('M2 3Q2 3 2 3L3 3Q3 3 3 3L3 4Q3 4 3 4L2 4Q2 4 2 4Z');
});

test('the line around an L has six corners, and stays inside', () => {
  const cells = [
    { x: 0, y: 0 },
    { x: 0, y: 1 },
    { x: 1, y: 1 },
  ];
  const line = outline(cells, 0.1, 0);
  expect(line.match(/Q/g)).toHaveLength(6);
  expect(line).toContain('Q0.9 1.1 '); // the inner corner
  expect(line).toContain('Q0.1 0.1 ');
});

test('the middle of some squares is one of them', () => {
  expect(middleOf(['a1', 'b1', 'c1'].map(cellOf))).toEqual(cellOf('b1'));
});
