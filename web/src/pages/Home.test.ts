import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GAMES } from '../games';
import { Refused, type Schemas } from '../lib/http';
import { house } from '../lib/made/house';
import { me } from '../lib/me.svelte';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import Home from './Home.svelte';

const TABLE = 't'.repeat(22);
const NONE = { tables: [] };
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
afterEach(() => vi.unstubAllGlobals());
afterEach(() => vi.useRealTimers());

test('a first visit asks for nothing that is refused, and one click plays', async () => {
  const asked = house({
    'GET /api/me': null,
    'GET /api/tables?status=open': NONE,
    'GET /api/tables?status=playing': NONE,
    'GET /api/me/tables': NONE,
    'POST /api/me': ANN,
    'POST /api/tables': { table: TABLE },
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
    'POST /api/tables': { table: TABLE },
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
    },
    'GET /api/tables?status=playing': { tables: [table('watched', { status: 'playing' })] },
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
  answers['GET /api/tables?status=open'] = { tables: [table('new')] };
  await vi.advanceTimersByTimeAsync(15_000);
  await screen.findByText('Join');
  answers['GET /api/tables?status=open'] = new Refused('store_refuses');
  dispatchEvent(new Event('focus'));
  await screen.findByText(/could not be refreshed/);
  expect(screen.getByText('Join')).toBeTruthy();
});
