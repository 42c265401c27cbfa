import { expect, test } from 'vitest';
import { readPlace, writePlace } from './place';

test.each([
  ['', { at: null, seat: null }],
  ['?at=12', { at: 12, seat: null }],
  ['?at=0&seat=0', { at: 0, seat: 0 }],
  ['?seat=1', { at: null, seat: 1 }],
])('the address %j is a place, and back', (search, place) => {
  expect(readPlace(search)).toEqual(place);
  expect(writePlace(place)).toBe(search);
});

test.each(['?at=-1', '?at=1e3', '?at=soon', '?seat=', '?at=12345678'])('%j names no place', (search) => {
  expect(readPlace(search)).toEqual({ at: null, seat: null });
});
