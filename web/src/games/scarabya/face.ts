import type { Face } from '../face';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import Tally from './Tally.svelte';

export const face: Face = { Board, Aside, Tally };
