/**
 * One connection to the house, for all tables that the page watches.
 *
 * It heals by itself: after a break every table is watched again from the ply that is known, and what was not
 * answered is sent again under the same key, so that it is done once. A line that went dead without a word is
 * found out, too: the house answers whatever it is asked.
 */
import type { FromPage, News, PresentMessage, RefusedMessage, ToPage } from '../wire/messages';
import { Refused } from './http';
import { newKey } from './key';

export type Deed = Extract<FromPage, { type: 'do' }>['deed'];

/** Somebody who watches a table. */
export interface Watcher {
  readonly table: string;
  /** As which of one's own seats; null as the one that is due. */
  readonly seat: number | null;
  /** What is known of the table. */
  readonly ply: number;
  hear(news: News): void;
  present(message: PresentMessage): void;
  /** The table cannot be watched. */
  refuse(why: Refused): void;
}

interface Asked {
  message: Extract<FromPage, { type: 'do' }>;
  done: () => void;
  refused: (why: Refused) => void;
}

export type Standing = 'connecting' | 'open' | 'lost';

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
/** The code with which the house closes a socket whose session has ended. */
const LOGGED_OUT = 4001;
/** A house that has not answered for so long is not there any more. */
const PATIENCE = 10_000;

export class Socket {
  #socket: WebSocket | null = null;
  #watchers = new Map<string, Watcher>();
  #asked = new Map<number, Asked>();
  #number = 0;
  #wait = FIRST_WAIT;
  /** Whether one has become somebody else since the house last told anything. */
  #isOther = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #told: (standing: Standing) => void;
  #loggedOut: () => void;

  /** The second is called when one was logged out, here or on another device. */
  constructor(told: (standing: Standing) => void, loggedOut: () => void = () => undefined) {
    this.#told = told;
    this.#loggedOut = loggedOut;
    // The network has changed, or the reader has come back: a dead line would not say so by itself.
    addEventListener('online', () => this.#knock());
    addEventListener('offline', () => this.#knock());
    document.addEventListener(
      'visibilitychange',
      () => document.visibilityState === 'visible' && this.#knock(),
    );
  }

  /** Hear of a table until the returned function is called. */
  watch(watcher: Watcher): () => void {
    this.#watchers.set(watcher.table, watcher);
    this.#open();
    this.#send(watching(watcher));
    return () => this.#leave(watcher);
  }

  #leave(watcher: Watcher): void {
    if (this.#watchers.get(watcher.table) !== watcher) return;
    this.#watchers.delete(watcher.table);
    this.#send({ type: 'leave', table: watcher.table });
    if (this.#isIdle) this.#hangUp();
  }

  /** Do something at a table; what is lost on the way is sent again. */
  do(table: string, deed: Deed): Promise<void> {
    const id = ++this.#number;
    const message = { type: 'do', id, table, deed: { ...deed, key: deed.key ?? newKey() } } as const;
    return new Promise((done, refused) => {
      this.#asked.set(id, { message, done, refused });
      this.#open();
      this.#send(message);
    });
  }

  /** Come again as whoever one is by now: the house looks at the cookie when a socket opens. */
  comeAgain(): void {
    this.#isOther = true;
    if (!this.#socket) return;
    this.#hangUp();
    this.#open();
  }

  #open(): void {
    if (this.#socket) return;
    clearTimeout(this.#timer);
    this.#expect();
    const url = new URL('/api/socket', location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    this.#socket = new WebSocket(url);
    this.#socket.onopen = () => this.#opened();
    this.#socket.onmessage = (event) => this.#hear(JSON.parse(event.data as string) as ToPage);
    this.#socket.onclose = ({ code }) => {
      this.#lost();
      if (code === LOGGED_OUT) this.#loggedOut();
    };
  }

  #opened(): void {
    this.#heard();
    for (const watcher of this.#watchers.values()) this.#send(watching(watcher, this.#isOther));
    this.#isOther = false;
    for (const { message } of this.#asked.values()) this.#send(message);
  }

  #lost(): void {
    this.#hangUp();
    if (this.#isIdle) return;
    this.#told('lost');
    this.#timer = setTimeout(() => this.#open(), this.#wait * (0.5 + Math.random() / 2));
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  get #isIdle(): boolean {
    return this.#watchers.size === 0 && this.#asked.size === 0;
  }

  /** See whether the house is there: ask again for what is known, or come again at once. */
  #knock(): void {
    if (this.#isIdle) return;
    if (this.#socket) for (const watcher of this.#watchers.values()) this.#send(watching(watcher));
    else this.#open();
  }

  #hangUp(): void {
    clearTimeout(this.#timer);
    this.#heard();
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    // Browsers complain about sockets that are closed before they were open.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  }

  #send(message: FromPage): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(message));
    if (message.type !== 'leave') this.#expect();
  }

  /** Wait for an answer, but not for ever. */
  #expect(): void {
    this.#patience ??= setTimeout(() => this.#lost(), PATIENCE);
  }

  #heard(): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
  }

  #hear(message: ToPage): void {
    this.#heard();
    // Not before: a socket may open to a house, or a proxy, that says nothing.
    this.#wait = FIRST_WAIT;
    this.#told('open');
    switch (message.type) {
      case 'news':
        for (const { id } of message.done) this.#done(id);
        this.#watchers.get(message.id)?.hear(message);
        break;
      case 'done':
        this.#done(message.id);
        break;
      case 'present':
        this.#watchers.get(message.id)?.present(message);
        break;
      case 'refused':
        this.#refused(message);
    }
  }

  #done(id: number): void {
    this.#asked.get(id)?.done();
    this.#asked.delete(id);
  }

  #refused({ id, table, error }: RefusedMessage): void {
    const why = new Refused(error.code, error.values);
    const asked = id === null ? undefined : this.#asked.get(id);
    if (asked) {
      this.#asked.delete(asked.message.id);
      asked.refused(why);
    } else if (table !== null) {
      const watcher = this.#watchers.get(table);
      if (why.isForNow) setTimeout(() => watcher && this.#watchAgain(watcher), LONGEST_WAIT / 2);
      else watcher?.refuse(why);
    }
  }

  #watchAgain(watcher: Watcher): void {
    if (this.#watchers.get(watcher.table) === watcher) this.#send(watching(watcher));
  }
}

/** Ask for what is new at a table; for everything, where it looks different to whoever one has become. */
function watching({ table, seat, ply }: Watcher, isOther = false): FromPage {
  return { type: 'watch', table, seat, ply: isOther ? 0 : ply };
}
