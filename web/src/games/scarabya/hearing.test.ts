import { afterEach, expect, test } from 'vitest';
import { hears, listening } from './hearing';

let leave: (() => void)[] = [];

/** Put a board somewhere. */
function board(where: Element = document.body): HTMLElement {
  const made = document.createElement('div');
  made.tabIndex = 0;
  where.append(made);
  leave.push(listening(made));
  return made;
}

function dialog(): HTMLDialogElement {
  const made = document.createElement('dialog');
  made.setAttribute('open', '');
  document.body.append(made);
  return made;
}

afterEach(() => {
  for (const each of leave) each();
  leave = [];
  document.body.replaceChildren();
});

test('the only board hears, wherever the focus is', () => {
  expect(hears(board())).toBe(true);
});

test('of several boards none hears but the one with the focus', () => {
  const [one, other] = [board(), board()];
  expect([hears(one), hears(other)]).toEqual([false, false]);
  other.focus();
  expect([hears(one), hears(other)]).toEqual([false, true]);
});

test('a dialog over a table keeps keys to itself', () => {
  const table = board();
  const rules = dialog();
  expect(hears(table)).toBe(false);
  const inside = board(rules);
  expect([hears(table), hears(inside)]).toEqual([false, true]);
  board(rules);
  expect([hears(table), hears(inside)]).toEqual([false, false]);
});

test('a board that is gone hears nothing, and leaves the others alone', () => {
  const [one, gone] = [board(), board()];
  leave.pop()?.();
  expect([hears(one), hears(gone)]).toEqual([true, false]);
});
