import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refused } from '../lib/http';
import { house, type Asked } from '../lib/made/house';
import { me } from '../lib/me.svelte';
import { loadWords } from '../lib/words.svelte';
import Identity from './Identity.svelte';

const ANN = { id: 'ann', name: 'Ann' };
const ANSWERS = {
  'GET /api/me': ANN,
  'PATCH /api/me': { ...ANN, name: 'Anna' },
  'POST /api/me/code': { code: 'ABCD-EFGH-JKLM', until: Date.UTC(2026, 0, 1) },
  'POST /api/me/device': new Refused('bad_code'),
  'DELETE /api/me/session': null,
  'DELETE /api/me/sessions': { code: 'WXYZ-EFGH-JKLM', until: Date.UTC(2026, 0, 1) },
};
let asked: Asked[];

beforeEach(async () => {
  await loadWords('en');
  asked = house(ANSWERS);
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
  await waitFor(() =>
    expect(
      screen
        .getAllByRole('alert')
        .map((alert) => alert.textContent)
        .join(),
    ).toContain('not valid'),
  );
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const asksFor = (path: string) => asked.filter((request) => request.path === path);

test('whoever logs out here is asked first, and may get a code before', async () => {
  vi.spyOn(location, 'assign').mockImplementation(() => undefined);
  await press('Log out on this device');
  expect(screen.getByRole('dialog', { name: 'Log out on this device' }).textContent).toContain('no password');
  const [, inDialog] = screen.getAllByRole('button', { name: 'Get a code' });
  await fireEvent.click(inDialog as HTMLElement);
  expect(await screen.findByText('ABCD-EFGH-JKLM')).toBeTruthy();
  await press('Stay logged in');
  expect(asksFor('/api/me/session')).toEqual([]);
  await press('Log out on this device');
  await press('Log out');
  await waitFor(() => expect(location.assign).toHaveBeenCalledWith('/'));
  expect(asksFor('/api/me/session')).toHaveLength(1);
  expect(me.now).toBeNull();
});

test('whoever logs out everywhere gets the code that is the only way back', async () => {
  await press('Log out everywhere');
  expect(asksFor('/api/me/sessions')).toEqual([]);
  await press('Log out');
  const code = await screen.findByText('WXYZ-EFGH-JKLM');
  await waitFor(() => expect(document.activeElement?.contains(code)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
  expect(me.now).toBeNull();
  expect(screen.queryByRole('button', { name: 'Log out everywhere' })).toBeNull();
});

test('a log-out that fails is told, and one stays who one is', async () => {
  house({ ...ANSWERS, 'DELETE /api/me/session': new Refused('store_refuses') });
  await press('Log out on this device');
  await press('Log out');
  await waitFor(() =>
    expect(
      screen
        .getAllByRole('alert')
        .map((alert) => alert.textContent)
        .join(),
    ).not.toBe(''),
  );
  expect(me.now).toEqual(ANN);
});
