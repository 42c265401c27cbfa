import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { note, remember } from '../lib/fairMemory';
import { Refused } from '../lib/http';
import { hashOf, sealOf } from '../lib/sha256';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import Fairness from './Fairness.svelte';
import { FAIR, framesOf } from './made/frames';
import { sittersAt } from './seen';
import type { Fair } from './source';

const TABLE = 't'.repeat(22);
const SITTERS = () => sittersAt(framesOf(1), 0);
const SET_UP = 'game scarab\nwhere server\nbegins drawn\nchair 0 person\nchair 1 bot club\n';
const SEALED: Fair = { ...FAIR, set_up: SET_UP, commitment: sealOf(FAIR.secret, SET_UP) };
const OTHER = 'ff'.repeat(32);

beforeEach(async () => {
  await loadWords('en');
  await loadWordsOf('play');
});
afterEach(cleanup);
afterEach(() => localStorage.clear());

async function checked(check: () => Promise<Fair>): Promise<void> {
  render(Fairness, { check, sitters: SITTERS() });
  await fireEvent.click(screen.getByRole('button', { name: 'Check it' }));
}

/** Show the panel to somebody who has played in the first seat, in this browser. */
function shown(fair: Fair): void {
  remember(TABLE, SEALED.commitment);
  note(TABLE, { setUp: hashOf(SET_UP), nonce: 'abc', round: 0, seats: [0] });
  render(Fairness, { check: () => Promise.resolve(fair), sitters: SITTERS(), table: TABLE });
}

async function warned(what: RegExp): Promise<void> {
  expect((await screen.findByRole('alert')).textContent).toMatch(what);
  expect(screen.getByText('This does not fit!')).toBeTruthy();
  expect(screen.getByText(/Download the log and keep it, and tell those you played with/)).toBeTruthy();
  const log = screen.getByRole('link', { name: 'Download the log' });
  expect(log.getAttribute('href')).toBe(`/api/tables/${TABLE}/log`);
  expect(screen.queryByText(/everything fits|In order/)).toBeNull();
}

test('a browser that remembers checks by itself, and says that everything fits', async () => {
  shown(SEALED);
  expect(await screen.findByText('Checked by your browser: everything fits.')).toBeTruthy();
  expect(screen.getByText(/your browser kept the seal from before you sat down/)).toBeTruthy();
  expect(screen.getByText(/Your part of the shuffle is in it/)).toBeTruthy();
  expect(screen.getByText(/12 moves were played again/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Check it' })).toBeNull();
});

test('a house that changes its secret and its seal is caught', async () => {
  shown({ ...SEALED, secret: OTHER, commitment: sealOf(OTHER, SET_UP) });
  await warned(/shows another secret, or other rules of play/);
});

test('a house that changes the set-up is caught', async () => {
  const set_up = SET_UP.replace('drawn', 'first');
  shown({ ...SEALED, set_up, commitment: sealOf(SEALED.secret, set_up) });
  await warned(/shows another secret, or other rules of play/);
});

test('a house that sealed the secret alone, and not what is played, is caught', async () => {
  shown({ ...SEALED, set_up: null, commitment: sealOf(SEALED.secret, null) });
  await warned(/shows another secret, or other rules of play/);
});

test('a house that had sealed another set-up than it showed is caught', async () => {
  remember(TABLE, SEALED.commitment);
  note(TABLE, { setUp: hashOf('game scarab\n'), nonce: 'abc', seats: [0] });
  render(Fairness, { check: () => Promise.resolve(SEALED), sitters: SITTERS(), table: TABLE });
  await warned(/is not the game that it showed when you sat down/);
});

test('a house that swaps one’s part, or its seat, is caught', async () => {
  shown({ ...SEALED, nonces: ['abd', ''] });
  await warned(/Your part of the shuffle was exchanged/);
  cleanup();
  shown({ ...SEALED, nonces: ['', 'abc'] });
  await warned(/Your part of the shuffle was exchanged/);
});

test('somebody whose part is not the one that was promised is caught', async () => {
  remember(TABLE, SEALED.commitment);
  const memory = { setUp: hashOf(SET_UP), nonce: 'abc', round: 0, seats: [0] };
  note(TABLE, { ...memory, promised: [hashOf('abc'), hashOf('another')] });
  render(Fairness, { check: () => Promise.resolve(SEALED), sitters: SITTERS(), table: TABLE });
  await warned(/is not the one that was sealed before you showed yours/);
});

test('where another device may have added the part, that is said, and nobody is accused', async () => {
  remember(TABLE, SEALED.commitment);
  note(TABLE, { setUp: hashOf(SET_UP), seats: [0], isDoubtful: true });
  render(Fairness, { check: () => Promise.resolve(SEALED), sitters: SITTERS(), table: TABLE });
  expect(await screen.findByText(/your part of the shuffle is not from this browser/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a browser that remembers nothing says that it has the house’s word alone, with the numbers', async () => {
  await checked(() => Promise.resolve(SEALED));
  expect(await screen.findByText('In order, by the house’s word alone.')).toBeTruthy();
  expect(screen.queryByText(/Checked by your browser/)).toBeNull();
  expect(screen.getByText(/12 moves were played again/)).toBeTruthy();
  expect(screen.getByText(/3 cards drawn/)).toBeTruthy();
  for (const text of [SEALED.secret, SEALED.commitment, 'abc', 'none'])
    expect(screen.getByText(text)).toBeTruthy();
});

test('games of the first kind sealed their secret alone', async () => {
  await checked(() => Promise.resolve(FAIR));
  expect(await screen.findByText('In order, by the house’s word alone.')).toBeTruthy();
});

test('a refusal of the house says where it does not add up', async () => {
  await checked(() => Promise.reject(new Refused('log_secret', { line: 9 })));
  expect(await screen.findByText(/Line 9/)).toBeTruthy();
  expect(screen.getByText('This does not fit!')).toBeTruthy();
});

test('a secret that does not fit is found by the browser itself', async () => {
  await checked(() => Promise.resolve({ ...FAIR, commitment: 'f'.repeat(64) }));
  expect(await screen.findByText('This does not fit!')).toBeTruthy();
});

test('a house that is away casts no doubt on the game, and can be asked again', async () => {
  await checked(() => Promise.reject(new Refused('house_away')));
  expect(await screen.findByText(/does not answer at the moment/)).toBeTruthy();
  expect(screen.queryByText(/This does not fit/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Check it' })).toBeTruthy();
});
