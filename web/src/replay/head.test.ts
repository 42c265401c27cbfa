import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Head, SPEEDS } from './head.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('stepping', () => {
  test('never leaves the game', () => {
    const head = new Head(1, 3);
    head.step(-5);
    expect(head.at).toBe(0);
    head.seek(99);
    expect(head.at).toBe(3);
  });

  test('knows whether it went on by one', () => {
    const head = new Head(0, 3);
    head.step(1);
    expect(head.wentOn).toBe(true);
    head.step(-1);
    expect(head.wentOn).toBe(false);
    head.seek(3);
    expect(head.wentOn).toBe(false);
  });

  test('follows a game that goes on, and one that was taken back', () => {
    const head = new Head(3, 3);
    head.reach(5);
    expect([head.at, head.last]).toEqual([3, 5]);
    head.reach(2);
    expect(head.at).toBe(2);
  });
});

describe('going on by itself', () => {
  test('makes a step in its time and rests at the end', () => {
    const head = new Head(0, 2);
    head.play();
    vi.advanceTimersByTime(SPEEDS.normal - 1);
    expect(head.at).toBe(0);
    vi.advanceTimersByTime(1);
    expect(head.at).toBe(1);
    vi.advanceTimersByTime(SPEEDS.normal);
    expect([head.at, head.plays]).toEqual([2, false]);
  });

  test('begins anew from the end', () => {
    const head = new Head(2, 2);
    head.toggle();
    expect([head.at, head.plays]).toEqual([0, true]);
  });

  test('takes another speed with the next step', () => {
    const head = new Head(0, 9);
    head.play();
    head.speed = 'fast';
    vi.advanceTimersByTime(SPEEDS.normal + 2 * SPEEDS.fast);
    expect(head.at).toBe(3);
  });

  test('stops for whoever takes hold of it', () => {
    const head = new Head(0, 9);
    head.play();
    head.step(1);
    vi.advanceTimersByTime(10 * SPEEDS.slow);
    expect([head.at, head.plays]).toEqual([1, false]);
  });

  test('waits for a frame that is not here yet', () => {
    const head = new Head(0, 9);
    let here = 0;
    head.isReady = (event) => event <= here;
    head.play();
    vi.advanceTimersByTime(3 * SPEEDS.normal);
    expect([head.at, head.plays]).toEqual([0, true]);
    here = 1;
    vi.advanceTimersByTime(200);
    expect(head.at).toBe(1);
  });

  test('has nothing to play where nothing has happened', () => {
    const head = new Head(0, 0);
    head.play();
    expect(head.plays).toBe(false);
  });
});
