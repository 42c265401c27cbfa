import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadWords, loadWordsOf } from '../../lib/words.svelte';
import type { BoardProps } from '../face';
import { showBoard, sittersCalled } from '../made/board';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import { example } from './example';
import { cellOf, FRAME, SIDE } from './squares';
import Tally from './Tally.svelte';

const sitters = sittersCalled('Ann', 'Ben');
const MOVES = [
  { text: 'X0 f6', points: 2, areas: [{ squares: ['h8', 'i8'], scarabs: 1, points: 2 }] },
  { text: 'X0 h4', points: 0 },
];

function props(change: Partial<BoardProps> = {}): BoardProps {
  const base = { view: example(), moves: MOVES, seat: 0, sitters, due: [0], points: [0, 3], latest: [] };
  return { ...base, play: vi.fn(), ...change };
}

/** Show a board, with what it asks at any moment. */
function board(given: BoardProps) {
  const shown = showBoard(Board, given);
  return { ...shown, asks: () => shown.asked.now, ghost: () => shown.container.querySelector('.ghost') };
}

beforeAll(async () => {
  await loadWords('en');
  await loadWordsOf('scarabya');
});
afterEach(cleanup);

test('it asks for the tile, says what it would bring, and lays it', async () => {
  const given = props();
  const { asks, ghost } = board(given);
  expect(asks()?.sentence).toContain('Lay the X tile');
  expect(ghost()).toBeNull();
  const site = screen.getByRole('application');
  await fireEvent.keyDown(site, { key: 'n' });
  expect(asks()?.sentence).toBe('X tile on f6, closes an area of 2 with 1 scarab, 2 points');
  expect(ghost()?.textContent).toContain('+2');
  await fireEvent.keyDown(site, { key: 'Enter' });
  expect(given.play).toHaveBeenCalledExactlyOnceWith('X0 f6');
});

test('where it will not stay it says why, and nothing can be laid', async () => {
  const given = props();
  const { asks } = board(given);
  const site = screen.getByRole('application');
  await fireEvent.keyDown(site, { key: 'n' });
  await fireEvent.keyDown(site, { key: 'ArrowUp' });
  expect(asks()?.sentence).toBe('It must touch a tile along a side. Try it closer.');
  expect(asks()?.confirm).toBeUndefined();
  await fireEvent.keyDown(site, { key: 'Enter' });
  expect(given.play).not.toHaveBeenCalled();
});

/** Let a square of the drawing be ten pixels; return where the middle of a square is then. */
function pixels(site: Element): (square: string) => { clientX: number; clientY: number } {
  site.getBoundingClientRect = () => new DOMRect(0, 0, 10 * (SIDE + 2 * FRAME), 10 * (SIDE + 2 * FRAME));
  return (square) => {
    const { x, y } = cellOf(square);
    return { clientX: 10 * (x + 0.5 + FRAME), clientY: 10 * (y + 0.5 + FRAME) };
  };
}

test('a mouse that passes shows and says what would come of it, and only a click asks for more', async () => {
  const { asks, ghost } = board(props());
  const site = screen.getByRole('application');
  const at = pixels(site);
  await fireEvent.pointerMove(site, { ...at('f7'), pointerType: 'mouse' });
  expect(ghost()?.textContent).toContain('+2');
  expect(asks()?.sentence).toBe('X tile on f6, closes an area of 2 with 1 scarab, 2 points');
  expect(asks()?.confirm).toBeUndefined();
  await fireEvent.pointerMove(site, { ...at('b9'), pointerType: 'mouse' });
  expect(asks()?.sentence).toContain('Lay the X tile');
});

test('a tile says what would come of it while it is carried, too', async () => {
  const { asks, ghost } = board(props());
  const at = pixels(screen.getByRole('application'));
  const card = screen.getByRole('button', { name: 'X tile' });
  card.setPointerCapture = vi.fn();
  await fireEvent.pointerDown(card, { pointerId: 1, isPrimary: true, button: 0, clientX: 300, clientY: 300 });
  await fireEvent.pointerMove(card, { pointerId: 1, ...at('f7') });
  expect(ghost()?.getAttribute('data-move')).toBe('X0 f6');
  expect(asks()?.sentence).toBe('X tile on f6, closes an area of 2 with 1 scarab, 2 points');
  await fireEvent.pointerMove(card, { pointerId: 1, ...at('d3') });
  expect(asks()?.sentence).toBe('That would cover a rock. Try another square.');
});

test('a click into the hollow of a tile leaves it there; one on the tile lays it', async () => {
  const given = props();
  const { ghost } = board(given);
  const site = screen.getByRole('application');
  const at = pixels(site);
  await fireEvent.click(site, at('f7'));
  expect(ghost()?.getAttribute('data-move')).toBe('X0 f6');
  await fireEvent.click(site, at('g6'));
  expect(ghost()?.getAttribute('data-move')).toBe('X0 f6');
  expect(given.play).not.toHaveBeenCalled();
  await fireEvent.click(site, at('f8'));
  expect(given.play).toHaveBeenCalledExactlyOnceWith('X0 f6');
});

test('Escape puts the tile back, and so does the cancel button', async () => {
  const { asks, ghost } = board(props());
  const site = screen.getByRole('application');
  await fireEvent.keyDown(site, { key: 'n' });
  await fireEvent.keyDown(site, { key: 'Escape' });
  expect(ghost()).toBeNull();
  await fireEvent.keyDown(site, { key: 'n' });
  asks()?.cancel?.();
  await tick();
  expect(ghost()).toBeNull();
  expect(asks()?.cancel).toBeUndefined();
});

test('the tile stays while the move is under way', async () => {
  const given = props();
  const { ghost, rerender } = board(given);
  await fireEvent.keyDown(screen.getByRole('application'), { key: 'n' });
  await rerender({ ...given, moves: [] });
  expect(ghost()?.getAttribute('data-move')).toBe('X0 f6');
});

test('a choice that waits for others is shown, and nothing is asked', () => {
  const [site] = example().sites;
  if (!site) throw new Error('the example has a site');
  const chosen = { tile: 'X', pose: 0, squares: ['g6', 'f7', 'g7', 'h7', 'g8'], seat: 0 };
  const view = example({ mode: 'base', sites: [{ ...site, has_chosen: true, chosen }, site, site] });
  const { asks, container } = board(props({ view, moves: [], due: [1, 2] }));
  expect(container.querySelector('.chosen')).not.toBeNull();
  expect(asks()?.sentence).toBe('Your tile is chosen. Waiting for 2 more.');
});

test('a picture asks nothing and takes no focus', () => {
  const { asks, container } = board(props({ still: true }));
  expect(asks()).toBeNull();
  expect(container.querySelector('[tabindex], button')).toBeNull();
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('Rocks: c3.');
});

test('those who only look see all sites', () => {
  const [site] = example().sites;
  if (!site) throw new Error('the example has a site');
  board(props({ view: example({ mode: 'base', sites: [site, site] }), moves: [], seat: null }));
  expect(screen.getAllByRole('img', { name: /^Site of/ })).toHaveLength(2);
});

test('beside it stand the cards that came, and what each seat had no room for', () => {
  const [site] = example().sites;
  if (!site) throw new Error('the example has a site');
  const sites = [{ ...site, discarded: ['I'] }, site];
  render(Aside, props({ view: example({ mode: 'base', sites }), moves: [], seat: null }));
  const lists = screen.getAllByRole('list').map((list) => [...list.querySelectorAll('svg')].map(named));
  expect(lists).toEqual([['F tile', 'Z tile'], ['V tile', 'I tile', 'L tile'], ['I tile']]);
  expect(screen.getByText('Ann')).toBeDefined();
  expect(screen.queryByText('Ben')).toBeNull();
});

const named = (drawing: Element) => drawing.getAttribute('aria-label');

test('beside it stand the cards to come and, in a solo game, how far one is', () => {
  render(Aside, props({ view: example({ mode: 'solo' }) }));
  expect(screen.getByRole('img', { name: 'F tile' })).toBeDefined();
  expect(screen.getByText('1 of 3 scarabs covered')).toBeDefined();
  expect(screen.getByText('1 scarab is shut in: a1')).toBeDefined();
});

test('Y18, Y19: the tally gives areas to whoever closed them, and tells the bonus', () => {
  render(Tally, props({ moves: [] }));
  expect(screen.getByText('1 × 1 = 1')).toBeDefined();
  expect(screen.getByText('Bonus for scarabs left lying: 2')).toBeDefined();
  expect(screen.getByText('3 points')).toBeDefined();
});
