/** SCARAB: lapis and gold, a priest who walks rows and columns. */
import type { Face } from '../face';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import Tally from './Tally.svelte';
import './colours.css';

export const face: Face = {
  Board,
  Aside,
  Tally,
  keys: [
    { press: ['arrows'], does: 'scarab.page_key_arrows' },
    { press: ['N', 'P'], does: 'scarab.page_key_next' },
    { press: ['R'], does: 'scarab.page_key_way' },
  ],
};
