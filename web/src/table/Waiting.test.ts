import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Coming } from '../lib/coming.svelte';
import { remember } from '../lib/fairMemory';
import { Refused } from '../lib/http';
import { house } from '../lib/made/house';
import { go } from '../lib/router.svelte';
import type { WatchedTable } from '../lib/table.svelte';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import type { PlaceShown, TableShown } from '../wire/messages';
import { HOST, INVITED } from './made/places';
import Waiting from './Waiting.svelte';

const TABLE = 't'.repeat(22);
const ABOUT = {
  game: 'scarab',
  options: { teams: 'yes' },
  clock: { pace: 'live', seconds: 600, increment: 10 },
  begins: 'drawn',
  yours: false,
  removed: false,
  places: [HOST, INVITED],
  commitment: 'c0ffee',
  hides_nonces: true,
  status: 'open',
  show_until: null,
  broken: [],
  invitation: null,
} as unknown as TableShown;

beforeEach(async () => {
  await loadWords('en');
  await loadWordsOf('play', 'scarab');
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(cleanup);
afterEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

function shown(about: Partial<TableShown> = {}, search = ''): ReturnType<typeof vi.fn> {
  go(`/table/${TABLE}${search}`, { replace: true });
  const deed = vi.fn(() => Promise.resolve());
  render(Waiting, { watched: watchedBy(deed, { ...ABOUT, ...about }), about: { ...ABOUT, ...about } });
  return deed;
}

/** Return a table as a page watches it that has just heard of it. */
function watchedBy(deed: WatchedTable['do'], about: TableShown): WatchedTable {
  const coming = new Coming(TABLE, deed);
  coming.see(about);
  return { table: TABLE, here: null, busy: false, ahead: 0, do: deed, coming } as unknown as WatchedTable;
}

test('whoever has the link sits down under a name by one button', async () => {
  const asked = house({ 'GET /api/me': null, 'POST /api/me': { id: 'ben', name: 'Ben' } });
  const deed = shown({}, '?invitation=secret');
  expect(screen.getByText('Ann invites you to a game.')).toBeTruthy();
  await fireEvent.input(screen.getByLabelText('Your name'), { target: { value: 'Ben' } });
  await fireEvent.click(screen.getByRole('button', { name: 'Sit down' }));
  await waitFor(() => expect(deed).toHaveBeenCalled());
  expect(asked.at(-1)?.body).toEqual({ name: 'Ben' });
  expect(deed).toHaveBeenCalledWith({
    what: 'sit',
    chair: 1,
    invitation: 'secret',
    nonce_hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
});

test('everything that counts is known before the start', () => {
  shown();
  expect(screen.getByText('two teams of two')).toBeTruthy();
  expect(screen.getByText('10 min + 10 sec a turn')).toBeTruthy();
  expect(screen.getByText(/runs out of time leaves the game/)).toBeTruthy();
  expect(screen.getByText('drawn by lot')).toBeTruthy();
  expect(screen.getByText('c0ffee')).toBeTruthy();
});

test('without the invitation one may watch, and so at a full table', () => {
  shown();
  expect(screen.getByText(/for people with an invitation/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sit down' })).toBeNull();
  cleanup();
  shown({ places: [HOST, { ...INVITED, name: 'Ben' }] }, '?invitation=secret');
  expect(screen.getByText(/All chairs are taken. Stay and watch/)).toBeTruthy();
});

test('the owner sends the link on, and starts once all are there', async () => {
  const copied = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText: copied }, languages: ['en'] });
  const mine: PlaceShown = { ...HOST, yours: true };
  shown({ yours: true, invitation: 'secret', places: [mine, INVITED] });
  expect(screen.queryByRole('button', { name: 'Start the game' })).toBeNull();
  await fireEvent.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(copied).toHaveBeenCalledWith(`${location.origin}/table/${TABLE}?invitation=secret`);
  cleanup();
  const deed = shown({ yours: true, places: [mine, { ...INVITED, name: 'Ben' }] });
  await fireEvent.click(screen.getByRole('button', { name: 'Start the game' }));
  expect(deed).toHaveBeenCalledWith({ what: 'start' });
});

test('teams are told before one chooses a chair', async () => {
  house({
    'POST /api/games/scarab/chairs': { sides: [[0, 0, 1, 1]] },
    'GET /api/me': { id: 'b', name: 'Ben' },
  });
  const deed = shown({ places: [HOST, INVITED, INVITED, INVITED] }, '?invitation=secret');
  expect(await screen.findAllByText('Team 2')).toHaveLength(2);
  await fireEvent.click(screen.getAllByRole('button', { name: 'Sit here' })[1] as HTMLElement);
  await waitFor(() => expect(deed).toHaveBeenCalledWith(expect.objectContaining({ chair: 2 })));
});

test('who comes too late is told so', async () => {
  house({ 'GET /api/me': { id: 'b', name: 'Ben' } });
  const deed = shown({}, '?invitation=secret');
  deed.mockRejectedValueOnce(new Refused('chair_taken'));
  await fireEvent.click(screen.getByRole('button', { name: 'Sit down' }));
  expect(await screen.findByText(/This chair is taken/)).toBeTruthy();
});

test('the owner removes somebody, after a second thought', async () => {
  const mine: PlaceShown = { ...HOST, yours: true };
  const places = [
    mine,
    { ...INVITED, name: 'Ben' },
    { ...INVITED, kind: 'kept' as const, name: 'Cas' },
    INVITED,
  ];
  const deed = shown({ yours: true, places });
  const buttons = screen.getAllByRole('button', { name: /^Remove/ });
  expect(buttons.map((button) => button.textContent.replace(/\s+/g, ' ').trim())).toEqual(['Remove: Ben']);
  await fireEvent.click(buttons[0] as HTMLElement);
  const dialog = within(screen.getByRole('dialog', { name: 'Remove Ben from the table?' }));
  expect(dialog.getByText(/cannot sit down at this table again/)).toBeTruthy();
  await fireEvent.click(dialog.getByRole('button', { name: 'Let them stay' }));
  expect(deed).not.toHaveBeenCalled();
  await fireEvent.click(buttons[0] as HTMLElement);
  await fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(deed).toHaveBeenCalledWith({ what: 'remove', chair: 1 });
});

test('whoever takes the chair while the owner thinks is not asked about', async () => {
  const mine: PlaceShown = { ...HOST, yours: true };
  const at = (name: string) => ({ ...ABOUT, yours: true, places: [mine, { ...INVITED, name }] });
  const watched = watchedBy(vi.fn(), at('Ben'));
  const { rerender } = render(Waiting, { watched, about: at('Ben') });
  await fireEvent.click(screen.getByRole('button', { name: /^Remove/ }));
  expect(screen.getByRole('button', { name: 'Remove' })).toBeTruthy();
  await rerender({ about: at('Cas') });
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
});

test('nobody but the owner removes anybody', () => {
  shown({ places: [HOST, { ...INVITED, name: 'Ben', yours: true }, { ...INVITED, name: 'Cas' }] });
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});

test('who was removed reads so, and finds no chair here', () => {
  shown({ removed: true, places: [HOST, { ...INVITED, kind: 'open' }] }, '?invitation=secret');
  expect(screen.getByText(/The host has removed you from this table/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sit down' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Find another table' })).toBeTruthy();
});

// --- the parts of the shuffle

const ASKED = { show_until: 60_000 + Date.now() };
const ANN: PlaceShown = { ...HOST, nonce: 'shown' };
const BEN: PlaceShown = { ...INVITED, name: 'Ben', nonce: 'hidden' };

test('it says whose part is waited for, and how long, where that is a minute', () => {
  shown({ ...ASKED, yours: true, places: [{ ...ANN, yours: true }, BEN] });
  expect(screen.getByText(/^Waiting for Ben. The game starts as soon as their page is open/)).toBeTruthy();
  expect(screen.getByRole('timer').textContent).toMatch(/^(1:00|0:5\d) left; then the start is broken off.$/);
  expect(screen.queryByRole('button', { name: 'Start the game' })).toBeNull();
  cleanup();
  shown({ ...ASKED, clock: { pace: 'none', seconds: 0, increment: 0 }, places: [ANN, BEN] });
  expect(screen.getByText(/^Waiting for Ben/)).toBeTruthy();
  expect(screen.queryByRole('timer')).toBeNull();
});

test('who adds a part oneself right now is not told to wait for oneself', () => {
  remember(TABLE, 'c0ffee');
  shown({ ...ASKED, places: [ANN, { ...BEN, yours: true }] });
  expect(screen.getByText(/^Everybody is here. The game starts as soon as every page/)).toBeTruthy();
});

test('a start that was broken off is told to everybody, and waits for new parts', () => {
  const at = new Date();
  at.setHours(12, 3);
  const places: PlaceShown[] = [
    { ...HOST, yours: true, nonce: 'hidden' },
    { ...BEN, nonce: 'void' },
  ];
  remember(TABLE, 'c0ffee');
  shown({ yours: true, places, broken: [{ at: at.getTime(), names: ['Ben', 'Cas'] }] });
  const told = screen.getByText(
    /the start was broken off. The part of Ben and Cas in the shuffle was missing/,
  );
  expect(told.textContent).toContain('12:03');
  expect(screen.getByText(/^Waiting for Ben/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start the game' })).toBeNull();
});

test('who has not one’s part in this browser stands up and sits down again with a new one', async () => {
  const places: PlaceShown[] = [ANN, { ...BEN, yours: true }];
  const deed = shown({ places }, '?invitation=secret');
  expect(
    screen.getByText(/Your part of the shuffle is not in this browser.*sit down here again/),
  ).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Sit down again' }));
  await waitFor(() => expect(deed).toHaveBeenCalledTimes(2));
  expect(deed.mock.calls).toEqual([
    [{ what: 'stand' }],
    [expect.objectContaining({ what: 'sit', chair: 1, invitation: 'secret' })],
  ]);
});

test('who would not come back without the link is told to open it, and an owner not to lose the table', () => {
  shown({ places: [ANN, { ...BEN, yours: true }] });
  expect(screen.getByText(/open the link of the invitation here/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sit down again' })).toBeNull();
  cleanup();
  shown({ yours: true, places: [{ ...HOST, yours: true, nonce: 'hidden' }, BEN] });
  expect(screen.getByText(/close it and open a new one/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sit down again' })).toBeNull();
});

test('an owner whom the house has not seated by itself reads why, and sits down by a button', async () => {
  house({ 'GET /api/me': { id: 'a', name: 'Ann' } });
  const deed = vi.fn<WatchedTable['do']>(() => Promise.resolve());
  deed.mockRejectedValueOnce(new Refused('table_full'));
  const about = { ...ABOUT, yours: true, places: [{ ...HOST, name: null }, INVITED] };
  const watched = watchedBy(deed, about);
  render(Waiting, { watched, about });
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''));
  await fireEvent.click(screen.getByRole('button', { name: 'Sit down' }));
  await waitFor(() => expect(deed).toHaveBeenCalledTimes(2));
  const nonce_hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
  expect(deed.mock.calls[1]).toEqual([{ what: 'sit', chair: 0, invitation: '', nonce_hash }]);
});

test('who stands up makes another part next time', async () => {
  house({ 'GET /api/me': { id: 'b', name: 'Ben' } });
  const seed = remember(TABLE, 'c0ffee').seed;
  shown({ places: [HOST, { ...BEN, yours: true }, INVITED] });
  await fireEvent.click(screen.getByRole('button', { name: 'Stand up' }));
  expect(remember(TABLE, 'c0ffee').seed).not.toBe(seed);
});
