/** One's own part of the shuffle: what a page says by itself before a game, so that nobody can choose the deal. */
import type { TableShown } from '../wire/messages';
import { note, remember, remembered, type Memory } from './fairMemory';
import { newKey } from './key';
import { hashOf } from './sha256';
import type { Deed } from './socket';

/** What a page does without being asked by anybody: sit down at a table of one's own, show its nonce, bring a new one. */
export type Step = { what: 'sit'; chair: number } | { what: 'show_nonce' | 'renew_nonce' };

const NONCE_DIGITS = 24;

/** Return what is to be done by itself at a table that has not started. */
export function stepAt(table: string, about: TableShown): Step | null {
  if (about.status !== 'open') return null;
  const own = about.places.find(({ yours }) => yours);
  if (!own) return sittingAt(table, about);
  if (own.nonce === 'void') return { what: 'renew_nonce' };
  const isAsked = own.nonce === 'hidden' && about.show_until !== null;
  return isAsked && allHavePromised(about) && remembered(table) ? { what: 'show_nonce' } : null;
}

/** Tell whether everybody has shown a hash: whoever has not could still choose a nonce that suits them. */
function allHavePromised({ places }: TableShown): boolean {
  return places.every(({ kind, nonce_hash }) => kind === 'bot' || nonce_hash !== null);
}

/** A chair of one's own is taken by itself, and one that is kept at a table to which one has asked to come. */
function sittingAt(table: string, about: TableShown): Step | null {
  const comes = remembered(table) !== null;
  const chair = about.places.findIndex(
    ({ kind, name, for_you }) =>
      name === null && ((kind === 'mine' && about.yours) || (for_you && comes && !about.removed)),
  );
  return chair < 0 ? null : { what: 'sit', chair };
}

/** Return the deed of sitting down; the seal that is shown now is remembered first, then the nonce is made. */
export function sittingDown(table: string, about: TableShown, chair: number, invitation = ''): Deed {
  const nonce = nonceOf(unshown(table, about), about);
  note(table, { setUp: hashOf(setUpText(about)) });
  if (about.hides_nonces) return { what: 'sit', chair, invitation, nonce_hash: hashOf(nonce) };
  noteShown(table, about, nonce);
  return { what: 'sit', chair, invitation, nonce };
}

/** Return the deed of showing one's nonce. */
export function showing(table: string, about: TableShown): Deed {
  const nonce = nonceOf(remember(table, about.commitment), about);
  noteShown(table, about, nonce);
  note(table, { hashes: about.places.map(({ nonce_hash }) => nonce_hash) });
  return { what: 'show_nonce', nonce };
}

/** Return the deed of bringing a new nonce, after a start that was broken off. */
export function renewing(table: string, about: TableShown): Deed {
  const memory = unshown(table, about);
  note(table, { setUp: hashOf(setUpText(about)) });
  return { what: 'renew_nonce', nonce_hash: hashOf(nonceOf(memory, about)) };
}

/** Note, once a game has started, which seats are one's own, and whether another nonce was shown last from here. */
export function noteStart(table: string, about: TableShown): void {
  if (about.status !== 'playing' && about.status !== 'over') return;
  const memory = remembered(table);
  const seats = about.places.flatMap(({ yours, seat }) => (yours && seat !== null ? [seat] : []));
  if (!memory || memory.seats || !seats.length) return;
  const isDoubtful = memory.isDoubtful === true || memory.round !== about.broken.length;
  note(table, { seats, isDoubtful, promised: promisedBySeats(memory, about) });
}

function promisedBySeats({ hashes }: Memory, { places }: TableShown): (string | null)[] {
  const promised: (string | null)[] = places.map(() => null);
  places.forEach(({ seat }, chair) => {
    if (seat !== null) promised[seat] = hashes?.[chair] ?? null;
  });
  return promised;
}

/** Return what one's next nonce is made of: one that was shown is hidden from nobody, whatever the house says. */
function unshown(table: string, about: TableShown): Memory {
  const memory = remember(table, about.commitment);
  const isShown = memory.nonce !== undefined && memory.round === about.broken.length;
  if (!about.hides_nonces || !isShown) return memory;
  note(table, { seed: newKey() + newKey(), round: -1 }); // as if none had been shown yet
  return remembered(table) ?? memory;
}

/** Each start has a nonce of its own: others may know the one of a start that was broken off. */
function nonceOf({ seed }: Memory, about: TableShown): string {
  return hashOf(`${seed} ${about.broken.length}`).slice(0, NONCE_DIGITS);
}

function noteShown(table: string, about: TableShown, nonce: string): void {
  note(table, { nonce, round: about.broken.length });
}

/** Return a set-up as the seal of the house covers it (docs/fair.md). */
export function setUpText({ game, options, begins, places }: TableShown): string {
  const chosen = Object.entries(options).map(([key, value]) => `option ${optionText(key, value)}`);
  const chairs = places.map(
    ({ kind, level }, chair) => `chair ${chair} ${kind === 'bot' ? `bot ${level}` : 'person'}`,
  );
  return [`game ${game}`, ...chosen, 'where server', `begins ${begins}`, ...chairs]
    .map((line) => `${line}\n`)
    .join('');
}

/** A text of several lines is told line by line. */
function optionText(key: string, value: string): string {
  if (!value.includes('\n')) return `${key} ${value}`;
  const lines = value.replace(/\n$/, '').split('\n');
  return [key, ...lines.map((line) => `| ${line}`)].join('\n');
}
