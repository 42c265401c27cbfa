import { afterEach, expect, test, vi } from 'vitest';
import { forget, MOST_REMEMBERED, note, remember, remembered } from './fairMemory';

const TABLE = 't'.repeat(22);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
});

test('the first seal that was shown counts, with one seed', () => {
  expect(remembered(TABLE)).toBeNull();
  const { seed } = remember(TABLE, 'first');
  expect(seed).toMatch(/^[0-9a-f]{48}$/);
  remember(TABLE, 'second');
  expect(remembered(TABLE)).toMatchObject({ commitment: 'first', seed });
});

test('more is noted of tables that are remembered, and of no others', () => {
  note(TABLE, { nonce: 'sand' });
  expect(remembered(TABLE)).toBeNull();
  remember(TABLE, 'seal');
  note(TABLE, { nonce: 'sand' });
  expect(remembered(TABLE)).toMatchObject({ commitment: 'seal', nonce: 'sand' });
  forget(TABLE);
  expect(remembered(TABLE)).toBeNull();
});

test('the oldest tables are forgotten, and nothing else that this browser keeps', () => {
  vi.useFakeTimers();
  localStorage.setItem('digsite.theme', 'night');
  for (let number = 0; number < MOST_REMEMBERED + 3; number++) {
    vi.setSystemTime(number);
    remember(`table ${number}`, 'seal');
  }
  expect([0, 2, 3, MOST_REMEMBERED + 2].map((number) => remembered(`table ${number}`) !== null)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(localStorage.length).toBe(MOST_REMEMBERED + 1);
});

test('what somebody else wrote there is no memory', () => {
  for (const text of ['{', '7', 'null', '{"commitment":"seal"}']) {
    localStorage.setItem(`digsite.fair.${TABLE}`, text);
    expect(remembered(TABLE)).toBeNull();
  }
});

test('where a browser keeps nothing, it is remembered for this visit', () => {
  vi.stubGlobal('localStorage', undefined);
  remember('visit', 'seal');
  note('visit', { nonce: 'sand' });
  expect(remembered('visit')).toMatchObject({ commitment: 'seal', nonce: 'sand' });
});
