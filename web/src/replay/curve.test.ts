import { describe, expect, test } from 'vitest';
import { pathOf, quarters, scaleOf, xOf, yOf } from './curve';

const BOX = { left: 10, right: 110, top: 0, bottom: 100 };

describe('the scale', () => {
  test('holds zero and all points, on round numbers', () => {
    expect(
      scaleOf([
        [0, 0],
        [12, 7],
        [31, 28],
      ]),
    ).toEqual({ low: 0, high: 40, ticks: [0, 10, 20, 30, 40] });
  });

  test('goes below zero where points do', () => {
    const { low, high, ticks } = scaleOf([
      [0, 0],
      [-7, 3],
    ]);
    expect([low, high]).toEqual([-8, 4]);
    expect(ticks).toContain(0);
  });

  test('has a height before anybody has points', () => {
    expect(scaleOf([[0, 0]])).toEqual({ low: 0, high: 1, ticks: [0, 1] });
  });

  test.each([1, 9, 10, 99, 100, 1234])('has few lines up to %i', (most) => {
    const { high, ticks } = scaleOf([[0], [most]]);
    expect(high).toBeGreaterThanOrEqual(most);
    expect(ticks.length).toBeLessThanOrEqual(8);
  });
});

test('the first event is at the left, the last at the right, and a game without events has a place too', () => {
  expect([0, 5, 10].map((event) => xOf(event, 10, BOX))).toEqual([10, 60, 110]);
  expect(xOf(0, 0, BOX)).toBe(10);
});

test('more points are higher up', () => {
  const scale = { low: -10, high: 10, ticks: [] };
  expect([-10, 0, 10].map((points) => yOf(points, scale, BOX))).toEqual([100, 50, 0]);
});

test('the line of a seat goes through its points after every event', () => {
  const scale = { low: 0, high: 10, ticks: [] };
  const curve = [
    [0, 0],
    [5, 0],
    [5, 10],
  ];
  expect(pathOf(curve, 0, scale, BOX)).toBe('M10.0 100.0L60.0 50.0L110.0 50.0');
  expect(pathOf(curve, 1, scale, BOX)).toBe('M10.0 100.0L60.0 100.0L110.0 0.0');
});

test('in words a game has four quarters', () => {
  const curve = Array.from({ length: 9 }, (_, event) => [event]);
  expect(quarters(curve, 0)).toEqual([2, 4, 6, 8]);
  expect(quarters([[3]], 0)).toEqual([3, 3, 3, 3]);
});
