import { expect, test } from 'vitest';
import type { HappenedShown } from '../../wire/messages';
import { motionsOf, recalled } from './motions';

const CAPTURE = { what: 'capture', seat: 1, square: 'd3', to: 'd5', die: 'y2', becomes: 'g2' };

function happened(ply: number, told: object, deed: HappenedShown['deed'] = 'move'): HappenedShown {
  return { ply, at: 0, seat: 1, deed, tells: [told] as HappenedShown['tells'] };
}

test('a die that leaps arrives, and the one below it leaves to whoever gets it', () => {
  const { arrivals, leavings } = motionsOf([happened(4, CAPTURE)]);
  expect(arrivals.get('d5')).toEqual({ ply: 4, right: 0, down: 2 });
  expect(leavings).toEqual([{ ply: 4, square: 'd4', die: 'y2', seat: 1 }]);
});

test('a die that has arrived and leaves again no longer arrives', () => {
  const retired = { what: 'retire', seat: 1, square: 'd5', die: 'g2' };
  const { arrivals, leavings } = motionsOf([happened(4, CAPTURE), happened(5, retired)]);
  expect([...arrivals.keys()]).toEqual([]);
  expect(leavings.map(({ seat }) => seat)).toEqual([1, null]);
});

test('what moves moves on when more happens, unless moves are taken back', () => {
  const [first, next] = [happened(4, CAPTURE), happened(5, { what: 'store' })];
  expect(recalled([first], [next])).toEqual([first, next]);
  expect(recalled([first, next], [next])).toEqual([next]);
  expect(recalled([first], [happened(5, { what: 'back' }, 'back'), happened(6, {})])).toHaveLength(1);
  expect(recalled([first], [])).toEqual([first]);
});
