import { expect, test, vi } from 'vitest';
import { Refused } from '../lib/http';
import { Film, PORTION } from './film.svelte';
import { sourceOf } from './made/frames';

test('frames are fetched a portion at a time, each once', async () => {
  const source = sourceOf(250);
  const film = new Film(source, null);
  await film.need(3);
  await film.need(50);
  expect(source.frames).toHaveBeenCalledTimes(1);
  expect(source.frames).toHaveBeenCalledWith(null, 0, PORTION);
  expect(film.about?.events).toBe(250);
  expect(film.frame(99)?.event).toBe(99);
  expect(film.frame(100)).toBeUndefined();
});

test('the next portion is asked for before one gets there', async () => {
  const source = sourceOf(250);
  const film = new Film(source, 1);
  await film.need(90);
  await vi.waitFor(() => expect(film.frame(100)?.event).toBe(100));
  expect(source.frames.mock.calls.map(([seat, start]) => [seat, start])).toEqual([
    [1, 0],
    [1, 100],
  ]);
});

test('several who need the same portion share one request', async () => {
  const source = sourceOf(50);
  const film = new Film(source, null);
  await Promise.all([film.need(1), film.need(2)]);
  expect(source.frames).toHaveBeenCalledTimes(1);
});

test('while a frame is fetched the nearest one is shown', async () => {
  const film = new Film(sourceOf(250), null);
  expect(() => film.nearest(0)).toThrow();
  await film.need(0);
  expect(film.nearest(180).event).toBe(99);
});

test('what goes wrong is told, and can be tried again', async () => {
  const source = sourceOf(10);
  source.frames.mockRejectedValueOnce(new Refused('house_away'));
  const film = new Film(source, null);
  await film.need(0);
  expect(film.trouble).toBeInstanceOf(Refused);
  await film.need(0);
  expect(film.trouble).toBeNull();
  expect(film.frame(0)?.event).toBe(0);
});

test('a game that runs is looked at again', async () => {
  const film = new Film(sourceOf(3), null);
  await film.need(3);
  Object.assign(film.source, sourceOf(5));
  await film.lookAgain();
  expect(film.about?.events).toBe(5);
  expect(film.frame(5)?.event).toBe(5);
});
