import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GAMES } from '../games';
import { filters } from '../home/filters.svelte';
import { PAGE } from '../home/listing.svelte';
import { Refused, type Schemas } from '../lib/http';
import { house } from '../lib/made/house';
import { me } from '../lib/me.svelte';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import Home from './Home.svelte';

const TABLE = 't'.repeat(22);
const NONE = { tables: [], next: null };
const ANN = { id: 'ann', name: 'Ann' };

function table(id: string, rest: Partial<Schemas['ListedTable']> = {}): Schemas['ListedTable'] {
  return {
    id,
    game: 'scarab',
    options: {},
    clock: { pace: 'none', seconds: 0, increment: 0 },
    places: [
      { kind: 'mine', level: null, name: 'Ann' },
      { kind: 'bot', level: 'club', name: null },
      { kind: 'open', level: null, name: null },
    ],
    status: 'open',
    touched: 0,
    your_turn: false,
    ...rest,
  };
}

beforeEach(async () => {
  await loadWords('en');
  await loadWordsOf('home', ...GAMES);
  history.replaceState(null, '', '/');
});
afterEach(cleanup);
afterEach(() => filters.reset());
afterEach(() => vi.unstubAllGlobals());
afterEach(() => vi.useRealTimers());

test('a first visit asks for nothing that is refused, and one click plays', async () => {
  const asked = house({
    'GET /api/me': null,
    'GET /api/tables?status=open': NONE,
    'GET /api/tables?status=playing': NONE,
    'GET /api/me/tables': NONE,
    'POST /api/me': ANN,
    'POST /api/tables': { table: TABLE, commitment: 'c0ffee' },
  });
  render(Home);
  await screen.findByText(/Nobody is looking for company/);
  expect(asked.map(({ path }) => path)).not.toContain('/api/me/tables');
  await fireEvent.click(screen.getByRole('button', { name: /Play against a bot.*SCARAB/ }));
  await waitFor(() => expect(location.pathname).toBe(`/table/${TABLE}`));
  const opened = asked.find(({ method, path }) => method === 'POST' && path === '/api/tables');
  expect(opened?.body).toMatchObject({
    game: 'scarab',
    chairs: [{ kind: 'mine' }, { kind: 'bot', level: 'casual' }],
    starts_when_full: true,
  });
});

test('friends are invited to as many chairs as one chooses', async () => {
  const asked = house({
    'GET /api/me': ANN,
    'GET /api/tables?status=open': NONE,
    'GET /api/tables?status=playing': NONE,
    'GET /api/me/tables': NONE,
    'POST /api/games/scarabya/chairs': { sides: [[0], [0, 1], [0, 1, 2]] },
    'POST /api/tables': { table: TABLE, commitment: 'c0ffee' },
  });
  render(Home);
  await fireEvent.click(screen.getByRole('button', { name: /Invite friends.*Scarabya/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite friends: Scarabya' }));
  expect(dialog.getAllByRole('radio').map((one) => one.parentElement?.textContent.trim())).toEqual([
    '2',
    '3',
  ]);
  await fireEvent.click(dialog.getByLabelText('3'));
  await fireEvent.click(dialog.getByRole('button', { name: 'Open the table' }));
  await waitFor(() => expect(location.pathname).toBe(`/table/${TABLE}`));
  const opened = asked.find(({ path }) => path === '/api/tables');
  expect(opened?.body).toMatchObject({
    chairs: [{ kind: 'mine' }, { kind: 'invited' }, { kind: 'invited' }],
    starts_when_full: true,
  });
});

test('a house that is away when friends are invited says so at the door', async () => {
  house({
    'GET /api/tables?status=open': NONE,
    'GET /api/tables?status=playing': NONE,
    'GET /api/me/tables': NONE,
    'POST /api/games/scarab/chairs': new Refused('store_refuses'),
  });
  render(Home);
  await fireEvent.click(screen.getByRole('button', { name: /Invite friends.*SCARAB/ }));
  expect(await screen.findByText(/cannot write at the moment/)).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: /Invite friends/ })).toBeNull();
});

test('own games come with whose turn it is; strangers’ tables with what is free', async () => {
  house({
    'GET /api/me': ANN,
    'GET /api/me/tables': {
      tables: [table('due', { status: 'playing', your_turn: true }), table('over', { status: 'over' })],
    },
    'GET /api/tables?status=open': {
      tables: [
        table('open', {
          options: { deflection: 'yes' },
          clock: { pace: 'days', seconds: 86_400, increment: 0 },
        }),
        table('faceless', { game: 'faceless' }),
      ],
      next: null,
    },
    'GET /api/tables?status=playing': { tables: [table('watched', { status: 'playing' })], next: null },
  });
  await me.look();
  render(Home);
  const links = async (title: string) => {
    const section = (await screen.findByRole('heading', { name: title })).closest('section');
    return within(section as HTMLElement)
      .getAllByRole('link')
      .map((link) => [link.getAttribute('href'), link.textContent.replace(/\s+/g, ' ').trim()]);
  };
  await screen.findByText('Join');
  expect(await links('Your games')).toEqual([
    ['/table/due', expect.stringContaining('Your turn')],
    ['/table/over', expect.stringContaining('Finished')],
  ]);
  expect(await links('Open tables')).toEqual([
    ['/table/open', 'SCARAB Ann, Club player and 1 free chair with deflection · 1 day a turn Join'],
  ]);
  expect(await links('In progress')).toEqual([['/table/watched', expect.stringContaining('Watch')]]);
});

test('lists are renewed while somebody looks; a house that is away is no drama', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answers: Record<string, unknown> = {
    'GET /api/me/tables': NONE,
    'GET /api/tables?status=open': NONE,
    'GET /api/tables?status=playing': NONE,
  };
  house(answers);
  render(Home);
  await screen.findByText(/Nobody is looking/);
  answers['GET /api/tables?status=open'] = { tables: [table('new')], next: null };
  await vi.advanceTimersByTimeAsync(15_000);
  await screen.findByText('Join');
  answers['GET /api/tables?status=open'] = new Refused('store_refuses');
  dispatchEvent(new Event('focus'));
  await screen.findByText(/could not be refreshed/);
  expect(screen.getByText('Join')).toBeTruthy();
});

/** Return tables with these numbers. */
function several(from: number, to: number): Schemas['ListedTable'][] {
  return Array.from({ length: to - from }, (_, number) => table(`t${from + number}`));
}

function joinLinks(): (string | null)[] {
  return screen
    .getAllByRole('link', { name: /Join$/ })
    .map((link) => link.getAttribute('href')?.replace('/table/', '') ?? null);
}

test('a long list comes page by page, and one reads on where the next begins', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const first = { tables: several(0, PAGE), next: 'spot' };
  const asked = house({
    'GET /api/me/tables': NONE,
    'GET /api/tables?status=open': first,
    'GET /api/tables?status=open&after=spot': { tables: several(PAGE - 1, PAGE + 5), next: null },
    'GET /api/tables?status=playing': NONE,
  });
  render(Home);
  await fireEvent.click(await screen.findByRole('button', { name: 'More open tables' }));
  await waitFor(() => expect(joinLinks()).toHaveLength(PAGE + 5));
  expect(new Set(joinLinks()).size).toBe(PAGE + 5);
  await waitFor(() => expect(document.activeElement?.getAttribute('href')).toBe(`/table/t${PAGE}`));
  expect(screen.queryByRole('button', { name: 'More open tables' })).toBeNull();
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(asked.slice(before).map(({ path }) => path)).toContain('/api/tables?status=open&after=spot');
  expect(joinLinks()).toHaveLength(PAGE + 5);
});

test('one looks for a game, a variant, a clock, chairs and a free one', async () => {
  const one = { tables: [table('fits')], next: null };
  const asked = house({
    'GET /api/me/tables': NONE,
    'GET /api/tables?status=open': { tables: several(0, 3), next: null },
    'GET /api/tables?status=playing': NONE,
    'GET /api/tables?status=open&game=scarab': one,
    'GET /api/tables?status=playing&game=scarab': NONE,
    'GET /api/games': {
      games: [{ key: 'scarab', rules: 1, options: [{ key: 'teams', values: ['no', 'yes'], needs: null }] }],
      levels: [],
    },
    'GET /api/tables?status=open&game=scarab&option=teams%3Ayes': one,
    'GET /api/tables?status=playing&game=scarab&option=teams%3Ayes': NONE,
    'GET /api/tables?status=open&game=scarabya': NONE,
    'GET /api/tables?status=playing&game=scarabya': NONE,
    'GET /api/tables?status=open&game=scarabya&pace=days': NONE,
    'GET /api/tables?status=playing&game=scarabya&pace=days': NONE,
    'GET /api/tables?status=open&game=scarabya&pace=days&chairs=3': NONE,
    'GET /api/tables?status=playing&game=scarabya&pace=days&chairs=3': NONE,
    'GET /api/tables?status=open&game=scarabya&pace=days&chairs=3&free=true': NONE,
  });
  const choose = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  render(Home);
  await screen.findByLabelText('Game');
  await choose('Game', 'scarab');
  await screen.findByText('1 open table is shown.');
  expect(joinLinks()).toEqual(['fits']);
  await screen.findByLabelText('Variant');
  await choose('Variant', 'teams:yes');
  await waitFor(() => expect(asked.at(-1)?.path).toContain('option=teams%3Ayes'));
  await choose('Game', 'scarabya');
  await screen.findByText('No table fits this filter.');
  await choose('Clock', 'days');
  await choose('Chairs', '3');
  await fireEvent.click(screen.getByLabelText('Only with a free chair for me'));
  await waitFor(() => expect(asked.some(({ path }) => path.endsWith('&chairs=3&free=true'))).toBe(true));
  await fireEvent.click(screen.getByRole('button', { name: 'Show all tables' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Game'));
  await waitFor(() => expect(joinLinks()).toEqual(['t0', 't1', 't2']));
});

test('pages that a filter leaves short are read on, but not for ever', async () => {
  const asked = house({
    'GET /api/me/tables': NONE,
    'GET /api/tables?status=open': { tables: [], next: 'a' },
    'GET /api/tables?status=open&after=a': { tables: [table('found')], next: 'a' },
    'GET /api/tables?status=playing': NONE,
  });
  render(Home);
  await screen.findByText('Join');
  expect(asked.filter(({ path }) => path.includes('status=open'))).toHaveLength(5);
  expect(screen.getByRole('button', { name: 'More open tables' })).toBeTruthy();
});

test('an answer that comes too late does not take the place of a newer one', async () => {
  const answers: Record<string, unknown> = {
    'GET /api/me/tables': NONE,
    'GET /api/tables?status=open': { tables: [table('any')], next: null },
    'GET /api/tables?status=playing': NONE,
    'GET /api/tables?status=playing&chairs=2': NONE,
    'GET /api/tables?status=open&chairs=2': { tables: [table('two')], next: null },
  };
  house(answers);
  render(Home);
  await screen.findByText('Join');
  const quick = fetch;
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path === '/api/tables?status=open') await held;
    return quick(path, init);
  });
  dispatchEvent(new Event('focus'));
  await fireEvent.change(screen.getByLabelText('Chairs'), { target: { value: '2' } });
  await waitFor(() => expect(joinLinks()).toEqual(['two']));
  letGo();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(joinLinks()).toEqual(['two']);
});
