import { afterEach, expect, test } from 'vitest';
import { isForPage, isShortcut, isShortcutAnywhere } from './keys';
import { letters } from './letters.svelte';

function pressed(html: string, init: KeyboardEventInit = {}): KeyboardEvent {
  document.body.innerHTML = html;
  let heard: KeyboardEvent | null = null;
  const hear = (event: KeyboardEvent) => (heard = event);
  addEventListener('keydown', hear, { once: true });
  const target = document.body.querySelector('[data-focus]') ?? document.body;
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'u', bubbles: true, ...init }));
  if (!heard) throw new Error('no key was heard');
  return heard;
}

afterEach(() => {
  document.body.innerHTML = '';
  letters.choose(true);
});

test('whoever wants no letters as shortcuts has them only where the focus is', () => {
  expect(isShortcutAnywhere(pressed(''))).toBe(true);
  letters.choose(false);
  expect(isShortcutAnywhere(pressed(''))).toBe(false);
  expect(isShortcutAnywhere(pressed('', { key: 'Escape' }))).toBe(true);
  expect(isShortcut(pressed(''))).toBe(true);
});

test.each(['<p data-focus></p>', '<button data-focus></button>', '<input type="radio" data-focus />'])(
  'a key on %s is a shortcut',
  (html) => expect(isShortcut(pressed(html))).toBe(true),
);

test.each([
  '<input data-focus />',
  '<input type="search" data-focus />',
  '<textarea data-focus></textarea>',
  '<select data-focus></select>',
  '<div contenteditable><b data-focus></b></div>',
])('a key on %s is typed', (html) => expect(isShortcut(pressed(html))).toBe(false));

test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])('with %o it is the browser’s', (init) =>
  expect(isShortcut(pressed('', init))).toBe(false),
);

test('nothing is left to the page under a dialog, or while a key is held', () => {
  expect(isForPage(pressed(''))).toBe(true);
  expect(isForPage(pressed('', { repeat: true }))).toBe(false);
  expect(isForPage(pressed('<dialog open></dialog>'))).toBe(false);
});
