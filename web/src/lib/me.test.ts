import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refused } from './http';
import { house } from './made/house';
import { loadWords } from './words.svelte';

const ANN = { id: 'ann', name: 'Ann' };
let me: (typeof import('./me.svelte'))['me'];

beforeEach(async () => {
  vi.resetModules();
  await (await import('./words.svelte')).loadWords('en');
  await loadWords('en');
  ({ me } = await import('./me.svelte'));
});
afterEach(() => vi.unstubAllGlobals());

test('nobody is in before they come in, and that is no failure', async () => {
  house({ 'GET /api/me': null });
  await me.look();
  expect(me.now).toBeNull();
});

test('several who ask at once become one guest', async () => {
  const asked = house({ 'GET /api/me': null, 'POST /api/me': ANN });
  await Promise.all([me.comeIn(), me.comeIn(), me.comeIn()]);
  expect(me.now).toEqual(ANN);
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'POST']);
  expect(asked[1]?.body).toEqual({ name: expect.stringMatching(/^Guest \d{4}$/) as string });
});

test('whoever was here before stays who they are, and takes the name that they ask for', async () => {
  const other = { ...ANN, name: 'Anna' };
  const asked = house({ 'GET /api/me': ANN, 'PATCH /api/me': other });
  await me.comeInAs('Anna');
  expect(me.now).toEqual(other);
  expect(asked.map(({ method }) => method)).toEqual(['GET', 'PATCH']);
});

test('what knows one by the cookie hears when one becomes somebody else, not of a new name', async () => {
  house({ 'GET /api/me': null, 'POST /api/me': ANN, 'PATCH /api/me': ANN, 'POST /api/me/device': ANN });
  const heard = vi.fn();
  me.whenOther(heard);
  await me.comeIn();
  expect(heard).toHaveBeenCalledTimes(1);
  await me.rename('Ann');
  expect(heard).toHaveBeenCalledTimes(1);
  await me.carry('ABCD');
  expect(heard).toHaveBeenCalledTimes(2);
});

test('a code that is refused changes nothing', async () => {
  house({ 'GET /api/me': ANN, 'POST /api/me/device': new Refused('bad_code') });
  await me.look();
  await expect(me.carry('nope')).rejects.toThrow('bad_code');
  expect(me.now).toEqual(ANN);
});

test('another tab may have made one somebody', async () => {
  house({ 'GET /api/me': null });
  const heard = vi.fn();
  me.whenOther(heard);
  await me.look();
  house({ 'GET /api/me': ANN });
  dispatchEvent(new StorageEvent('storage', { key: 'digsite.me' }));
  await vi.waitFor(() => expect(me.now).toEqual(ANN));
  expect(heard).toHaveBeenCalledTimes(1);
});
