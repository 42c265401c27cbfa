/** Raises that come to the same: the house names one of them, people may tap any. */
import type { Museum } from '../../wire/messages';
import { diceThings, type Thing } from './things';
import type { Way } from './ways';

const HIGHEST = 6;

/** Return the ways of a raise by which the same faces come about: 5 and 4 raised by one each, or the 4 by two. */
export function alike(way: Way, museums: Museum[]): Way[] {
  const colour = museums
    .flatMap((museum) => [museum.yellow, museum.red, museum.blue])
    .find((dice) => way.things.every((thing) => diceThings(dice).includes(thing)));
  if (!way.move.text.startsWith('raise') || !colour) return [way];
  const things = diceThings(colour);
  const outcome = facesAfter(colour, things, way.things);
  if (outcome.some((face) => face > HIGHEST)) return [way]; // past six dice turn: that is for the house to say
  return shares(things, way.things.length)
    .filter((share) => String(facesAfter(colour, things, share)) === String(outcome))
    .map((share) => ({ ...way, things: share }));
}

function facesAfter(dice: string[], things: Thing[], share: Thing[]): number[] {
  return dice
    .map((die, place) => Number(die.at(-1)) + share.filter((thing) => thing === things[place]).length)
    .sort((a, b) => a - b);
}

/** Return all ways to share out so many points over some dice. */
function shares(things: Thing[], points: number): Thing[][] {
  if (points === 0) return [[]];
  return things.flatMap((thing, place) =>
    shares(things.slice(place), points - 1).map((share) => [thing, ...share]),
  );
}
