import { expect, test } from 'vitest';
import type { HappenedShown } from '../../wire/messages';
import { drawn } from './drawn';
import { indexOf } from './squares';
import { stepsOf } from './steps';

function event(deed: HappenedShown['deed'], ...tells: HappenedShown['tells']): HappenedShown {
  return { ply: 1, at: 0, seat: 0, deed, tells };
}

const TAKE = { what: 'take', seat: 0, to: 'c1', stone: '+5', points: 5, path: ['a1', 'c1'] };
const ANKH = { what: 'ankh', seat: 1, to: 'c3', stone: 'ankh', points: 0, path: ['c1', 'c3'] };
const PUT = { what: 'put', seat: 1, to: 'a1', stone: '-8' };

test('steps go back from what is to what was', () => {
  const view = drawn(`
    . . P
    . . .
    -8 . .
  `);
  const steps = stepsOf(view, [event('move', TAKE), event('move', ANKH), event('move', PUT)]);
  expect(steps.map((step) => [step.priest, step.square, step.seat])).toEqual([
    ['a1', 'c1', 0],
    ['c1', 'c3', 1],
    ['c3', 'a1', 1],
  ]);
  expect(steps[0]?.stones[indexOf('c1')]).toBe('+5');
  expect(steps[0]?.stones[indexOf('c3')]).toBe('ankh');
  expect(steps[0]?.stones[indexOf('a1')]).toBe('');
  expect(steps[1]?.stones[indexOf('c1')]).toBe('');
  expect(view.stones[indexOf('a1')]).toBe('-8');
});

test('nothing walks where a move is taken back, or nothing is put back', () => {
  const view = drawn('P +5');
  expect(stepsOf(view, [event('back', TAKE)])).toEqual([]);
  expect(stepsOf(view, [event('move', { what: 'keep', seat: 0 })])).toEqual([]);
});
