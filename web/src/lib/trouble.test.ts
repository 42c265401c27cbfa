import { beforeEach, expect, test } from 'vitest';
import { Refused } from './http';
import { whyNot } from './trouble';
import { loadWords } from './words.svelte';

beforeEach(() => loadWords('en'));

function tooFast(seconds: number): string {
  return whyNot(new Refused('too_fast', { what: 'guests', seconds, n: seconds }));
}

test('who was too fast reads when to come again', async () => {
  expect(tooFast(12)).toContain('in 12 seconds.');
  expect(tooFast(1)).toContain('in 1 second.');
  await loadWords('de');
  expect(tooFast(12)).toContain('in 12 Sekunden');
});

test('a full server may have room in a moment', () => {
  expect(new Refused('house_full').isForNow).toBe(true);
  expect(whyNot(new Refused('house_full'))).toContain('full');
});
