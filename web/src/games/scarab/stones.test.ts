import { expect, test } from 'vitest';
import { countOf, isStarred, lying, pooled, signed, stoneOf, sumOf, valueOf, worstFirst } from './stones';

test('stones are worth what is written on them', () => {
  expect(['+8', '-3*', 'ankh', ''].map(valueOf)).toEqual([8, -3, 0, 0]);
  expect([8, -3].map(stoneOf)).toEqual(['+8', '-3']);
  expect(isStarred('-3*')).toBe(true);
  expect(isStarred('+3')).toBe(false);
});

test('numbers have the sign that people write', () => {
  expect([signed(5), signed(-5), signed(0)]).toEqual(['+5', '−5', '0']);
});

test('a hand is counted with stars and without', () => {
  const hand = { '+8': 2, '+8*': 1, '+1': 1, '-4': 3 };
  expect(countOf(hand, 8)).toBe(3);
  expect(sumOf(hand)).toEqual({ plus: 25, minus: -12 });
  expect(worstFirst(hand)).toEqual(['-4', '+1', '+8', '+8*']);
  expect(pooled([hand, { '+1': 2, '-8': 1 }])).toEqual({ '+8': 2, '+8*': 1, '+1': 3, '-4': 3, '-8': 1 });
});

test('what lies on the board is counted by kind', () => {
  expect(lying(['+1', '', 'ankh', '+1', '-2*'])).toEqual({ '+1': 2, ankh: 1, '-2*': 1 });
});
