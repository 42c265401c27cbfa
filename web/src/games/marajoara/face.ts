/** Marajoara: terracotta, cream and black, dice that leap over dice. */
import type { Face } from '../face';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import './colours.css';
import Tally from './Tally.svelte';

export const face: Face = { Board, Aside, Tally };
