import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { remembered } from '../lib/fairMemory';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import type { WatchedTable } from '../lib/table.svelte';
import { FACE } from '../replay/made/face';
import { FAIR, framesOf } from '../replay/made/frames';
import { sittersAt } from '../replay/seen';
import type { GameShown, HappenedShown, PlaceShown, ResultShown, TableShown } from '../wire/messages';
import After from './After.svelte';

const TABLE = 'a'.repeat(22);
const NEXT = 'b'.repeat(22);
const RESULT: ResultShown = {
  points: [7, 9],
  ranks: [2, 1],
  winners: [1],
  why: 'scarab.why_no_scarab_left',
  objectives: [],
};

beforeEach(async () => {
  await loadWords('en');
  await loadWordsOf('play', 'scarab', 'marajoara');
  history.replaceState(null, '', `/table/${TABLE}`);
});
afterEach(cleanup);
afterEach(() => vi.unstubAllGlobals());

function place(seat: number, yours: boolean): PlaceShown {
  const rest = { level: null, nonce: null, nonce_hash: null, waits_for: null, for_you: false, left: null };
  return { kind: 'mine', name: `Seat ${seat}`, seat, yours, ...rest };
}

function house() {
  const answers = vi.fn<typeof fetch>((asked) => Promise.resolve(Response.json(answerTo(String(asked)))));
  vi.stubGlobal('fetch', answers);
  return answers;
}

function answerTo(asked: string): unknown {
  if (asked.includes('frames')) return framesOf(4);
  return asked.endsWith('fairness') ? FAIR : { table: NEXT, commitment: 'c0ffee' };
}

function shown(
  about: Partial<TableShown> = {},
  result = RESULT,
  seats = 2,
  happened: Partial<HappenedShown>[] = [],
): void {
  const sitters = sittersAt(framesOf(1), 0).slice(0, seats);
  render(After, {
    watched: { table: TABLE, happened } as unknown as WatchedTable,
    about: {
      game: 'scarab',
      places: [place(0, true), place(1, false)],
      next_table: null,
      broken: [],
      clock: { pace: 'none', seconds: 0, increment: 0 },
      ...about,
    } as TableShown,
    game: {
      view: framesOf(0).frames[0]?.view,
      points: result.points,
      result,
      you: null,
    } as unknown as GameShown,
    sitters,
    face: FACE,
  });
}

test('it says who won and why, with ranks and points', () => {
  house();
  shown();
  expect(screen.getByRole('heading', { name: 'Club player wins!' })).toBeTruthy();
  const standing = within(screen.getByRole('list', { name: 'Ranking' })).getAllByRole('listitem');
  expect(standing.map((line) => line.textContent.replace(/\s+/g, ' ').trim())).toEqual([
    '1 Rank 1: Club player 9 points',
    '2 Rank 2: Ann 7 points',
  ]);
  expect(screen.getAllByRole('status')[0]?.textContent).toBe(
    'Club player wins! No scarab is left on the board.',
  );
});

test('where somebody gave up, it says who, and marks them in the ranking', () => {
  house();
  const places: PlaceShown[] = [{ ...place(0, true), left: 'resign' }, place(1, false)];
  const result = { ...RESULT, why: 'table.why_resign' };
  shown({ places }, result, 2, [
    { deed: 'move', seat: 1 },
    { deed: 'resign', seat: 0 },
  ]);
  expect(screen.getByRole('heading', { name: 'Club player wins!' })).toBeTruthy();
  expect(screen.getAllByText('Ann gave up, and that ended the game.')).toHaveLength(1);
  const standing = within(screen.getByRole('list', { name: 'Ranking' })).getAllByRole('listitem');
  expect(standing[1]?.textContent.replace(/\s+/g, ' ')).toContain('Ann gave up 7 points');
});

test('a game for one has objectives and can be tried again', () => {
  house();
  const objectives = [
    { key: 'score', which: '50', met: false },
    { key: 'slot', which: '4', met: true },
  ];
  const result = { ...RESULT, points: [9], ranks: [1], winners: [], objectives };
  shown({ game: 'marajoara', places: [place(0, true)] }, result, 1);
  expect(screen.getByRole('heading', { name: 'Not this time, with 9 points.' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByText('Score at least 50 points').parentElement?.textContent).toContain('not met');
  expect(screen.queryByRole('list', { name: 'Ranking' })).toBeNull();
});

test('a rematch is asked for, its seal is remembered, and one goes there', async () => {
  const answers = house();
  shown();
  await fireEvent.click(screen.getByRole('button', { name: 'Rematch' }));
  await vi.waitFor(() => expect(location.pathname).toBe(`/table/${NEXT}`));
  const asked = answers.mock.calls.map(([path]) => path);
  expect(asked).toContain(`/api/tables/${TABLE}/rematch`);
  expect(remembered(NEXT)?.commitment).toBe('c0ffee');
});

test('whoever comes second joins the rematch, and spectators watch it', () => {
  house();
  shown({ next_table: NEXT });
  expect(screen.getByRole('button', { name: 'Join the rematch' })).toBeTruthy();
  shown({ next_table: NEXT, places: [place(0, false), place(1, false)] });
  const link = screen.getByRole('link', { name: 'Watch the rematch' });
  expect(link.getAttribute('href')).toBe(`/table/${NEXT}`);
});

test('a rematch that is refused says why', async () => {
  house();
  shown();
  const refusal = { error: { code: 'too_fast', values: {} } };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(refusal, { status: 429 })));
  await fireEvent.click(screen.getByRole('button', { name: 'Rematch' }));
  expect((await screen.findByRole('alert')).textContent).toContain('a little fast');
});

test('the game can be looked back at: curve, replay, log and link', async () => {
  house();
  const copied = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied } });
  shown();
  expect(await screen.findByRole('figure', { name: 'Points over the game' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Replay' }).getAttribute('href')).toBe(`/table/${TABLE}/replay`);
  expect(screen.getByRole('link', { name: 'Download the log' }).getAttribute('href')).toBe(
    `/api/tables/${TABLE}/log`,
  );
  await fireEvent.click(screen.getByRole('button', { name: 'Copy the link' }));
  expect(copied).toHaveBeenCalledWith(`${location.origin}/table/${TABLE}/replay`);
  expect(await screen.findByText('The link is copied.')).toBeTruthy();
});

test('who played need not ask whether the deal was fair; who watched may', async () => {
  house();
  shown();
  expect(await screen.findByText(/In order, by the house’s word alone/)).toBeTruthy();
  cleanup();
  shown({ places: [place(0, false), place(1, false)] });
  expect(screen.getByRole('button', { name: 'Check it' })).toBeTruthy();
});

test('starts that were broken off are told after the game, too', () => {
  house();
  shown({ broken: [{ at: 0, names: ['Ben'] }] });
  expect(
    screen.getByText(/the start was broken off. The part of Ben in the shuffle was missing/),
  ).toBeTruthy();
});
