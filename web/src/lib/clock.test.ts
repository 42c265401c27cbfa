import { beforeEach, expect, test } from 'vitest';
import { CLOCKS } from '../setup/clocks';
import { clockRule, clockText } from './clock';
import { loadWords } from './words.svelte';

beforeEach(() => loadWords('en'));

test('clocks are told in the units that people count in', () => {
  expect(clockText({ pace: 'none', seconds: 0, increment: 0 })).toBe('No clock');
  expect(clockText({ pace: 'live', seconds: 600, increment: 10 })).toBe('10 min + 10 sec a turn');
  expect(clockText({ pace: 'live', seconds: 90, increment: 0 })).toBe('90 sec');
  expect(clockText({ pace: 'days', seconds: 86_400, increment: 0 })).toBe('1 day a turn');
  expect(clockText({ pace: 'days', seconds: 3 * 86_400, increment: 0 })).toBe('3 days a turn');
});

test('and in the language of the reader', async () => {
  await loadWords('de');
  expect(clockText({ pace: 'days', seconds: 3 * 86_400, increment: 0 })).toBe('3 Tage pro Zug');
});

test('every clock says what happens at its end', () => {
  const rules = CLOCKS.map(clockRule);
  expect(rules[0]).toContain('Nobody is hurried');
  expect(rules.slice(1).every((rule) => rule.includes('runs out of time'))).toBe(true);
});
