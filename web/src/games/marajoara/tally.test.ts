import { beforeAll, expect, test } from 'vitest';
import { loadWords, loadWordsOf } from '../../lib/words.svelte';
import type { MarajoaraView, TallyLine } from '../../wire/messages';
import { stage } from './made/stages';
import { sumsOf, tiesOf } from './tally';

beforeAll(async () => {
  await loadWords('en');
  await loadWordsOf('marajoara');
});

/** Return a table for two at its end. */
function ended(first: TallyLine[], second: TallyLine[], known: Partial<MarajoaraView> = {}): MarajoaraView {
  const { view } = stage('after');
  const [one, two] = view.seats;
  if (!one || !two) throw new Error('a table for two');
  return {
    ...view,
    seats: [
      { ...one, tally: first },
      { ...two, tally: second },
    ],
    ...known,
  };
}

function lines(view: MarajoaraView, points: number[], seat = 0): [string, number][] {
  const sum = sumsOf(view, points).find((one) => one.seat === seat);
  return (sum?.lines ?? []).map(({ why, n }) => [why, n]);
}

test('M26, M27: what was won on the way comes first, then what the end brings, and why', () => {
  const view = ended(
    [
      { key: 'vases', n: 7 },
      { key: 'fragments', n: 7 },
    ],
    [],
  );
  expect(lines(view, [26, 7])).toEqual([
    ['In the course of the game', 12],
    ['Most vases: place 1, with 2', 7],
    ['Most fragments: place 1, with 2', 7],
  ]);
  expect(lines(view, [26, 7], 1)).toEqual([['In the course of the game', 7]]);
});

test('M26: the ends of the tracks tell who was first, and for how much', () => {
  const view = ended(
    [
      { key: 'red_end', n: 2 },
      { key: 'blue_end', n: 4 },
      { key: 'yellow_end', n: 6 },
    ],
    [],
  );
  const arrived: Record<string, number[]> = { yellow: [1, 0], red: [1, 0], blue: [0] };
  view.tracks = view.tracks.map((track) => ({ ...track, ends: arrived[track.name] ?? [] }));
  expect(lines(view, [12, 0]).slice(1)).toEqual([
    ['Second at the end of the red track: 1 for each of 2 vases', 2],
    ['First at the end of the blue track: 2 for each of 2 fragments', 4],
    ['Second at the end of the yellow track', 6],
  ]);
});

test('M27: a majority that is shared says so', () => {
  const view = ended([{ key: 'vases', n: 6 }], [{ key: 'vases', n: 6 }]);
  view.museums = view.museums.map((museum) => ({ ...museum, vases: 3 }));
  expect(lines(view, [6, 6])[1]).toEqual(['Most vases: place 1 shared, with 3', 6]);
});

test('M31: a mission subtracts what lies on the round track', () => {
  const tally: TallyLine[] = [{ key: 'round_track', n: -9 }];
  expect(lines(ended(tally, [], { mission: '3' }), [11, 0])).toEqual([
    ['In the course of the game', 20],
    ['Faces on the round track', -9],
  ]);
  expect(lines(ended(tally, [], { mission: '5' }), [11, 0])[1]?.[0]).toContain('Twice');
});

test('M28: the money decides between equal totals', () => {
  const view = ended([], []);
  expect(tiesOf(sumsOf(view, [20, 12]))).toEqual([]);
  const [tie] = tiesOf(sumsOf(view, [20, 20]));
  expect([tie?.ahead.seat, tie?.ahead.credits, tie?.behind.credits]).toEqual([0, 9, 1]);
});
