import { expect, test } from 'vitest';
import type { PlaceShown, TableShown } from '../wire/messages';
import { HOST, INVITED } from './made/places';
import { chairsFor, linkTo, removableAt, standingAt } from './standing';

const FREE: PlaceShown = { ...INVITED, kind: 'open' };
const BOT: PlaceShown = { ...FREE, kind: 'bot', level: 'club' };

function about(places: PlaceShown[], rest: Partial<TableShown> = {}): TableShown {
  return { places, yours: false, removed: false, invitation: null, ...rest } as TableShown;
}

test('open chairs are for anybody, others for those with the invitation', () => {
  expect(chairsFor(about([HOST, BOT, INVITED, FREE]), '')).toEqual([3]);
  expect(chairsFor(about([HOST, BOT, INVITED, FREE]), 'code')).toEqual([2, 3]);
  expect(chairsFor(about([HOST, { ...FREE, name: 'Ben' }]), 'code')).toEqual([]);
});

test('a chair that is kept for somebody is theirs before any other', () => {
  const kept: PlaceShown = { ...FREE, kind: 'kept', waits_for: 'Ben' };
  expect(chairsFor(about([HOST, FREE, kept]), '')).toEqual([1]);
  expect(chairsFor(about([HOST, FREE, { ...kept, for_you: true }]), '')).toEqual([2]);
});

test('what one is at a table', () => {
  expect(standingAt(about([HOST, FREE], { yours: true }), '')).toBe('owner');
  expect(standingAt(about([HOST, { ...FREE, name: 'Ben', yours: true }]), '')).toBe('seated');
  expect(standingAt(about([HOST, FREE]), '')).toBe('welcome');
  expect(standingAt(about([HOST, INVITED]), '')).toBe('uninvited');
  expect(standingAt(about([HOST, BOT]), 'code')).toBe('full');
  expect(standingAt(about([HOST, FREE], { removed: true }), 'code')).toBe('removed');
});

test('an owner may remove others from chairs that somebody else could take', () => {
  const places = [{ ...HOST, yours: true }, BOT, FREE, { ...FREE, name: 'Ben' }, { ...INVITED, name: 'Cas' }];
  const kept: PlaceShown = { ...FREE, kind: 'kept', name: 'Dee' };
  expect(removableAt(about([...places, kept], { yours: true }))).toEqual([3, 4]);
  expect(removableAt(about(places))).toEqual([]);
});

test('the link has the invitation where somebody is to be invited', () => {
  const table = 't'.repeat(22);
  const owned = { yours: true, invitation: 'secret' };
  expect(new URL(linkTo(table, about([HOST, INVITED], owned), '')).search).toBe('?invitation=secret');
  expect(new URL(linkTo(table, about([HOST, FREE], owned), '')).search).toBe('');
  expect(new URL(linkTo(table, about([HOST, INVITED]), 'mine')).search).toBe('?invitation=mine');
  expect(new URL(linkTo(table, about([HOST, INVITED]), '')).pathname).toBe(`/table/${table}`);
});
