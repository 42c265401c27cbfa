import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { help } from '../lib/help.svelte';
import { hints } from '../lib/hints.svelte';
import { letters } from '../lib/letters.svelte';
import { loadWords } from '../lib/words.svelte';
import Help from './Help.svelte';

beforeEach(async () => {
  await loadWords('en');
  render(Help);
});
afterEach(() => {
  cleanup();
  help.open = false;
  localStorage.clear();
  hints.choose(true);
});

const press = (target: Element, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(target, { key: '?', shiftKey: true, ...init });

test('a question mark opens the help, and closes it again', async () => {
  await press(document.body);
  expect(await screen.findByText('Everywhere')).toBeTruthy();
  await press(document.body);
  expect(screen.queryByText('Everywhere')).toBeNull();
});

test('whoever types a question mark wants no help', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  await press(field);
  field.remove();
  expect(help.open).toBe(false);
});

test('another dialog keeps its keys', async () => {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.setAttribute('open', '');
  await press(document.body);
  dialog.remove();
  expect(help.open).toBe(false);
});

test('it tells the keys of where one is, as they are called in one’s language', async () => {
  const remove = help.add({
    title: () => 'A game',
    keys: [{ press: ['escape', 'X'], does: 'page.close' }],
    steps: () => ['Pick something.'],
  });
  await loadWords('fr');
  await fireEvent.click(screen.getByRole('button', { name: 'Aide' }));
  const section = (await screen.findByText('A game')).closest('section');
  if (!section) throw new Error('no section');
  expect([...section.querySelectorAll('kbd')].map((key) => key.textContent)).toEqual(['Échap', 'X']);
  expect(within(section).getByText('Pick something.')).toBeTruthy();
  remove();
  expect(help.topics).toEqual([]);
});

test('hints can be turned off here, and on again', async () => {
  hints.putAway('game');
  await fireEvent.click(screen.getByRole('button', { name: 'Help' }));
  const choice = await screen.findByRole<HTMLInputElement>('checkbox', { name: /hints/ });
  expect(choice.checked).toBe(true);
  await fireEvent.click(choice);
  expect(hints.isFor('other', 'table')).toBe(false);
  await fireEvent.click(choice);
  expect(hints.isFor('game', 'table')).toBe(true);
});

test('letters as shortcuts can be turned off here; the button is left', async () => {
  await press(document.body);
  expect(await screen.findByText('Open and close this help')).toBeTruthy();
  await fireEvent.click(await screen.findByRole('checkbox', { name: /single letters/ }));
  expect(screen.queryByText('Open and close this help')).toBeNull();
  await press(document.body);
  expect(help.open).toBe(true);
  letters.choose(true);
});
