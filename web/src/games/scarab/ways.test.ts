import { expect, test } from 'vitest';
import { choicesOf, lineAfter, reachOf, wayAlong } from './ways';

const GO = [
  { text: 'go via c1 c4', points: 3 },
  { text: 'go c1', points: -2 },
  { text: 'go via a4 c4', points: 3 },
];

test('the ways to a stone lie together, with where they turn', () => {
  const { ways, keep } = choicesOf(GO, 'a1');
  expect(ways.get('c4')?.map((way) => way.path)).toEqual([
    ['a1', 'c1', 'c4'],
    ['a1', 'a4', 'c4'],
  ]);
  expect(ways.get('c1')).toEqual([{ move: 'go c1', points: -2, path: ['a1', 'c1'], star: null }]);
  expect(keep).toBeNull();
});

test('the straight way comes first', () => {
  const { ways } = choicesOf([...GO, { text: 'go c4', points: 3 }], 'c1');
  expect(ways.get('c4')?.map((way) => way.star)).toEqual([null, 'c1', 'a4']);
});

test('what is reached by turning only is told apart', () => {
  expect([...reachOf(choicesOf(GO, 'a1'), null)]).toEqual([
    ['c4', 'turning'],
    ['c1', 'straight'],
  ]);
});

test('with a stone in hand the squares where it may be put can be chosen', () => {
  const choices = choicesOf(
    [
      { text: 'keep', points: 0 },
      { text: 'put -8 c3', points: 8 },
      { text: 'put +1* d3', points: -1 },
    ],
    'a1',
  );
  expect(choices.keep).toBe('keep');
  expect([...reachOf(choices, '-8').keys()]).toEqual(['c3']);
  expect([...reachOf(choices, '+1*').keys()]).toEqual(['d3']);
  expect(reachOf(choices, null).size).toBe(0);
});

test('whoever pulls the priest over a star means the way that turns there', () => {
  const ways = choicesOf(GO, 'a1').ways.get('c4') ?? [];
  expect(wayAlong(ways, ['a2', 'a4', 'b4', 'c4'])).toBe(1);
  expect(wayAlong(ways, ['b1', 'c1', 'c4'])).toBe(0);
  expect(wayAlong(ways, ['b2', 'c4'])).toBe(0);
});

test('the next line is at right angles to the last leg', () => {
  const { ways } = choicesOf(GO, 'a1');
  expect(ways.get('c1')?.map(lineAfter)).toEqual(['column']);
  expect(ways.get('c4')?.map(lineAfter)).toEqual(['row', 'column']);
});
