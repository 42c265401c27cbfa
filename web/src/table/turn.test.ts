import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import Notify from './Notify.svelte';
import { canNotify, chooseNotifications, notifies, tellTurn } from './turn';

type Permission = NotificationPermission;
let called: [title: string, options: NotificationOptions][];

/** A browser that knows notifications, and whoever sits before it answers so. */
function browser(answer: Permission, { isHidden = true, throws = false } = {}): void {
  class Called {
    static permission: Permission = 'default';
    static requestPermission(): Promise<Permission> {
      Called.permission = answer;
      return Promise.resolve(answer);
    }
    onclick = null;
    constructor(title: string, options: NotificationOptions) {
      if (throws) throw new TypeError('Illegal constructor');
      called.push([title, options]);
    }
  }
  vi.stubGlobal('Notification', Called);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
}

beforeEach(async () => {
  await loadWords('en');
  await loadWordsOf('play');
  called = [];
  tellTurn(false, '');
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('whoever is called hears once that it is their turn, and in which game', async () => {
  browser('granted');
  expect(notifies()).toBe(false);
  expect(await chooseNotifications(true)).toBe(true);
  tellTurn(true, 'SCARAB');
  tellTurn(true, 'SCARAB');
  expect(called).toEqual([['Your turn', expect.objectContaining({ body: 'SCARAB' })]]);
  tellTurn(false, 'SCARAB');
  tellTurn(true, 'SCARAB');
  expect(called).toHaveLength(2);
  await chooseNotifications(false);
  tellTurn(false, 'SCARAB');
  tellTurn(true, 'SCARAB');
  expect(called).toHaveLength(2);
});

test('whoever looks at the table is not called', async () => {
  browser('granted', { isHidden: false });
  await chooseNotifications(true);
  tellTurn(true, 'SCARAB');
  expect(called).toEqual([]);
});

test('a phone that lets no page call is no trouble', async () => {
  browser('granted', { throws: true });
  await chooseNotifications(true);
  expect(() => tellTurn(true, 'SCARAB')).not.toThrow();
});

test('a browser without notifications has none to choose', async () => {
  vi.stubGlobal('Notification', undefined);
  Reflect.deleteProperty(window, 'Notification');
  expect(canNotify()).toBe(false);
  expect(await chooseNotifications(true)).toBe(false);
});

test('what the browser does not allow is not chosen, and it says why', async () => {
  browser('denied');
  render(Notify);
  const box = screen.getByLabelText<HTMLInputElement>('Notify me when it is my turn');
  await fireEvent.click(box);
  expect(await screen.findByText(/does not let this page notify you/)).toBeTruthy();
  expect(box.checked).toBe(false);
  expect(notifies()).toBe(false);
});

test('the choice is there when one comes back', async () => {
  browser('granted');
  render(Notify);
  const box = () => screen.getByLabelText<HTMLInputElement>('Notify me when it is my turn');
  await fireEvent.click(box());
  await vi.waitFor(() => expect(notifies()).toBe(true));
  cleanup();
  render(Notify);
  expect(box().checked).toBe(true);
});
