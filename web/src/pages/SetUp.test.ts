import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { remembered } from '../lib/fairMemory';
import { Refused, type Schemas } from '../lib/http';
import { house } from '../lib/made/house';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import SetUp from './SetUp.svelte';

const TABLE = 't'.repeat(22);
const ANN = { id: 'ann', name: 'Ann' };
const GAMES: Schemas['GamesShown'] = {
  games: [
    {
      key: 'scarabya',
      rules: 1,
      options: [
        { key: 'mode', values: ['base', 'duel', 'solo'], needs: null, is_file: false },
        { key: 'boards', values: null, needs: null, is_file: true },
      ],
    },
  ],
  levels: ['beginner', 'master'],
};
const CHAIRS = 'POST /api/games/scarabya/chairs';
const ANSWERS = {
  'GET /api/games': GAMES,
  'GET /api/me': ANN,
  'POST /api/tables': { table: TABLE, commitment: 'c0ffee' },
};

beforeEach(async () => {
  await loadWords('en');
  await loadWordsOf('setup');
  history.replaceState(null, '', '/play/scarabya');
});
afterEach(cleanup);
afterEach(() => vi.unstubAllGlobals());

test('one click opens a table against a bot, and the seal that the house shows is remembered', async () => {
  const asked = house({ ...ANSWERS, [CHAIRS]: { sides: [[0, 1]] } });
  render(SetUp, { game: 'scarabya' });
  await fireEvent.click(await screen.findByRole('button', { name: 'Start the game' }));
  await waitFor(() => expect(location.pathname).toBe(`/table/${TABLE}`));
  expect(remembered(TABLE)?.commitment).toBe('c0ffee');
  expect(asked.at(-1)?.body).toEqual({
    game: 'scarabya',
    options: {},
    chairs: [{ kind: 'mine' }, { kind: 'bot', level: 'casual' }],
    clock: { pace: 'none', seconds: 0, increment: 0 },
    begins: 'drawn',
    listed: false,
    starts_when_full: true,
  });
});

test('options change how many may play, and what one had comes back', async () => {
  const answers: Record<string, unknown> = {
    ...ANSWERS,
    [CHAIRS]: {
      sides: [
        [0, 1],
        [0, 1, 2],
      ],
    },
  };
  const asked = house(answers);
  render(SetUp, { game: 'scarabya' });
  await fireEvent.click(await screen.findByRole('radio', { name: '3' }));
  expect(screen.getAllByText(/^Chair/)).toHaveLength(3);
  answers[CHAIRS] = { sides: [[0]] };
  await fireEvent.click(screen.getByRole('radio', { name: 'Solo, cover every scarab' }));
  await waitFor(() => expect(screen.getAllByText(/^Chair/)).toHaveLength(1));
  expect(asked.at(-1)?.body).toEqual({ options: { mode: 'solo' } });
  expect(screen.getByText('Alone, nobody hurries you.')).toBeTruthy();
  answers[CHAIRS] = {
    sides: [
      [0, 1],
      [0, 1, 2],
    ],
  };
  await fireEvent.click(screen.getByRole('radio', { name: /^Base game/ }));
  await waitFor(() => expect(screen.getAllByText(/^Chair/)).toHaveLength(3));
});

test('what the house says of a text of one’s own is told, and no table is opened with it', async () => {
  house({ ...ANSWERS, [CHAIRS]: new Refused('bad_option_text', { option: 'boards', most: 4000 }) });
  render(SetUp, { game: 'scarabya' });
  expect(await screen.findByText('The option Boards has at most 4,000 printable characters.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start the game' }).disabled).toBe(true);
});

test('a table for whoever comes is shown to all and waits', async () => {
  const asked = house({ ...ANSWERS, [CHAIRS]: { sides: [[0, 1]] } });
  render(SetUp, { game: 'scarabya' });
  await fireEvent.change(await screen.findByLabelText('Chair 2'), { target: { value: 'open' } });
  await fireEvent.click(screen.getByLabelText('Start by itself as soon as everybody is seated'));
  await fireEvent.click(screen.getByRole('radio', { name: '3 days a turn' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Open the table' }));
  await waitFor(() => expect(location.pathname).toBe(`/table/${TABLE}`));
  expect(asked.at(-1)?.body).toMatchObject({
    chairs: [{ kind: 'mine' }, { kind: 'open' }],
    clock: { pace: 'days', seconds: 259_200 },
    listed: true,
    starts_when_full: false,
  });
});

test('a game without a face here is not set up', async () => {
  house({});
  render(SetUp, { game: 'chess' });
  expect(await screen.findByText('Nothing buried here')).toBeTruthy();
});
