import { beforeEach, expect, test, vi } from 'vitest';
import type { GameShown, HappenedShown, News, Saying } from '../wire/messages';

const asked = vi.hoisted(() => [] as number[]);
vi.mock('./socket', () => ({
  Socket: class {
    watch = ({ ply }: { ply: number }) => {
      asked.push(ply);
      return () => undefined;
    };
  },
}));
const { WatchedTable } = await import('./table.svelte');

const TABLE = 't'.repeat(22);
let table: InstanceType<typeof WatchedTable>;

function happened(...plies: number[]): HappenedShown[] {
  return plies.map((ply) => ({ ply, at: 0, seat: 0, deed: 'move', tells: [] }));
}

function game(...plies: number[]): GameShown {
  return { round: 1, due: [0], points: [0, 0], happened: happened(...plies) } as unknown as GameShown;
}

function said(ply: number): Saying {
  return { ply, at: 0, name: 'Ann', text: `${ply}`, yours: false };
}

function news(after: number, ply: number, rest: Partial<News> = {}): News {
  return {
    type: 'news',
    id: TABLE,
    after,
    ply,
    now: 0,
    table: null,
    game: null,
    said: [],
    done: [],
    ...rest,
  };
}

const plies = (things: { ply: number }[]) => things.map((thing) => thing.ply);

beforeEach(() => {
  asked.length = 0;
  table = new WatchedTable(TABLE);
});

test('what was before one came is known, but nothing of it moves', () => {
  table.hear(news(0, 5, { game: game(3, 4, 5), said: [said(2)] }));
  expect(plies(table.happened)).toEqual([3, 4, 5]);
  expect(table.latest).toEqual([]);
  expect(plies(table.said)).toEqual([2]);
});

test('what comes after it moves', () => {
  table.hear(news(0, 5, { game: game(5) }));
  table.hear(news(5, 7, { game: game(6, 7), said: [said(7)] }));
  expect(plies(table.happened)).toEqual([5, 6, 7]);
  expect(plies(table.latest)).toEqual([6, 7]);
});

test('nothing is told twice, and nothing is passed over', () => {
  table.hear(news(0, 5, { game: game(5), said: [said(4)] }));
  table.hear(news(3, 6, { game: game(5, 6), said: [said(4)] }));
  expect(plies(table.happened)).toEqual([5, 6]);
  expect(plies(table.said)).toEqual([4]);
  table.hear(news(9, 10, { game: game(10) }));
  expect(table.ply).toBe(6);
});

test('what was erased is told again and takes its place', () => {
  table.hear(news(0, 6, { said: [said(2), said(4)] }));
  table.hear(news(6, 7, { said: [{ ...said(2), name: '', text: '' }, said(4)] }));
  expect(table.said.map(({ text }) => text)).toEqual(['', '4']);
});

test('a table told from the beginning again is as it is told', () => {
  table.hear(news(0, 6, { game: game(5, 6) }));
  table.hear(news(0, 6, { game: game(5, 6) }));
  expect(plies(table.happened)).toEqual([5, 6]);
});

test('what was shown does not move again when everything is told anew', () => {
  table.hear(news(0, 6, { game: game(5, 6) }));
  table.hear(news(0, 7, { game: game(5, 6, 7) }));
  expect(plies(table.latest)).toEqual([7]);
});

test('a view in which nothing changed stays the one that picks belong to', () => {
  const shown = (round: number) => ({ ...game(), view: { round } }) as unknown as GameShown;
  table.hear(news(0, 5, { game: shown(1) }));
  const view = table.game?.view;
  table.hear(news(5, 5, { game: shown(1) }));
  expect(table.game?.view).toBe(view);
  table.hear(news(5, 6, { game: shown(2) }));
  expect(table.game?.view).toEqual({ round: 2 });
});

function toldTo(seat: number, ...plies: number[]): GameShown {
  return { ...game(...plies), you: { seat } } as unknown as GameShown;
}

test('what is told to another of one’s own seats is asked for from the beginning, and moves once', () => {
  table.hear(news(0, 5, { game: toldTo(0, 5) }));
  table.hear(news(5, 6, { game: toldTo(1, 6) }));
  expect(asked).toEqual([0, 0]);
  const moving = table.latest;
  expect(plies(moving)).toEqual([6]);
  table.hear(news(6, 7, { game: toldTo(0, 7) }));
  expect(plies(table.happened)).toEqual([5, 6]); // it follows on what the other seat was told
  table.hear(news(0, 6, { game: toldTo(1, 5, 6) }));
  expect(table.latest).toBe(moving);
  table.hear(news(0, 7, { game: toldTo(1, 5, 6, 7) }));
  expect(plies(table.latest)).toEqual([7]);
  expect(asked).toEqual([0, 0]);
});

test('a game that begins is not told to another', () => {
  table.hear(news(0, 3));
  table.hear(news(3, 5, { game: toldTo(0, 5) }));
  expect(asked).toEqual([0]);
});
