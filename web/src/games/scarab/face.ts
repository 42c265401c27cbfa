/** SCARAB: lapis and gold, a priest who walks rows and columns. */
import type { Face } from '../face';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import Tally from './Tally.svelte';
import './colours.css';

export const face: Face = { Board, Aside, Tally };
