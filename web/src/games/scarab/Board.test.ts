import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadWords, loadWordsOf } from '../../lib/words.svelte';
import type { BoardProps, Move } from '../face';
import { showBoard, sittersCalled } from '../made/board';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import { drawn } from './drawn';
import Tally from './Tally.svelte';

beforeAll(async () => {
  await loadWords('en');
  await loadWordsOf('scarab');
});
afterEach(cleanup);

const VIEW = drawn(`
  . . +7
  . . .
  P -2 +5*
`);
const MOVES: Move[] = [
  { text: 'go b1', points: -2 },
  { text: 'go c1', points: 5 },
  { text: 'go via c1 c3', points: 7 },
];

function props(known: Partial<BoardProps> = {}): BoardProps {
  return {
    view: structuredClone(VIEW),
    moves: MOVES,
    seat: 0,
    sitters: sittersCalled('Ann', 'Bob'),
    due: [0],
    points: [4, 9],
    latest: [],
    play: vi.fn(),
    ...known,
  };
}

const show = (known: Partial<BoardProps> = {}) => showBoard(Board, props(known));

function cell(square: string): SVGElement {
  const found = document.querySelector<SVGElement>(`[data-square="${square}"]`);
  if (!found) throw new Error(`no square ${square}`);
  return found;
}

test('squares say what is on them and what they bring', () => {
  show();
  expect(cell('b1').getAttribute('aria-label')).toBe('−2 on b1, within reach, −2 points');
  expect(cell('c3').getAttribute('aria-label')).toBe('+7 on c3, within reach, 7 points, turning at c1');
  expect(cell('a1').getAttribute('aria-label')).toBe('The priest on a1, next along the row');
  expect(document.querySelectorAll('[role="gridcell"][tabindex="0"]')).toHaveLength(1);
});

test('the first click picks, the second plays', async () => {
  const { asked, play } = show();
  expect(asked.now?.confirm).toBeUndefined();
  await fireEvent.click(cell('c1'));
  expect(asked.now?.sentence).toBe('Take +5 from c1: that makes 9 points.');
  expect(asked.now?.confirm?.label).toBe('Take +5');
  expect(play).not.toHaveBeenCalled();
  await fireEvent.click(cell('c1'));
  expect(play).toHaveBeenCalledExactlyOnceWith('go c1');
});

test('what is out of reach cannot be picked', async () => {
  const { asked } = show({ moves: MOVES.slice(0, 1) });
  await fireEvent.click(cell('c1'));
  expect(asked.now?.confirm).toBeUndefined();
  expect(document.querySelectorAll('.ring')).toHaveLength(1);
});

test('keys lead to a stone, pick it, let go of it and play it', async () => {
  const { asked, play } = show();
  const start = cell('a1');
  start.focus();
  await fireEvent.keyDown(start, { key: 'n' });
  expect(document.activeElement).toBe(cell('b1'));
  await fireEvent.keyDown(cell('b1'), { key: 'Enter' });
  expect(asked.now?.confirm?.label).toBe('Take −2');
  await fireEvent.keyDown(cell('b1'), { key: 'Escape' });
  expect(asked.now?.confirm).toBeUndefined();
  await fireEvent.keyDown(cell('b1'), { key: 'Enter' });
  await fireEvent.keyDown(cell('b1'), { key: 'Enter' });
  expect(play).toHaveBeenCalledExactlyOnceWith('go b1');
});

test('Escape belongs to the board only while something is picked: it may lie in a dialog', async () => {
  show();
  const isLeft = () => fireEvent.keyDown(cell('b1'), { key: 'Escape' });
  await fireEvent.click(cell('b1'));
  expect(await isLeft()).toBe(false);
  expect(await isLeft()).toBe(true);
});

test('Escape beside the board undoes a pick there, and leads back to it', async () => {
  const { asked } = show({ moves: [...MOVES, { text: 'go via a3 c3', points: 7 }] });
  await fireEvent.click(cell('c3'));
  const radio = screen.getByRole('radio', { name: 'by way of a3' });
  radio.focus();
  await fireEvent.keyDown(radio, { key: 'Escape' });
  expect(asked.now?.confirm).toBeUndefined();
  expect(document.activeElement).toBe(document.querySelector('[tabindex="0"]'));
});

test('of several ways one is chosen', async () => {
  const { asked, play } = show({ moves: [...MOVES, { text: 'go via a3 c3', points: 7 }] });
  await fireEvent.click(cell('c3'));
  expect(document.querySelectorAll('polyline.way')).toHaveLength(2);
  await fireEvent.click(screen.getByRole('radio', { name: 'by way of a3' }));
  expect(asked.now?.sentence).toBe('Take +7 from c3, turning at a3: that makes 11 points.');
  await fireEvent.keyDown(cell('c3'), { key: 'r' });
  expect(asked.now?.sentence).toContain('turning at c1');
  asked.now?.confirm?.run();
  expect(play).toHaveBeenCalledExactlyOnceWith('go via c1 c3');
});

test('pointing shows what would come of it', async () => {
  show();
  await fireEvent.pointerDown(cell('b1'));
  expect(document.querySelector('polyline.way')).not.toBeNull();
  expect(document.querySelector('.hurts')?.textContent).toBe('−2');
});

const CHOOSING = { ...VIEW, choosing: true, hands: [{ '+3': 1, '-8': 2 }, {}] };
const PUTS: Move[] = [
  { text: 'put +3 a2', points: -3 },
  { text: 'put -8 a2', points: 8 },
  { text: 'put -8 b2', points: 8 },
  { text: 'keep', points: 0 },
];

test('an ankh: a stone, then a square', async () => {
  const { asked, play } = show({ view: { ...CHOOSING }, moves: PUTS });
  expect(asked.now?.confirm).toBeUndefined();
  expect(document.querySelectorAll('.ring')).toHaveLength(0);
  await fireEvent.click(screen.getByRole('radio', { name: '−8, 2 times' }));
  expect(document.querySelectorAll('.ring')).toHaveLength(2);
  await fireEvent.click(cell('b2'));
  expect(asked.now?.sentence).toBe('Put −8 back on b2: that makes 12 points.');
  asked.now?.confirm?.run();
  expect(play).toHaveBeenCalledExactlyOnceWith('put -8 b2');
});

test('an ankh: or nothing at all', async () => {
  const { asked, play } = show({ view: { ...CHOOSING }, moves: PUTS });
  await fireEvent.click(screen.getByRole('radio', { name: 'Keep all' }));
  asked.now?.confirm?.run();
  expect(play).toHaveBeenCalledExactlyOnceWith('keep');
});

test('a stone picked beside the board is picked on the board', async () => {
  const view = { ...CHOOSING };
  const { asked } = show({ view, moves: PUTS });
  render(Aside, props({ view, moves: PUTS }));
  await fireEvent.click(screen.getByRole('button', { name: '−8, 2 times' }));
  expect(asked.now?.sentence).toBe('Where should −8 go? Pick one of the lit squares.');
});

test('who is not due, or only looks, is asked nothing', () => {
  const { asked } = show({ moves: [], due: [1] });
  expect(asked.now).toBeNull();
  cleanup();
  show({ still: true });
  expect(screen.queryByRole('grid')).toBeNull();
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('The priest on a1');
});

test('what happened is walked, and a touch skips it', async () => {
  const take = { what: 'take', seat: 1, to: 'a1', stone: '+4', points: 4, path: ['a3', 'a1'] };
  show({ latest: [{ ply: 1, at: 0, seat: 1, deed: 'move', tells: [take] }] });
  const priest = () => document.querySelector('.above > g[style]')?.getAttribute('style');
  expect(priest()).toContain('0.5px, 7.5px');
  expect(document.querySelectorAll('.ring')).toHaveLength(0);
  await fireEvent.pointerDown(cell('b1'));
  expect(priest()).toContain('0.5px, 9.5px');
  expect(document.querySelectorAll('.ring')).toHaveLength(3);
});

test('the tally tells what decided', () => {
  const hands = [
    { '+8': 1, '-2': 1 },
    { '+5': 1, '+1': 1 },
  ];
  render(Tally, props({ view: { ...VIEW, hands }, points: [6, 6] }));
  expect(screen.getByRole('row', { name: /Ann/ }).textContent).toContain('−2');
  expect(screen.getByText(/the \+8 stones decide, 1 to 0 for Ann/)).toBeTruthy();
});
