import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import { Film } from './film.svelte';
import { Head } from './head.svelte';
import { FACE } from './made/face';
import { sourceOf } from './made/frames';
import Projector from './Projector.svelte';

const NOTHING = createRawSnippet(() => ({ render: () => '<span></span>' }));

beforeEach(async () => {
  await loadWords('en');
  await loadWordsOf('play', 'replay', 'scarab');
  history.replaceState(null, '', '/replay');
});
afterEach(cleanup);

async function shown(at: number, events = 4): Promise<Head> {
  const film = new Film(sourceOf(events), null);
  await film.need(0);
  if (!film.about) throw new Error('no game');
  const head = new Head(at, events);
  render(Projector, { film, about: film.about, head, face: FACE, tools: NOTHING, below: NOTHING });
  return head;
}

test('the board is a still picture of the moment, with what happened under it', async () => {
  await shown(2);
  expect(screen.getByTestId('board').textContent).toBe('1:1 as 0 0 still');
  expect(screen.getAllByText('Club player goes a1 – a2 and takes +2.')).toHaveLength(2);
  expect(screen.getByText('2 of 4')).toBeTruthy();
});

test('keys step; what happened may move on the board when one goes on, not when one goes back', async () => {
  await shown(2);
  await fireEvent.keyDown(document.body, { key: 'ArrowRight' });
  expect(screen.getByTestId('board').textContent).toBe('2:1 as 0 1 still');
  await fireEvent.keyDown(document.body, { key: 'ArrowLeft' });
  expect(screen.getByTestId('board').textContent).toBe('1:1 as 0 0 still');
});

test('the slider, a line of the course and the curve lead to a moment', async () => {
  const head = await shown(0);
  await fireEvent.input(screen.getByLabelText('Place in the game'), { target: { value: '3' } });
  expect(head.at).toBe(3);
  await fireEvent.click(screen.getByRole('button', { name: /takes \+1/ }));
  expect(head.at).toBe(1);
  const curve = document.querySelector<HTMLInputElement>('figure input');
  if (!curve) throw new Error('the curve cannot be pointed at');
  await fireEvent.input(curve, { target: { value: '4' } });
  expect(head.at).toBe(4);
});

test('at the end it says who won and why', async () => {
  await shown(4);
  expect(screen.getByText(/No scarab is left on the board\. Ann wins!/)).toBeTruthy();
});

test('the address keeps the moment', async () => {
  await shown(2);
  await fireEvent.click(screen.getByRole('button', { name: 'To the end' }));
  await vi.waitFor(() => expect(location.search).toBe('?at=4'));
});

test('the curve is told in words, too', async () => {
  await shown(0);
  expect(
    screen.getByText(/^Ann: 1 after a quarter of the game, 1 halfway, 2 after three quarters/),
  ).toBeTruthy();
});
