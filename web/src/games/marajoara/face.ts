/** Marajoara: terracotta, cream and black, dice that leap over dice. */
import type { Face } from '../face';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import './colours.css';
import Tally from './Tally.svelte';

export const face: Face = {
  Board,
  Aside,
  Tally,
  keys: [
    { press: ['arrows'], does: 'marajoara.page_key_arrows' },
    { press: ['N', 'P'], does: 'marajoara.page_key_next' },
    { press: ['tab'], does: 'marajoara.page_key_tab' },
  ],
};
