import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOST, INVITED } from '../table/made/places';
import type { PlaceShown, TableShown } from '../wire/messages';
import { Coming } from './coming.svelte';
import { remember, remembered } from './fairMemory';
import { Refused } from './http';
import { hashOf } from './sha256';
import type { Deed } from './socket';

const TABLE = 't'.repeat(22);
const OWN: PlaceShown = { ...HOST, yours: true, nonce: 'hidden' };
const FREE: PlaceShown = { ...HOST, name: null };

let run: ReturnType<typeof vi.fn<(deed: Deed) => Promise<void>>>;
let coming: Coming;

beforeEach(() => {
  run = vi.fn<(deed: Deed) => Promise<void>>(() => Promise.resolve());
  coming = new Coming(TABLE, run);
});
afterEach(() => {
  coming.close();
  vi.useRealTimers();
  localStorage.clear();
});

function table(places: PlaceShown[], about: Partial<TableShown> = {}): TableShown {
  return {
    game: 'scarab',
    options: {},
    begins: 'drawn',
    status: 'open',
    commitment: 'seal',
    yours: false,
    removed: false,
    hides_nonces: true,
    show_until: null,
    broken: [],
    places,
    ...about,
  } as unknown as TableShown;
}

const deeds = () => run.mock.calls.map(([{ what }]) => what);

test('whoever comes to a table of their own is seated, once, and nothing else is shown meanwhile', async () => {
  const about = table([FREE, INVITED], { yours: true });
  coming.see(about);
  expect(coming.isSitting).toBe(true);
  coming.see(about);
  await vi.waitFor(() => expect(coming.isSitting).toBe(false));
  coming.see(about);
  expect(deeds()).toEqual(['sit']);
  expect(remembered(TABLE)).toMatchObject({ commitment: 'seal', isDoubtful: false });
});

test('why one could not be seated is told, and nothing is tried again by itself', async () => {
  run.mockRejectedValue(new Refused('too_many_tables'));
  const about = table([FREE, INVITED], { yours: true });
  coming.see(about);
  await vi.waitFor(() => expect(coming.trouble).toBeInstanceOf(Refused));
  coming.see(about);
  expect(deeds()).toEqual(['sit']);
});

test('one’s part is shown as soon as it is asked for, and once', () => {
  remember(TABLE, 'seal');
  coming.see(table([OWN]));
  expect(deeds()).toEqual([]);
  coming.see(table([OWN], { show_until: 1 }));
  coming.see(table([OWN, INVITED], { show_until: 1 }));
  expect(deeds()).toEqual(['show_nonce']);
});

test('whoever comes back later shows it then', () => {
  remember(TABLE, 'seal');
  coming.see(table([OWN], { show_until: 1 }));
  expect(deeds()).toEqual(['show_nonce']);
});

test('after a start that was broken off a new part is made, and shown when it is asked for', () => {
  remember(TABLE, 'seal');
  coming.see(table([OWN], { show_until: 1 }));
  const broken = [{ at: 0, names: ['Ben'] }];
  coming.see(table([{ ...OWN, nonce: 'void' }], { broken }));
  coming.see(table([OWN], { broken }));
  coming.see(table([OWN], { broken, show_until: 2 }));
  expect(deeds()).toEqual(['show_nonce', 'renew_nonce', 'show_nonce']);
  const [, [renewed], [shown]] = run.mock.calls as [[Deed], [Deed], [Deed]];
  if (renewed.what !== 'renew_nonce' || shown.what !== 'show_nonce') throw new Error('other deeds');
  expect(hashOf(shown.nonce)).toBe(renewed.nonce_hash);
});

test('a house that is busy is asked again in a moment', async () => {
  vi.useFakeTimers();
  remember(TABLE, 'seal');
  run.mockRejectedValueOnce(new Refused('busy'));
  coming.see(table([OWN], { show_until: 1 }));
  await vi.advanceTimersByTimeAsync(3000);
  expect(deeds()).toEqual(['show_nonce', 'show_nonce']);
  expect(remembered(TABLE)?.isDoubtful).toBe(false);
});

test('a part that is not in this browser is lost, and another one counts', async () => {
  coming.see(table([OWN]));
  expect([coming.isLost, deeds()]).toEqual([true, []]);
  await coming.sitAgain(0, 'secret');
  expect(deeds()).toEqual(['stand', 'sit']);
  coming.see(table([OWN]));
  expect(coming.isLost).toBe(false);
});

test('a part that the house does not take is lost as well', async () => {
  remember(TABLE, 'seal');
  run.mockRejectedValueOnce(new Refused('nonce_differs'));
  coming.see(table([OWN], { show_until: 1 }));
  await vi.waitFor(() => expect(coming.isLost).toBe(true));
  expect(remembered(TABLE)?.isDoubtful).toBe(true);
  coming.see(table([{ ...OWN, nonce: 'void' }], { broken: [{ at: 0, names: ['Ann'] }] }));
  expect(coming.isLost).toBe(false);
});

test('whoever stands up at a table where they were expected is not seated again', async () => {
  const kept: PlaceShown = { ...FREE, kind: 'kept', for_you: true };
  remember(TABLE, 'seal');
  coming.see(table([HOST, { ...kept, name: 'Ben', yours: true, for_you: false }]));
  await coming.stand();
  coming.see(table([HOST, kept]));
  expect(deeds()).toEqual(['stand']);
});

test('whoever would stand up, but plays by now, remembers everything', async () => {
  const memory = remember(TABLE, 'seal');
  run.mockRejectedValueOnce(new Refused('game_has_started'));
  await expect(coming.stand()).rejects.toThrow('game_has_started');
  expect(remembered(TABLE)).toEqual(memory);
});
