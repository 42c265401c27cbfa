import type { Face } from '../../games/face';
import Board from './Board.svelte';
import Nothing from './Nothing.svelte';

/** A face for tests of what stands around a board. */
export const FACE: Face = { Board, Aside: Nothing, Tally: Nothing, keys: [] };
