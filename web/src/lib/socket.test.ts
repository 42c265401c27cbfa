import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromPage, News, ToPage } from '../wire/messages';
import { Refused } from './http';
import { Socket, type Standing, type Watcher } from './socket';

const TABLE = 't'.repeat(22);

/** A socket whose other end is the test. */
class Line {
  static all: Line[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: FromPage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    Line.all.push(this);
  }

  static get last(): Line {
    return Line.all.at(-1) as Line;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromPage);
  }

  close(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }

  open(): this {
    this.readyState = Line.OPEN;
    this.onopen?.();
    return this;
  }

  say(message: ToPage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function news(rest: Partial<News>): News {
  return {
    type: 'news',
    id: TABLE,
    after: 0,
    ply: 1,
    now: 0,
    table: null,
    game: null,
    said: [],
    done: [],
    ...rest,
  };
}

function watcher(ply = 0): Watcher & { heard: News[]; refused: Refused[]; ply: number } {
  const heard: News[] = [];
  const refused: Refused[] = [];
  return {
    table: TABLE,
    seat: null,
    ply,
    heard,
    refused,
    hear: (message) => heard.push(message),
    present: () => undefined,
    refuse: (why) => refused.push(why),
  };
}

const standings: Standing[] = [];
const socket = () => new Socket((standing) => standings.push(standing));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Line);
  Line.all = [];
  standings.length = 0;
});

afterEach(() => vi.useRealTimers());

test('a table is watched once the line is open, and its news are heard', () => {
  const ann = watcher();
  socket().watch(ann);
  const line = Line.last.open();
  expect(line.sent).toEqual([{ type: 'watch', table: TABLE, seat: null, ply: 0 }]);
  line.say(news({ ply: 3 }));
  line.say(news({ id: 'x'.repeat(22) }));
  expect(ann.heard.map((message) => message.ply)).toEqual([3]);
});

test('a lost line heals, from the ply that is known', () => {
  const ann = watcher();
  socket().watch(ann);
  Line.last.open();
  ann.ply = 7;
  Line.last.close();
  expect(standings.at(-1)).toBe('lost');
  vi.advanceTimersByTime(1000);
  expect(Line.all).toHaveLength(2);
  expect(Line.last.open().sent).toEqual([{ type: 'watch', table: TABLE, seat: null, ply: 7 }]);
  expect(standings.at(-1)).toBe('lost');
  Line.last.say(news({ after: 7, ply: 7 }));
  expect(standings.at(-1)).toBe('open');
});

test('a socket that is closed since one has logged out says so, and comes again', () => {
  const loggedOut = vi.fn();
  new Socket((standing) => standings.push(standing), loggedOut).watch(watcher());
  Line.last.open().close();
  vi.advanceTimersByTime(1000);
  expect(loggedOut).not.toHaveBeenCalled();
  Line.last.open().close(4001);
  expect(loggedOut).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(Line.all).toHaveLength(3);
});

test('a deed made meanwhile is sent once more under the same key', async () => {
  const one = socket();
  const done = one.do(TABLE, { what: 'start' });
  const first = Line.last.open().sent[0];
  Line.last.close();
  vi.advanceTimersByTime(1000);
  const again = Line.last.open().sent[0];
  expect(again).toEqual(first);
  expect(again).toMatchObject({ deed: { key: expect.stringMatching(/^[0-9a-f]+$/) as string } });
  Line.last.say({ type: 'done', id: 1, ply: 2 });
  await done;
});

test('news tell that a deed was done', async () => {
  const one = socket();
  one.watch(watcher());
  const done = one.do(TABLE, { what: 'start' });
  Line.last.open().say(news({ done: [{ id: 1, ply: 2 }] }));
  await done;
});

test('a deed that is refused says why', async () => {
  const done = socket().do(TABLE, { what: 'start' });
  Line.last
    .open()
    .say({ type: 'refused', id: 1, table: TABLE, error: { code: 'chairs_free', values: { n: 1 } } });
  await expect(done).rejects.toMatchObject({ code: 'chairs_free', values: { n: 1 } });
});

test('a table that cannot be watched says why', () => {
  const ann = watcher();
  socket().watch(ann);
  Line.last
    .open()
    .say({ type: 'refused', id: null, table: TABLE, error: { code: 'unknown_table', values: {} } });
  expect(ann.refused.map((why) => why.code)).toEqual(['unknown_table']);
});

test('whoever watches nothing needs no line', () => {
  const leave = socket().watch(watcher());
  const line = Line.last.open();
  leave();
  expect(line.sent.at(-1)).toEqual({ type: 'leave', table: TABLE });
  expect(line.readyState).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect(Line.all).toHaveLength(1);
});

test('it waits longer each time, and not at all when the network comes back', () => {
  socket().watch(watcher());
  for (let n = 0; n < 6; n++) {
    Line.last.close();
    vi.advanceTimersByTime(8000);
  }
  expect(Line.all).toHaveLength(7);
  Line.last.close();
  dispatchEvent(new Event('online'));
  expect(Line.all).toHaveLength(8);
});

test('a line stays lost until the house is there again', () => {
  socket().watch(watcher());
  Line.last.open();
  Line.last.close();
  vi.advanceTimersByTime(1000);
  expect(Line.all).toHaveLength(2);
  expect(standings.at(-1)).toBe('lost');
});

test('a line that went dead without a word is given up', () => {
  const ann = watcher();
  const one = socket();
  one.watch(ann);
  Line.last.open().say(news({ ply: 3 }));
  vi.advanceTimersByTime(60_000);
  expect(Line.all).toHaveLength(1); // nobody asked for anything
  void one.do(TABLE, { what: 'start' });
  vi.advanceTimersByTime(12_000);
  expect(standings.at(-1)).toBe('lost');
  expect(Line.all).toHaveLength(2);
  expect(Line.last.open().sent.map(({ type }) => type)).toEqual(['watch', 'do']);
});

test('a network that changes makes it ask whether the house is there', () => {
  socket().watch(watcher(7));
  const line = Line.last.open();
  line.say(news({ after: 7, ply: 7 }));
  dispatchEvent(new Event('offline'));
  expect(line.sent).toHaveLength(2);
  vi.advanceTimersByTime(12_000);
  expect(Line.all).toHaveLength(2);
});

test('a house that cannot show a table for now is asked again', () => {
  const ann = watcher();
  socket().watch(ann);
  const line = Line.last.open();
  line.say({ type: 'refused', id: null, table: TABLE, error: { code: 'store_refuses', values: {} } });
  vi.advanceTimersByTime(8000);
  expect(ann.refused).toEqual([]);
  expect(line.sent.filter(({ type }) => type === 'watch')).toHaveLength(2);
});

test('whoever has become somebody else hears everything anew', () => {
  const one = socket();
  one.watch(watcher(7));
  Line.last.open();
  one.comeAgain();
  expect(Line.last.open().sent).toEqual([{ type: 'watch', table: TABLE, seat: null, ply: 0 }]);
});
