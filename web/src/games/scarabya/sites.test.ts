import { expect, test } from 'vitest';
import { example } from './example';
import { areasOf, reasonAgainst, scarabsOf, siteOf } from './sites';
import { cellOf } from './squares';
import { anchored } from './tiles';

const view = example();
const site = siteOf(view, 0);

test('Y18: in a duel the house says whose an area on the common site is', () => {
  expect(areasOf(view, 0)).toHaveLength(0);
  expect(areasOf(view, 1)).toHaveLength(1);
});

test('scarabs are covered, shut in or open', () => {
  expect(scarabsOf(view, site)).toEqual({ covered: ['e5'], shutIn: ['a1'], open: ['h8'] });
});

test('what is said where a tile will not stay', () => {
  const against = (at: string, on = site) => reasonAgainst(anchored('X', 0, cellOf(at)), view, on);
  expect(against('c2')).toBe('scarabya.page_on_rock');
  expect(against('f4')).toBe('scarabya.page_on_tile');
  expect(against('h8')).toBe('scarabya.page_apart');
  expect(against('h8', { ...site, tiles: [] })).toBe('scarabya.page_off_centre');
});
