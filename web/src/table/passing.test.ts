import { beforeEach, expect, test } from 'vitest';
import type { GameShown } from '../wire/messages';
import { Passing } from './passing.svelte';

let passing: Passing;
beforeEach(() => (passing = new Passing()));

/** See a table at which one has some seats: who is due, and as whom one looks. */
function see(due: number[], seat: number, seats = [0, 1]): number | null {
  passing.see({ due, you: { seat, seats } } as unknown as GameShown);
  return passing.next;
}

test('where choices are secret, the screen is handed on before the next one chooses', () => {
  expect(see([0, 1], 0)).toBe(null);
  expect(see([1], 1)).toBe(1);
  passing.take();
  expect(passing.next).toBe(null);
  expect(see([0, 1], 0)).toBe(0);
});

test('whoever stays at the screen is not asked', () => {
  expect(see([0, 1], 0)).toBe(null);
  expect(see([1], 1)).toBe(1);
  expect(see([0, 1], 0)).toBe(null); // the choice was taken back
});

test('where people move in turn, nothing is secret', () => {
  expect(see([0], 0)).toBe(null);
  expect(see([1], 1)).toBe(null);
  expect(see([0], 0)).toBe(null);
});

test('bots and people elsewhere get no screen', () => {
  expect(see([0, 1, 2], 0, [0])).toBe(null);
  expect(see([1, 2], 0, [0])).toBe(null);
  expect(see([0, 1, 2], 0, [0])).toBe(null);
});

test('after the game nobody is asked', () => {
  see([0, 1], 0);
  see([1], 1);
  passing.take();
  expect(see([], 0)).toBe(null);
  passing.see({ due: [0], you: null });
  expect(passing.next).toBe(null);
});
