/** What this browser finds out about a deal by itself, from what it remembers: it believes no house. */
import type { Memory } from '../lib/fairMemory';
import { hashOf, sealOf } from '../lib/sha256';
import type { Fair } from './source';

/**
 * It fits; nothing is remembered; the part that was shown last did not come from here; or what does not fit: the
 * secret to its seal, the set-up to what was shown, one's own part of the shuffle to what it was, the others' parts to
 * what they had promised.
 */
export type Outcome =
  'fits' | 'unknown' | 'elsewhere' | 'wrong_seal' | 'wrong_set_up' | 'wrong_part' | 'wrong_others';

/** Return what comes of comparing what the house shows after a game with what was remembered before it. */
export function outcomeOf(fair: Fair, memory: Memory | null): Outcome {
  if (sealOf(fair.secret, fair.set_up) !== (memory?.commitment ?? fair.commitment)) return 'wrong_seal';
  if (!memory?.seats?.length) return 'unknown';
  if (memory.setUp && fair.set_up !== null && memory.setUp !== hashOf(fair.set_up)) return 'wrong_set_up';
  if (!memory.seats.every((seat) => fair.nonces[seat] === memory.nonce)) {
    return memory.isDoubtful ? 'elsewhere' : 'wrong_part';
  }
  const isKept = (hash: string | null, seat: number) =>
    hash === null || hashOf(fair.nonces[seat] ?? '') === hash;
  return memory.isDoubtful || (memory.promised ?? []).every(isKept) ? 'fits' : 'wrong_others';
}

/** Tell whether an outcome is a reason to warn others. */
export function isWrong(outcome: Outcome): boolean {
  return outcome.startsWith('wrong');
}
