import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FACES } from '../games';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import { FACE } from '../replay/made/face';
import { framesOf } from '../replay/made/frames';
import { address } from '../lib/router.svelte';
import type { Frames } from '../replay/source';
import Replay from './Replay.svelte';

const TABLE = 'a'.repeat(22);

beforeEach(async () => {
  await loadWords('en');
  await loadWordsOf('play', 'replay', 'scarab');
  vi.spyOn(FACES, 'scarab').mockResolvedValue({ face: FACE });
});
afterEach(cleanup);
afterEach(() => vi.restoreAllMocks());

function at(path: string): void {
  history.replaceState(null, '', path);
  address.path = location.pathname;
  address.search = location.search;
}

function answering(about: Partial<Frames> = {}) {
  const house = vi.fn<typeof fetch>((asked, init) => {
    const url = new URL(String(asked), location.href);
    const body = init?.body
      ? (JSON.parse(String(init.body)) as { start: number; seat: number | null })
      : null;
    const seat = body ? body.seat : url.searchParams.get('seat');
    const start = body?.start ?? Number(url.searchParams.get('start'));
    const seen = seat === null ? {} : { seat: Number(seat) };
    return Promise.resolve(Response.json(framesOf(4, start, 100, { ...about, ...seen })));
  });
  vi.stubGlobal('fetch', house);
  return house;
}

test('a game that is over is shown from its beginning, from any side', async () => {
  at(`/table/${TABLE}/replay`);
  answering();
  render(Replay, { table: TABLE });
  expect((await screen.findByTestId('board')).textContent).toBe('0:0 as 0 0 still');
  await fireEvent.change(screen.getByLabelText('As seen by'), { target: { value: '1' } });
  await vi.waitFor(() => expect(screen.getByTestId('board').textContent).toContain('as 1'));
  expect(location.search).toBe('?at=0&seat=1');
});

test('a link leads to its moment and side', async () => {
  at(`/table/${TABLE}/replay?at=3&seat=1`);
  answering();
  render(Replay, { table: TABLE });
  expect((await screen.findByTestId('board')).textContent).toContain('2:1 as 1');
});

test('a game that runs is shown from its present, from one’s own side, with a way back', async () => {
  at(`/table/${TABLE}/replay`);
  answering({ result: null, seats: [0] });
  render(Replay, { table: TABLE });
  expect((await screen.findByTestId('board')).textContent).toContain('2:2');
  expect(screen.queryByLabelText('As seen by')).toBeNull();
  expect(screen.getByRole('link', { name: 'Back to the table' }).getAttribute('href')).toBe(
    `/table/${TABLE}`,
  );
  expect(screen.queryByText('Was the deal fair?')).toBeNull();
});

test('a log is brought, shown, and another one asked for', async () => {
  at('/replay');
  const house = answering({ yours: [], seat: null });
  render(Replay, {});
  const file = new File(['digsite log 1\n'], 'game.dig', { type: 'text/plain' });
  await fireEvent.drop(window, { dataTransfer: { files: [file] } });
  expect((await screen.findByTestId('board')).textContent).toBe('0:0 as nobody 0 still');
  expect(house.mock.calls[0]?.[0]).toBe('/api/logs/frames');
  expect(JSON.parse(String(house.mock.calls[0]?.[1]?.body))).toMatchObject({
    log: 'digsite log 1\n',
    seat: null,
  });
  await fireEvent.click(screen.getByRole('button', { name: 'Another log' }));
  expect(screen.getByText('Choose a log')).toBeTruthy();
});

test('what is no log is refused in words, and one can try again', async () => {
  at('/replay');
  const refusal = { error: { code: 'log_format', values: { line: 1, expected: 'digsite log 1' } } };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(refusal, { status: 400 })));
  render(Replay, {});
  await fireEvent.drop(window, { dataTransfer: { files: [new File(['?'], 'x.txt')] } });
  expect((await screen.findByRole('alert')).textContent).toBe('');
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toContain('a log begins with'));
  expect(screen.getByText('Choose a log')).toBeTruthy();
});

test('a table that cannot be shown says why', async () => {
  at(`/table/${TABLE}/replay`);
  const refusal = { error: { code: 'unknown_table', values: {} } };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(refusal, { status: 404 })));
  render(Replay, { table: TABLE });
  expect(await screen.findByText(/There is no such table/)).toBeTruthy();
});

test('a game without a face in the browser says so', async () => {
  at(`/table/${TABLE}/replay`);
  answering({ game: 'senet' });
  render(Replay, { table: TABLE });
  expect(await screen.findByText(/cannot be shown in the browser yet/)).toBeTruthy();
});
