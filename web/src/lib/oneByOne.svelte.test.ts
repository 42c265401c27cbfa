import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type * as Module from './oneByOne.svelte';

const { oneByOne } = await vi.importActual<typeof Module>('./oneByOne.svelte');

afterEach(() => vi.useRealTimers());

/** Count inside an effect, as a component would; `leave` ends it. */
function counting(all: number, first: number): { now: () => number; leave: () => void } {
  let drawn = { now: 0 };
  const leave = $effect.root(() => {
    drawn = oneByOne(() => all, first);
  });
  flushSync();
  return { now: () => drawn.now, leave };
}

/** Let the next task come. */
function task(): void {
  vi.advanceTimersToNextTimer();
  flushSync();
}

test('one piece more is drawn by every task, until all are there', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const drawn = counting(3, 1);
  expect(drawn.now()).toBe(1);
  task();
  expect(drawn.now()).toBe(2);
  task();
  task();
  expect(drawn.now()).toBe(3);
  drawn.leave();
});

test('whoever leaves draws no more', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const drawn = counting(3, 1);
  drawn.leave();
  task();
  expect(drawn.now()).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});
