import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tip, tips } from './tips.svelte';

let thing: HTMLElement;
let inner: HTMLElement;

beforeEach(() => {
  vi.useFakeTimers();
  thing = document.createElement('button');
  inner = document.createElement('span');
  thing.append(inner);
});
afterEach(() => {
  tips.hide();
  vi.useRealTimers();
});

test('whoever rests on something, or on a part of it, is told about it', () => {
  tip('A yellow die')(thing);
  tips.rest(inner);
  expect(tips.now).toBeNull();
  vi.advanceTimersByTime(1000);
  expect(tips.now?.text).toBe('A yellow die');
  tips.hide();
  expect(tips.now).toBeNull();
});

test('a long press asks, a short one does not', () => {
  tip('A yellow die')(thing);
  tips.press(thing);
  vi.advanceTimersByTime(200);
  expect(tips.isAnswered).toBe(false);
  vi.advanceTimersByTime(400);
  expect(tips.isAnswered).toBe(true);
});

test('what is not true any more is not said', () => {
  const forget = tip('A yellow die')(thing);
  tips.rest(thing);
  vi.advanceTimersByTime(1000);
  if (forget) forget();
  expect(tips.now).toBeNull();
});

test('what has nothing to say says nothing', () => {
  tip('')(thing);
  tips.rest(thing);
  vi.advanceTimersByTime(1000);
  expect(tips.now).toBeNull();
});
