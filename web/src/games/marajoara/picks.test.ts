import { describe, expect, test } from 'vitest';
import { stage, STAGE_NAMES, type StageName } from './made/stages';
import { picksOf, type Picks } from './picks.svelte';
import type { Thing } from './things';
import { waysOf } from './ways';

function picks(name: StageName): Picks {
  const { view, moves, seat } = stage(name);
  return picksOf(view, moves, seat);
}

/** Pick things one after the other; return the move that the last one makes. */
function picking(all: Picks, ...things: Thing[]): string | null {
  let made: string | null = null;
  for (const thing of things) {
    expect(made, `${thing} comes after a move`).toBeNull();
    made = all.pick(thing)?.text ?? null;
  }
  return made;
}

describe.each(STAGE_NAMES)('%s', (name) => {
  test('every legal move can be picked, in every way that it has', () => {
    const { moves } = stage(name);
    for (const move of moves) {
      for (const way of waysOf(move)) {
        const all = picks(name);
        const rest = way.things.filter((thing) => !all.chosen.has(thing));
        for (const thing of rest) {
          const twin = [thing, `${thing}#2`, `${thing}#3`].find((one) => all.lit.has(one));
          expect(twin, `${thing} of ${move.text}`).toBeDefined();
          all.pick(twin ?? '');
        }
        expect(all.complete, move.text).toContainEqual(move);
      }
    }
  });

  test('nothing but moves can be picked', () => {
    const all = picks(name);
    for (const thing of all.lit) {
      const one = picks(name);
      one.pick(thing);
      expect(one.open.length, thing).toBeGreaterThan(0);
    }
  });
});

test('a capture: the die, then where it lands', () => {
  const all = picks('turn');
  expect(picking(all, 'square:d5', 'square:d7')).toBe('capture d5 north');
});

test('another die may be taken up instead, or none', () => {
  const all = picks('turn');
  all.pick('square:d5');
  all.pick('square:a8');
  expect(all.order).toEqual(['square:a8']);
  all.pick('square:a8');
  expect(all.order).toEqual([]);
});

test('fieldwork begins with its button, so that a die is never shifted by mistake', () => {
  const all = picks('turn');
  all.pick('square:c3');
  expect(all.order).toEqual([]);
  expect(picking(all, 'button:shift', 'square:c3', 'square:c2')).toBe('shift c3 south');
});

test('a vase is picked twice, so that no slip of the finger exhibits it', () => {
  expect(picking(picks('after'), 'die:r4', 'die:r4')).toBe('exhibit r4');
  expect(picking(picks('after'), 'button:exhibit', 'die:r4')).toBe('exhibit r4');
});

test('restoring: the fragment or the dice first, and enough is enough', () => {
  expect(picking(picks('after'), 'die:b5', 'die:b4', 'fragment:6')).toBe('restore 6 b5 b4');
  expect(picking(picks('after'), 'fragment:6', 'die:b5', 'die:b4')).toBe('restore 6 b5 b4');
  const all = picks('after');
  picking(all, 'fragment:9', 'die:b5', 'die:b4');
  expect(all.complete.map(({ text }) => text)).toEqual(['restore 9 b5 b4 done']);
  expect(all.lit).toContain('die:b1');
});

test('funding: its button, a die, a way', () => {
  expect(picking(picks('after'), 'button:fund', 'die:b4', 'button:down')).toBe('fund b4 down');
});

test('paying: dice narrow the payments down', () => {
  const all = picks('pay');
  expect(picking(all, 'die:y6')).toBeNull();
  expect(all.open.map(({ text }) => text)).toEqual(['pay y6:2 y3:2', 'pay y6:4']);
  expect(all.complete.map(({ text }) => text)).toEqual(['pay y6:4']);
  all.back();
  expect(picking(all, 'die:y3', 'die:y6')).toBe('pay y3 y6:1');
});

test('raising: a tap for each point, in any order', () => {
  expect(picking(picks('raise_other'), 'die:b4', 'die:b4')).toBe('raise b4:2');
  expect(picking(picks('raise_other'), 'die:b1', 'die:r4')).toBe('raise r4 b1');
  expect(picking(picks('raise_own'), 'captured', 'captured')).toBe('raise captured');
});

test('raising: what comes to the same is the same', () => {
  expect(picking(picks('raise_other'), 'die:b5', 'die:b4')).toBe('raise b4:2');
});

test('raising: dice that are alike are told apart', () => {
  expect(picking(picks('twins'), 'die:y3', 'die:y3')).toBe('raise y3:2');
  expect(picking(picks('twins'), 'die:y3#2', 'die:y3')).toBe('raise y3 y3');
});

test('recycling: a die of the slate, then a square', () => {
  expect(picking(picks('recycle'), 'slate:g1', 'square:h2')).toBe('recycle g1 h2');
});

test('recycling: where all dice are alike, a square is enough', () => {
  const { view, moves, seat } = stage('recycle');
  const alike = moves.filter(({ text }) => text.startsWith('recycle g1'));
  expect(picking(picksOf(view, alike, seat), 'square:h2')).toBe('recycle g1 h2');
});

test('swapping with the cart: two dice in their order, two places in any', () => {
  expect(picking(picks('give'), 'die:y3', 'die:b1')).toBe('give y3 b1');
  expect(picking(picks('take'), 'cart:3', 'cart:1')).toBe('take 1 3');
});

test('two museums: things of the second have its number', () => {
  expect(picking(picks('six_store'), 'button:store:2')).toBe('store 2');
});

test('buttons are meant at once', () => {
  expect(picking(picks('after'), 'button:end')).toBe('end');
  expect(picking(picks('remove'), 'button:pass')).toBe('pass');
});
