/** A site for tests: a tile of each seat, an area that the second closed, and a few scarabs. */
import type { ScarabyaView } from '../../wire/messages';

export function example(change: Partial<ScarabyaView> = {}): ScarabyaView {
  return {
    game: 'scarabya',
    mode: 'duel',
    rocks: ['c3'],
    scarabs: ['a1', 'e5', 'h8'],
    sites: [
      {
        tiles: [
          { tile: 'V', pose: 0, squares: ['e5', 'f5', 'g5', 'e6', 'e7'], seat: 0 },
          { tile: 'I', pose: 1, squares: ['b1', 'c1', 'd1', 'e1', 'f1'], seat: 1 },
          { tile: 'L', pose: 6, squares: ['a2', 'a3', 'a4', 'a5', 'b5'], seat: 1 },
        ],
        areas: [{ squares: ['a1'], scarabs: 1, points: 1, tile: 'L', seat: 1 }],
        discarded: [],
        has_chosen: false,
        chosen: null,
      },
    ],
    card: 'X',
    turned: ['V', 'I', 'L', 'X'],
    deck: ['F', 'Z'],
    order_known: false,
    bonus: [0, 2],
    ...change,
  };
}
