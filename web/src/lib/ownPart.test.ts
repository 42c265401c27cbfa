import { afterEach, expect, test } from 'vitest';
import { HOST, INVITED } from '../table/made/places';
import type { PlaceShown, TableShown } from '../wire/messages';
import { note, remember, remembered } from './fairMemory';
import { noteStart, renewing, setUpText, showing, sittingDown, stepAt } from './ownPart';
import { hashOf, sealOf } from './sha256';

const TABLE = 't'.repeat(22);
const FREE: PlaceShown = { ...HOST, name: null };
const OWN: PlaceShown = { ...HOST, yours: true, nonce_hash: 'aa' };
const BROKEN = [{ at: 0, names: ['Ben'] }];

afterEach(() => localStorage.clear());

function table(about: Partial<TableShown> = {}): TableShown {
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
    places: [],
    ...about,
  } as unknown as TableShown;
}

test('a set-up is sealed as the house seals it', () => {
  const bot: PlaceShown = { ...INVITED, kind: 'bot', level: 'club' };
  const options = { mode: 'base', boards: 'board A\nSSS..\n', order: 'IUF' };
  const text = setUpText(table({ game: 'scarabya', options, places: [OWN, bot, INVITED] }));
  expect(text).toBe(
    'game scarabya\noption mode base\noption boards\n| board A\n| SSS..\noption order IUF\n' +
      'where server\nbegins drawn\nchair 0 person\nchair 1 bot club\nchair 2 person\n',
  );
  const secret = Array.from({ length: 32 }, (_, byte) => byte.toString(16).padStart(2, '0')).join('');
  // As digsite.table.settled computes it.
  expect(sealOf(secret, text)).toBe('b1518c702409da9b0b13c4e06b4f07106f9b782a273906b16788b146c8a018fb');
});

test('one sits down by oneself in a chair of one’s own, and where one has asked to come', () => {
  expect(stepAt(TABLE, table({ yours: true, places: [INVITED, FREE] }))).toEqual({ what: 'sit', chair: 1 });
  expect(stepAt(TABLE, table({ places: [FREE, INVITED] }))).toBeNull();
  const kept: PlaceShown = { ...FREE, kind: 'kept', for_you: true };
  expect(stepAt(TABLE, table({ places: [HOST, kept] }))).toBeNull();
  remember(TABLE, 'seal');
  expect(stepAt(TABLE, table({ places: [HOST, kept] }))).toEqual({ what: 'sit', chair: 1 });
  expect(stepAt(TABLE, table({ status: 'gone', places: [HOST, kept] }))).toBeNull();
});

test('a part is shown when it is asked for, and made anew when it is void', () => {
  const hidden: PlaceShown[] = [{ ...OWN, nonce: 'hidden' }];
  remember(TABLE, 'seal');
  expect(stepAt(TABLE, table({ places: hidden }))).toBeNull();
  expect(stepAt(TABLE, table({ places: hidden, show_until: 1 }))).toEqual({ what: 'show_nonce' });
  expect(stepAt(TABLE, table({ places: [{ ...OWN, nonce: 'void' }] }))).toEqual({ what: 'renew_nonce' });
  expect(stepAt(TABLE, table({ places: [{ ...OWN, nonce: 'shown' }], show_until: 1 }))).toBeNull();
});

test('a part is not shown before everybody has promised theirs', () => {
  remember(TABLE, 'seal');
  const own: PlaceShown = { ...OWN, nonce: 'hidden', nonce_hash: 'aa' };
  const ben: PlaceShown = { ...HOST, nonce: 'hidden', nonce_hash: null };
  const bot: PlaceShown = { ...INVITED, kind: 'bot', level: 'club' };
  expect(stepAt(TABLE, table({ places: [own, ben, bot], show_until: 1 }))).toBeNull();
  const places = [own, { ...ben, nonce_hash: 'bb' }, bot];
  expect(stepAt(TABLE, table({ places, show_until: 1 }))).toEqual({ what: 'show_nonce' });
  showing(TABLE, table({ places, show_until: 1 }));
  expect(remembered(TABLE)?.hashes).toEqual(['aa', 'bb', null]);
  const seated = places.map((place, chair) => ({ ...place, seat: [1, 2, 0][chair] ?? null }));
  noteStart(TABLE, table({ places: seated, status: 'playing' }));
  expect(remembered(TABLE)?.promised).toEqual([null, 'aa', 'bb']);
});

test('a part that was shown is never used again, also where the house says that nothing was broken off', () => {
  const first = sittingDown(TABLE, table(), 0);
  showing(TABLE, table());
  const again = renewing(TABLE, table());
  if (first.what !== 'sit' || again.what !== 'renew_nonce') throw new Error('other deeds');
  expect(again.nonce_hash).not.toBe(first.nonce_hash);
});

test('what is not in this browser cannot be shown from it', () => {
  expect(stepAt(TABLE, table({ places: [{ ...OWN, nonce: 'hidden' }], show_until: 1 }))).toBeNull();
});

test('where parts are hidden, the nonce goes nowhere before it is asked for', () => {
  const about = table({ places: [FREE] });
  const sit = sittingDown(TABLE, about, 0, 'secret');
  expect(sit).toEqual({
    what: 'sit',
    chair: 0,
    invitation: 'secret',
    nonce_hash: expect.any(String) as string,
  });
  expect(remembered(TABLE)).toMatchObject({ commitment: 'seal', setUp: hashOf(setUpText(about)) });
  expect(remembered(TABLE)?.nonce).toBeUndefined();
  const show = showing(TABLE, about);
  if (sit.what !== 'sit' || show.what !== 'show_nonce') throw new Error('other deeds');
  expect(hashOf(show.nonce)).toBe(sit.nonce_hash);
  expect(remembered(TABLE)).toMatchObject({ nonce: show.nonce, round: 0 });
});

test('where they are not, it is brought along', () => {
  const sit = sittingDown(TABLE, table({ hides_nonces: false, places: [FREE] }), 0);
  const nonce = remembered(TABLE)?.nonce;
  expect(nonce).toMatch(/^[0-9a-f]{24}$/);
  expect(sit).toEqual({ what: 'sit', chair: 0, invitation: '', nonce });
});

test('every start has another nonce, the same in all tabs', () => {
  const first = sittingDown(TABLE, table(), 0);
  const again = renewing(TABLE, table({ broken: BROKEN }));
  if (first.what !== 'sit' || again.what !== 'renew_nonce') throw new Error('other deeds');
  expect(again.nonce_hash).not.toBe(first.nonce_hash);
  expect(renewing(TABLE, table({ broken: BROKEN }))).toEqual(again);
  const show = showing(TABLE, table({ broken: BROKEN }));
  expect(show.what === 'show_nonce' && hashOf(show.nonce)).toBe(again.nonce_hash);
});

test('one’s own seats are noted once the game has started', () => {
  remember(TABLE, 'seal');
  note(TABLE, { nonce: 'sand', round: 0 });
  const places = [
    { ...HOST, seat: 1 },
    { ...OWN, seat: 0 },
    { ...OWN, seat: 2 },
  ];
  noteStart(TABLE, table({ places }));
  expect(remembered(TABLE)?.seats).toBeUndefined();
  noteStart(TABLE, table({ places, status: 'playing' }));
  expect(remembered(TABLE)).toMatchObject({ seats: [0, 2], isDoubtful: false });
  noteStart(TABLE, table({ places: [{ ...OWN, seat: 3 }], status: 'over' }));
  expect(remembered(TABLE)?.seats).toEqual([0, 2]);
});

test('a nonce of a start that was broken off is not held against the house', () => {
  remember(TABLE, 'seal');
  note(TABLE, { nonce: 'sand', round: 0 });
  noteStart(TABLE, table({ places: [{ ...OWN, seat: 0 }], status: 'over', broken: BROKEN }));
  expect(remembered(TABLE)?.isDoubtful).toBe(true);
});
