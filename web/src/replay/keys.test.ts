import { expect, test } from 'vitest';
import { Head } from './head.svelte';
import { press } from './keys';

function pressed(key: string, head: Head, on = 'div', init: KeyboardEventInit = {}): boolean {
  const focus = Object.assign(
    document.createElement(on.split('=')[0] ?? on),
    on.includes('=') ? { type: on.split('=')[1] } : {},
  );
  let done = false;
  focus.addEventListener('keydown', (event) => (done = press(event, head)));
  focus.dispatchEvent(new KeyboardEvent('keydown', { key, ...init }));
  return done;
}

test('arrows step, Home and End go to either end', () => {
  const head = new Head(2, 5);
  const went = ['ArrowRight', 'ArrowLeft', 'End', 'Home'].map((key) => (pressed(key, head), head.at));
  expect(went).toEqual([3, 2, 5, 0]);
});

test('space plays and pauses, but presses a button that has the focus', () => {
  const head = new Head(0, 5);
  expect(pressed(' ', head)).toBe(true);
  expect(head.plays).toBe(true);
  expect(pressed(' ', head, 'input=range')).toBe(true);
  expect(head.plays).toBe(false);
  expect(pressed(' ', head, 'button')).toBe(false);
});

test('keys keep what they mean to a slider, a list or the browser', () => {
  const head = new Head(2, 5);
  expect(pressed('ArrowRight', head, 'input=range')).toBe(false);
  expect(pressed('ArrowRight', head, 'select')).toBe(false);
  expect(pressed('ArrowLeft', head, 'div', { altKey: true })).toBe(false);
  expect(pressed('x', head)).toBe(false);
  expect(head.at).toBe(2);
});

test('a dialog over the replay keeps its keys', () => {
  const head = new Head(2, 5);
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.setAttribute('open', '');
  expect(pressed('ArrowRight', head)).toBe(false);
  dialog.remove();
  expect(pressed('ArrowRight', head)).toBe(true);
});
