import { describe, expect, test } from 'vitest';
import marajoara from '../games/marajoara/examples.json';
import scarab from '../games/scarab/examples.json';
import scarabya from '../games/scarabya/examples.json';
import { examplesOf, tried, type Step } from './steps';

const FILES: [string, Record<string, Step>][] = [
  ['marajoara', examplesOf(marajoara)],
  ['scarab', examplesOf(scarab)],
  ['scarabya', examplesOf(scarabya)],
];
const EXAMPLES = FILES.flatMap(([game, steps]) =>
  Object.entries(steps).map(([name, step]) => [game, name, step] as const),
);

/** Try everything that a board offers, as deep as it goes. */
function walk(
  step: Step,
  seen: (step: Step) => void,
  happened: ReturnType<typeof tried>['happened'] = [],
): void {
  seen(step);
  for (const move of step.moves) {
    const after = tried({ step, happened }, move.text);
    walk(after.step, seen, after.happened);
  }
}

describe.each(EXAMPLES)('%s: %s', (game, _, start) => {
  test('every move leads to a whole view', () => {
    const fields = Object.keys(start.view);
    walk(start, (step) => {
      expect(step.view.game).toBe(game);
      expect(Object.keys(step.view)).toEqual(fields);
      expect(Object.keys(step.then)).toEqual(step.moves.map((move) => move.text));
    });
  });
});

test('a move changes what it changes, and leaves the first view alone', () => {
  const start = examplesOf(scarab).ankh;
  const before = structuredClone(start);
  const { step, happened } = tried({ step: start, happened: [] }, 'go g6');
  expect(step.view).toMatchObject({ priest: 'g6', choosing: true });
  expect(happened).toMatchObject([{ ply: 1, seat: 0, deed: 'move', tells: [{ what: 'ankh' }] }]);
  expect(tried({ step, happened }, 'put -6 e4').happened).toHaveLength(2);
  expect(start).toEqual(before);
});

test('what the rules do not show cannot be tried', () => {
  expect(() => tried({ step: examplesOf(scarab).turn, happened: [] }, 'go a1')).toThrow('go a1');
});
