import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refused } from '../lib/http';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import Fairness from './Fairness.svelte';
import { FAIR, framesOf } from './made/frames';
import { sittersAt } from './seen';
import type { Fair } from './source';

const SITTERS = () => sittersAt(framesOf(1), 0);

beforeEach(async () => {
  await loadWords('en');
  await loadWordsOf('play');
});
afterEach(cleanup);

async function checked(check: () => Promise<Fair>): Promise<void> {
  render(Fairness, { check, sitters: SITTERS() });
  await fireEvent.click(screen.getByRole('button', { name: 'Check it' }));
}

test('what was computed again is told in words, with the numbers', async () => {
  await checked(() => Promise.resolve(FAIR));
  expect(await screen.findByText('Everything is in order.')).toBeTruthy();
  expect(screen.getByText(/12 moves were played again/)).toBeTruthy();
  expect(screen.getByText(/3 cards drawn/)).toBeTruthy();
  expect(screen.getByText(/Your browser has computed this as well/)).toBeTruthy();
  for (const text of [FAIR.secret, FAIR.commitment, 'abc', 'none'])
    expect(screen.getByText(text)).toBeTruthy();
});

test('a refusal of the house says where it does not add up', async () => {
  await checked(() => Promise.reject(new Refused('log_secret', { line: 9 })));
  expect(await screen.findByText(/It does not add up.*Line 9/)).toBeTruthy();
});

test('a secret that does not fit is found by the browser itself', async () => {
  await checked(() => Promise.resolve({ ...FAIR, commitment: 'f'.repeat(64) }));
  expect(await screen.findByText(/It does not add up/)).toBeTruthy();
});

test('a house that is away casts no doubt on the game, and can be asked again', async () => {
  await checked(() => Promise.reject(new Refused('house_away')));
  expect(await screen.findByText(/does not answer at the moment/)).toBeTruthy();
  expect(screen.queryByText(/It does not add up/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Check it' })).toBeTruthy();
});
