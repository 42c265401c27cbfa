/**
 * What on the table can be picked, each thing by a name.
 *
 * | name | thing |
 * |---|---|
 * | `square:d4` | a square of the site, with what is on it |
 * | `die:y3` | a die in one's own storage; `die:y3#2` is a second die like it, `die:2y3` is in the second museum |
 * | `captured` | the die that was captured just now |
 * | `fragment:=6` | a fragment of one's own workshop; `fragment:2:=6` in the second museum |
 * | `vase` | one's own last vase; `vase:2` in the second museum |
 * | `track:red` | a track |
 * | `cart:1` | a place of the cart, counted from the top |
 * | `slate:g1` | a die of the slate; `slate:g1#2` is a second die like it |
 * | `button:end` | what has no place on the table; its sentence is `page_do_` and its name |
 *
 * Whatever can be picked lies inside the board, so that nobody looks for it: site, own museum, tracks, cart, slate.
 * Beside it stand the other museums, the rounds and a mission's objectives.
 *
 * A component gets `lit` (what can be picked now), `chosen` (what is picked already) and `onpick`; where there is
 * no `onpick` it is a picture.
 */
import type { Museum } from '../../wire/messages';

export type Thing = string;
export type Fragment = Museum['restored'][number];
export type Colour = 'yellow' | 'red' | 'blue';

/** What every component that can be picked from is told. */
export interface Picking {
  lit?: ReadonlySet<Thing> | undefined;
  chosen?: ReadonlySet<Thing> | undefined;
  onpick?: ((thing: Thing) => void) | undefined;
}

export const CAPTURED: Thing = 'captured';
const SQUARE = 'square:';

export function squareThing(square: string): Thing {
  return `${SQUARE}${square}`;
}

/** Return the square that a thing is; null where it is none. */
export function squareIn(thing: Thing | undefined): string | null {
  return thing?.startsWith(SQUARE) ? thing.slice(SQUARE.length) : null;
}

/** Return the names of the dice of a storage place or of the slate: equal dice are told apart by their place. */
export function diceThings(dice: string[], where: 'die' | 'slate' = 'die'): Thing[] {
  return dice.map((die, place) => {
    const before = dice.slice(0, place).filter((other) => other === die).length;
    return before === 0 ? `${where}:${die}` : `${where}:${die}#${before + 1}`;
  });
}

/** Return the name of a fragment of one's first or second museum. */
export function fragmentThing(fragment: string, museum: 1 | 2 = 1): Thing {
  return museum === 1 ? `fragment:${fragment}` : `fragment:2:${fragment}`;
}

export function vaseThing(museum: 1 | 2 = 1): Thing {
  return museum === 1 ? 'vase' : 'vase:2';
}

export function trackThing(track: Colour): Thing {
  return `track:${track}`;
}

/** Return the name of a place of the cart, counted from 1. */
export function cartThing(place: number): Thing {
  return `cart:${place}`;
}

export function buttonThing(what: string): Thing {
  return `button:${what}`;
}

/** Return a thing as one of its kind: dice that are alike are one. */
export function kindOf(thing: Thing): Thing {
  return thing.replace(/#\d+$/, '');
}

/** Return a die as it looks, whichever museum it is in: `2y3` looks like `y3`. */
export function lookOf(die: string): string {
  return die.slice(-2);
}
