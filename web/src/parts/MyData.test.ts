import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refused } from '../lib/http';
import { house, type Asked } from '../lib/made/house';
import { me } from '../lib/me.svelte';
import { loadWords } from '../lib/words.svelte';
import MyData from './MyData.svelte';

const ANN = { id: 'ann', name: 'Ann' };
const went = vi.fn();
let asked: Asked[];

async function open(answers: Record<string, unknown> = {}): Promise<void> {
  asked = house({ 'GET /api/me': ANN, 'DELETE /api/me': null, ...answers });
  await me.look();
  render(MyData);
}

function deletions(): Asked[] {
  return asked.filter(({ method }) => method === 'DELETE');
}

beforeEach(async () => {
  await loadWords('en');
  vi.stubGlobal('location', { assign: went });
});
afterEach(cleanup);
afterEach(() => vi.unstubAllGlobals());
afterEach(() => went.mockReset());

test('all that is one’s own can be downloaded', async () => {
  await open();
  const link = screen.getByRole('link', { name: 'Download my data' });
  expect(link.getAttribute('href')).toBe('/api/me/data');
  expect(link.hasAttribute('download')).toBe(true);
});

test('whoever wants to be deleted is asked once more, and can stay', async () => {
  await open();
  await fireEvent.click(screen.getByRole('button', { name: 'Delete me' }));
  expect(await screen.findByText(/cannot be undone/)).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  expect(deletions()).toEqual([]);
  expect(me.now?.name).toBe('Ann');
});

test('whoever deletes themselves is nobody then', async () => {
  await open();
  await fireEvent.click(screen.getByRole('button', { name: 'Delete me' }));
  await fireEvent.click(await screen.findByRole('button', { name: 'Delete for good' }));
  await waitFor(() => expect(went).toHaveBeenCalledWith('/'));
  expect(deletions()).toHaveLength(1);
  expect(me.now).toBeNull();
});

test('a house that cannot do it says so', async () => {
  await open({ 'DELETE /api/me': new Refused('store_refuses') });
  await fireEvent.click(screen.getByRole('button', { name: 'Delete me' }));
  await fireEvent.click(await screen.findByRole('button', { name: 'Delete for good' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
  expect(went).not.toHaveBeenCalled();
  expect(me.now?.name).toBe('Ann');
});
