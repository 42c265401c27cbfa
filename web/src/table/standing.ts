/** What an open table is for whoever looks at it. */
import { listed, say } from '../lib/words.svelte';
import type { PlaceShown, TableShown } from '../wire/messages';

/** Tell whether nobody sits in a chair yet. */
export function isFree(place: PlaceShown): boolean {
  return place.kind !== 'bot' && place.name === null;
}

/** Return the chairs that one may take: one's own, kept for one, open, or with the invitation from the link. */
export function chairsFor(about: TableShown, invitation: string): number[] {
  const own = about.yours ? about.places.findIndex((place) => isFree(place) && place.kind === 'mine') : -1;
  if (own >= 0) return [own]; // with it one takes all of one's own
  const welcome = ({ kind, for_you }: PlaceShown) =>
    for_you || kind === 'open' || (kind === 'invited' && invitation !== '');
  const free = about.places.flatMap((place, chair) => (isFree(place) && welcome(place) ? [chair] : []));
  const kept = free.filter((chair) => about.places[chair]?.for_you);
  return kept.length ? kept : free;
}

/** Return the chairs whose people the owner may remove; nobody else could take one that is kept. */
export function removableAt(about: TableShown): number[] {
  const isRemovable = ({ kind, name, yours }: PlaceShown) => name !== null && !yours && kind !== 'kept';
  return about.yours ? about.places.flatMap((place, chair) => (isRemovable(place) ? [chair] : [])) : [];
}

export type Standing = 'owner' | 'seated' | 'removed' | 'welcome' | 'uninvited' | 'full';

/** Return what somebody is at a table that has not started. */
export function standingAt(about: TableShown, invitation: string): Standing {
  if (about.yours) return 'owner';
  if (about.places.some(({ yours }) => yours)) return 'seated';
  if (about.removed) return 'removed';
  if (chairsFor(about, invitation).length) return 'welcome';
  return about.places.some(isFree) ? 'uninvited' : 'full';
}

/** Return how many are missing before the game can start. */
export function missingAt(about: TableShown): number {
  return about.places.filter(isFree).length;
}

/** Return those whose parts of the shuffle are all that is missing. */
function lateAt(about: TableShown): PlaceShown[] {
  if (missingAt(about) > 0) return [];
  const isAsked = about.show_until !== null;
  return about.places.filter(({ nonce }) => nonce === 'void' || (nonce === 'hidden' && isAsked));
}

/** Tell whether whoever opened a table may start it. */
export function mayStart(about: TableShown): boolean {
  return about.yours && missingAt(about) === 0 && about.show_until === null && !lateAt(about).length;
}

/** Return what is said while the parts of some are waited for; one's own page is about to add its own. */
function waitingForParts(late: PlaceShown[]): string {
  const names = late.flatMap(({ name, yours }) => (name === null || yours ? [] : [name]));
  if (!names.length) return say('play.wait_starting');
  return say('play.wait_part', { n: names.length, names: listed(names) });
}

/** Return what somebody is told at a table that has not started. */
export function greeting(about: TableShown, standing: Standing): string {
  const n = missingAt(about);
  const late = lateAt(about);
  if (late.length && standing !== 'removed') return waitingForParts(late);
  switch (standing) {
    case 'owner':
      return n ? say('play.wait_missing', { n }) : say('play.wait_full_yours');
    case 'seated':
      return n ? say('play.wait_you_sit') : say('play.wait_full_seated');
    case 'removed':
      return say('play.wait_removed');
    case 'welcome':
      return welcome(about) ?? say('play.wait_missing', { n });
    case 'uninvited':
      return say('play.wait_by_invitation');
    case 'full':
      return say('play.wait_full');
  }
}

function welcome(about: TableShown): string | undefined {
  const host = about.places.find(({ kind, name }) => kind === 'mine' && name !== null);
  return host && say('play.wait_opened_by', { name: host.name });
}

/** Return the link that brings others here: with the invitation, for whoever has it and somebody to invite. */
export function linkTo(table: string, about: TableShown, invitation: string): string {
  const link = new URL(`/table/${table}`, location.href);
  const code = about.invitation ?? invitation;
  if (code && about.places.some(({ kind }) => kind === 'invited')) link.searchParams.set('invitation', code);
  return link.href;
}
