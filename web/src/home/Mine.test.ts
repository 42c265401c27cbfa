import { cleanup, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { keep, kept } from '../lib/kept';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import Mine from './Mine.svelte';

const KEPT = 'digsite.mine';

beforeAll(async () => {
  await loadWords('en');
  await loadWordsOf('home');
});
afterEach(cleanup);
afterEach(() => localStorage.clear());

function section(): HTMLElement | null {
  return screen.queryByRole('heading', { name: 'Your games' })?.closest('section') ?? null;
}

test('games that are still to come have the room that they had last time', () => {
  keep(KEPT, `${outerWidth} 212`);
  render(Mine, { tables: null });
  expect(section()?.style.minHeight).toBe('212px');
});

test.each([null, `${outerWidth + 1} 212`, 'nonsense'])('none is kept for them after %s', (last) => {
  keep(KEPT, last);
  render(Mine, { tables: null });
  expect(section()).toBeNull();
});

test('whoever has no games gives up their room', () => {
  keep(KEPT, `${outerWidth} 212`);
  render(Mine, { tables: [] });
  expect([section(), kept(KEPT)]).toEqual([null, null]);
});
