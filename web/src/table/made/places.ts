/** Chairs in tests. */
import type { PlaceShown } from '../../wire/messages';

/** A chair that nobody sits in, for those with the invitation. */
export const INVITED: PlaceShown = {
  kind: 'invited',
  level: null,
  name: null,
  yours: false,
  nonce: null,
  nonce_hash: null,
  waits_for: null,
  for_you: false,
  seat: null,
  left: null,
};
/** The chair of Ann, who opened the table. */
export const HOST: PlaceShown = { ...INVITED, kind: 'mine', name: 'Ann', nonce_hash: 'aa' };
