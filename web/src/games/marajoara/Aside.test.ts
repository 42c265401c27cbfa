import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { loadWords, loadWordsOf } from '../../lib/words.svelte';
import type { BoardProps } from '../face';
import { sittersCalled } from '../made/board';
import Aside from './Aside.svelte';
import { stage, type StageName } from './made/stages';
import Tally from './Tally.svelte';

beforeAll(async () => {
  await loadWords('en');
  await loadWordsOf('marajoara');
});
beforeEach(() => {
  // The test's browser has no dialogs of its own.
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
});
afterEach(cleanup);

function props(name: StageName, known: Partial<BoardProps> = {}): BoardProps {
  const { view, seat } = stage(name);
  const sitters = sittersCalled('Ann', 'Bob').slice(0, view.seats.length);
  return { view, moves: [], seat, sitters, due: [0], points: [12, 7], latest: [], play: vi.fn(), ...known };
}

test('M6: the round, and the museums of the others, each of them in full', async () => {
  render(Aside, props('after'));
  expect(screen.getByText('Round 5 of 14')).toBeTruthy();
  const bob = screen.getByRole('button', { name: /Bob/ });
  expect(bob.textContent).toContain('0 vases · 0 fragments');
  await fireEvent.click(bob);
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByRole('img', { name: 'Red 1: a vase for the showcase, for 1 credit' })).toBeTruthy();
  expect(dialog.queryByRole('button', { name: /Red 1/ })).toBeNull();
});

test('whoever only looks finds all museums', () => {
  render(Aside, props('after', { seat: null }));
  expect(screen.getByRole('button', { name: /Ann/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Bob/ })).toBeTruthy();
});

test('M26: what the end would bring now', async () => {
  render(Aside, props('after'));
  await fireEvent.click(screen.getByRole('button', { name: 'If the game ended now' }));
  const ann = within(screen.getByRole('table', { name: 'Ann' }));
  expect(ann.getByRole('row', { name: /Most vases: place 1, with 2/ }).textContent).toContain('7');
  expect(ann.getByRole('row', { name: /Total/ }).textContent).toContain('26');
});

test('M29–M31: a mission shows its objectives and the dice that were retired', () => {
  render(Aside, props('retire', { points: [12] }));
  expect(screen.getByText('Round track: 2 of 14 dice')).toBeTruthy();
  expect(screen.getByText('Yellow 1 and Red 1')).toBeTruthy();
  const wanted = screen.getAllByRole('listitem');
  expect(wanted.map((item) => item.textContent.trim())).toContain('Restore fragment 9');
  expect(within(wanted[0] ?? document.body).getByRole('img', { name: 'Still to do' })).toBeTruthy();
  expect(screen.queryByText('Other museums')).toBeNull();
});

test('M28: the tally tells that the money decided, unless somebody has left', () => {
  const known = props('after', { points: [20, 20] });
  render(Tally, known);
  expect(screen.getByText('Ann and Bob are equal: the money left decides, 9 to 1.')).toBeTruthy();
  cleanup();
  render(Tally, { ...known, sitters: known.sitters.map((one) => ({ ...one, hasLeft: one.seat === 1 })) });
  expect(screen.queryByText(/are equal/)).toBeNull();
});
