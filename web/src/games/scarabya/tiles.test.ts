import { expect, test } from 'vitest';
import { cellOf, nameOf } from './squares';
import { anchored, centred, posesOf, TILES, tries } from './tiles';

test('there are twelve tiles with 63 poses', () => {
  expect(TILES).toHaveLength(12);
  expect(TILES.flatMap((tile) => posesOf(tile))).toHaveLength(63);
});

test('a tile covers what its drawing shows, from its anchor on', () => {
  expect(anchored('L', 0, cellOf('d4')).cells.map(nameOf).sort()).toEqual(['d4', 'd5', 'd6', 'd7', 'e4']);
  expect(anchored('F', 0, cellOf('e4')).cells.map(nameOf).sort()).toEqual(['d5', 'e4', 'e5', 'e6', 'f6']);
  expect(anchored('F', 0, cellOf('e4')).text).toBe('F0 e4');
});

test('a tile stays inside the frame wherever it is held', () => {
  expect(centred('I', 0, { x: -3, y: 20 }).cells.map(nameOf)).toContain('a1');
  expect(centred('I', 0, { x: 5.5, y: 5.5 }).middle).toEqual({ x: 5.5, y: 5.5 });
});

test('all poses are tried, turned before they are flipped', () => {
  expect(tries('F', 1)).toEqual([1, 2, 3, 0, 7, 4, 5, 6]);
  expect(tries('I', 1)).toEqual([1, 0]);
  expect(tries('X', 0)).toEqual([0]);
});
