import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refused } from '../lib/http';
import { house } from '../lib/made/house';
import { me } from '../lib/me.svelte';
import { loadWords } from '../lib/words.svelte';
import Identity from './Identity.svelte';

const ANN = { id: 'ann', name: 'Ann' };
const ANSWERS = {
  'GET /api/me': ANN,
  'PATCH /api/me': { ...ANN, name: 'Anna' },
  'POST /api/me/code': { code: 'ABCD-EFGH-JKLM', until: Date.UTC(2026, 0, 1) },
  'POST /api/me/device': new Refused('bad_code'),
};

beforeEach(async () => {
  await loadWords('en');
  house(ANSWERS);
  await me.look();
  render(Identity);
});
afterEach(cleanup);
afterEach(() => vi.unstubAllGlobals());

test('one’s name is there to be changed', async () => {
  const field = screen.getByLabelText<HTMLInputElement>('Your name');
  expect(field.value).toBe('Ann');
  await fireEvent.input(field, { target: { value: 'Anna' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved. Hello, Anna!')).toBeTruthy();
  expect(me.now?.name).toBe('Anna');
});

test('a code carries one to another device', async () => {
  await fireEvent.click(screen.getByRole('button', { name: 'Get a code' }));
  expect(await screen.findByText('ABCD-EFGH-JKLM')).toBeTruthy();
});

test('a code that does not fit is told', async () => {
  await fireEvent.input(screen.getByLabelText('Code from another device'), {
    target: { value: 'nope' },
  });
  await fireEvent.click(screen.getByRole('button', { name: 'Use it' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('not valid'));
});
