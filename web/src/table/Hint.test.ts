import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hints } from '../lib/hints.svelte';
import { loadWords, loadWordsOf, say } from '../lib/words.svelte';
import Hint from './Hint.svelte';

const GAME = 'scarab';
const FIRST = () => say('scarab.page_hint_1');

beforeEach(async () => {
  await loadWords('en');
  await loadWordsOf('play', GAME);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  hints.choose(true);
});

const show = (table: string, made = 0) => render(Hint, { game: GAME, table, made });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('the first table of a game tells step by step what to do', async () => {
  show('one');
  expect(screen.getByRole('status').textContent).toBe(FIRST());
  await press('Next');
  expect(screen.getByRole('status').textContent).toBe(say('scarab.page_hint_2'));
  await press('Got it');
  expect(screen.queryByRole('status')).toBeNull();
});

test('it is there again when the table is, but not at the next one', () => {
  show('one');
  cleanup();
  show('one');
  expect(screen.getByText(FIRST())).toBeTruthy();
  cleanup();
  show('two');
  expect(screen.queryByText(FIRST())).toBeNull();
});

test('whoever has moved is told the next step, and the last one stays', async () => {
  const { rerender } = show('one');
  await rerender({ made: 1 });
  expect(screen.getByRole('status').textContent).toBe(say('scarab.page_hint_2'));
  await rerender({ made: 5 });
  expect(screen.getByRole('status').textContent).toBe(say('scarab.page_hint_2'));
});

test('what was put away stays away', async () => {
  show('one');
  await press('Next');
  await press('Got it');
  cleanup();
  show('one');
  expect(screen.queryByRole('status')).toBeNull();
  expect(hints.isOn).toBe(true);
});

test('whoever wants no more hints gets none in other games either', async () => {
  show('one');
  await press('No more hints');
  expect(screen.queryByRole('status')).toBeNull();
  expect(hints.isFor('another', 'table')).toBe(false);
});

test('a game without hints shows none', () => {
  render(Hint, { game: 'chess', table: 'one', made: 0 });
  expect(screen.queryByRole('status')).toBeNull();
});
