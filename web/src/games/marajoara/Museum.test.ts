import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadWords, loadWordsOf } from '../../lib/words.svelte';
import { sittersCalled } from '../made/board';
import Cart from './Cart.svelte';
import { stage } from './made/stages';
import Museum from './Museum.svelte';
import Slate from './Slate.svelte';
import Tracks from './Tracks.svelte';

beforeAll(async () => {
  await loadWords('en');
  await loadWordsOf('marajoara');
});
afterEach(cleanup);

const SITTERS = sittersCalled('Ann', 'Bob');

function show(lit: string[], chosen: string[] = []) {
  const { view } = stage('after');
  const [museum] = view.museums;
  if (!museum) throw new Error('no museum');
  const onpick = vi.fn();
  render(Museum, { view, museum, title: 'Mine', lit: new Set(lit), chosen: new Set(chosen), onpick });
  return onpick;
}

function thing(name: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-thing="${name}"]`);
  if (!found) throw new Error(`no ${name}`);
  return found;
}

test('M3: a museum tells all that is in it', () => {
  show([]);
  expect(screen.getByText('9 credits')).toBeTruthy();
  const storage = within(screen.getByRole('group', { name: 'Storage' }));
  expect(storage.getByRole('button', { name: 'Yellow 6: 6 credits to pay with' })).toBeTruthy();
  expect(storage.getByRole('img', { name: /whoever fills it wins the dig token/ })).toBeTruthy();
  expect(storage.getAllByRole('button')).toHaveLength(7);
  const showcase = within(screen.getByRole('group', { name: 'Showcase' }));
  expect(showcase.getByRole('img', { name: 'Showcase place 3: 3 points more for a vase here' })).toBeTruthy();
});

test('M5, M17: a fragment tells what it needs and what it brings with its neighbours', () => {
  show(['fragment:9']);
  const label = (name: string) =>
    thing(`fragment:${name}`).querySelector('[role=img]')?.getAttribute('aria-label');
  expect(label('4')).toBe('Fragment 4 is restored.');
  expect(label('3')).toBe('Fragment 3: one blue die, at least 3. 4 points now.');
  expect(label('=6')).toBe('Fragment =6: one blue die, exactly 6. 8 points now.');
  expect(label('6')).toBe('Fragment 6: two blue dice, at least 6 in all. 6 points now.');
  expect(label('9')).toContain('two or three different blue dice, at least 9 in all');
});

test('what is lit and chosen can be told and picked', async () => {
  const onpick = show(['die:b4', 'fragment:9'], ['die:b5']);
  expect(thing('die:b4').getAttribute('aria-disabled')).toBe('false');
  expect(thing('die:b5').getAttribute('aria-pressed')).toBe('true');
  expect(thing('die:y6').getAttribute('aria-disabled')).toBe('true');
  await fireEvent.click(thing('fragment:9'));
  expect(onpick).toHaveBeenCalledExactlyOnceWith('fragment:9');
});

test('a group is one tab stop, and arrows lead through it', async () => {
  show(['die:r4']);
  const stops = () => [...document.querySelectorAll('[role="group"] button[tabindex="0"]')];
  expect(stops()).toHaveLength(3);
  expect(stops()).toContain(thing('die:r4'));
  thing('die:r4').focus();
  await fireEvent.keyDown(thing('die:r4'), { key: 'ArrowRight' });
  expect(document.activeElement).toBe(thing('die:r2'));
  await fireEvent.keyDown(thing('die:r2'), { key: 'ArrowLeft' });
  await fireEvent.keyDown(thing('die:r4'), { key: 'ArrowLeft' });
  expect(document.activeElement).toBe(thing('die:y3'));
  expect(stops()).toContain(thing('die:y3'));
});

test('a museum that nobody picks from is a picture', () => {
  const { view } = stage('after');
  const museum = view.museums[1];
  if (!museum) throw new Error('no museum');
  render(Museum, { view, museum, title: 'Bob' });
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('img', { name: 'Blue 2: restores fragments in the workshop' })).toBeTruthy();
  expect(screen.getByRole('img', { name: /It has a dig token/ })).toBeTruthy();
});

test('M13, M23: any space of a track picks it; each tells what it gives and who is there', async () => {
  const { view } = stage('excavate');
  const onpick = vi.fn();
  const lit = new Set(['track:red']);
  render(Tracks, { view, sitters: SITTERS, reached: { red: 8 }, lit, onpick });
  const red = within(screen.getByRole('group', { name: 'Red track' }));
  await fireEvent.click(red.getByRole('button', { name: /space 3: \+2 on dice of that colour/ }));
  expect(onpick).toHaveBeenCalledExactlyOnceWith('track:red');
  expect(red.getByRole('button', { name: /space 8: .* Your disc would come here\./ })).toBeTruthy();
  expect(red.getByRole('button', { name: /space 9: at the end of the game .* Here: Bob\./ })).toBeTruthy();
  expect(red.getByRole('button', { name: /space 6: 5 points\. Here: Ann\./ })).toBeTruthy();
});

test('M21: the cart tells where the next die goes, and which one it pushes out', () => {
  render(Cart, { cart: ['b2', 'r1', 'y1'] });
  expect(screen.getByRole('img', { name: 'Cart, place 1: Blue 2.' })).toBeTruthy();
  expect(
    screen.getByRole('img', { name: 'Cart, place 4: free. The next spent die comes here.' }),
  ).toBeTruthy();
  cleanup();
  render(Cart, { cart: ['b2', 'r1', 'y1', 'g2', 'g1'] });
  expect(
    screen.getByRole('img', { name: 'Cart, place 5: Grey 1. The next spent die pushes it out.' }),
  ).toBeTruthy();
});

test('M22: dice that are alike are two things on the slate', async () => {
  const onpick = vi.fn();
  render(Slate, { slate: ['g1', 'g1'], lit: new Set(['slate:g1', 'slate:g1#2']), onpick });
  await fireEvent.click(thing('slate:g1#2'));
  expect(onpick).toHaveBeenCalledExactlyOnceWith('slate:g1#2');
  cleanup();
  render(Slate, { slate: [] });
  expect(screen.getByRole('img', { name: 'No die to return.' })).toBeTruthy();
});
