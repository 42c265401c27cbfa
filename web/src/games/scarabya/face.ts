import type { Face } from '../face';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import Tally from './Tally.svelte';

export const face: Face = {
  Board,
  Aside,
  Tally,
  keys: [
    { press: ['arrows'], does: 'scarabya.page_key_arrows' },
    { press: ['N', 'P'], does: 'scarabya.page_key_next' },
    { press: ['R'], does: 'scarabya.page_key_turn' },
    { press: ['F'], does: 'scarabya.page_key_flip' },
  ],
};
