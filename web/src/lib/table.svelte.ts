/** A table as this page knows it: what its news come to. */
import type { GameShown, HappenedShown, News, PresentMessage, Saying, TableShown } from '../wire/messages';
import { Coming } from './coming.svelte';
import { Refused } from './http';
import { newKey } from './key';
import { me } from './me.svelte';
import { Socket, type Deed, type Standing, type Watcher } from './socket';

class Line {
  standing = $state<Standing>('connecting');
}

/** How the connection is. */
export const line = new Line();
let socket: Socket | null = null;

me.whenOther(() => socket?.comeAgain());

function connection(): Socket {
  socket ??= new Socket(
    (standing) => (line.standing = standing),
    () => void me.look().catch(() => undefined), // one is told by the next deed
  );
  return socket;
}

export class WatchedTable implements Watcher {
  readonly table: string;
  /** The house shows the table as whichever of one's own seats is due. */
  readonly seat = null;
  /** What it does by itself before the game. */
  readonly coming: Coming;
  ply = $state(0);
  /** How much of the table has been shown. */
  #shown = 0;
  /** All about the table but the game. */
  about = $state.raw<TableShown | null>(null);
  game = $state.raw<GameShown | null>(null);
  /** Everything that happened in the game, the first thing first. */
  happened = $state.raw<HappenedShown[]>([]);
  /** What happened since the page last showed the game: what a board may let move. */
  latest = $state.raw<HappenedShown[]>([]);
  said = $state.raw<Saying[]>([]);
  here = $state.raw<PresentMessage | null>(null);
  /** Why it cannot be watched. */
  trouble = $state.raw<Refused | null>(null);
  /** How many deeds are under way. */
  #deeds = $state(0);
  /** How far the clock of the house is ahead of ours, in milliseconds. */
  ahead = 0;
  #leave: () => void;

  constructor(table: string) {
    this.table = table;
    this.coming = new Coming(table, (deed) => this.do(deed));
    this.#leave = connection().watch(this);
  }

  /** Whether something that was asked for is under way. */
  get busy(): boolean {
    return this.#deeds > 0;
  }

  close(): void {
    this.coming.close();
    this.#leave();
  }

  hear(news: News): void {
    if (news.after > this.ply) return; // it follows on something that was missed; the next watch brings it
    const known = news.after === 0 ? 0 : this.ply;
    const isToldToAnother = known > 0 && isOther(this.game, news.game);
    this.ply = news.ply;
    this.ahead = news.now - Date.now();
    this.trouble = null;
    if (news.table) {
      this.about = news.table;
      this.coming.see(news.table);
    }
    if (news.game) this.#show(news.game, known);
    this.said = retold(since(this.said, 0, known), news.said);
    this.#shown = this.ply;
    if (isToldToAnother) this.#askAgain();
  }

  /** Show the game, and what happened after a ply that is known; what was shown before does not move again. */
  #show(game: GameShown, known: number): void {
    const happened = since(game.happened, known);
    if (this.ply !== this.#shown) this.latest = this.#shown === 0 ? [] : since(happened, this.#shown);
    this.happened = [...since(this.happened, 0, known), ...happened];
    this.game = this.game ? { ...game, view: sameOr(this.game.view, game.view) } : game;
  }

  /** Hear everything anew: another of one's own seats is told other things of what happened before. */
  #askAgain(): void {
    this.ply = 0;
    this.#leave = connection().watch(this);
  }

  present(message: PresentMessage): void {
    this.here = message;
  }

  refuse(why: Refused): void {
    this.trouble = why;
  }

  /** Do something here, as a guest at least. */
  async do(deed: Deed): Promise<void> {
    this.#deeds += 1;
    try {
      await me.comeIn();
      await connection().do(this.table, deed);
    } finally {
      this.#deeds -= 1;
    }
  }

  /** Make a move of one's own seat in this round. */
  async move(move: string): Promise<void> {
    const game = this.game;
    if (!game?.you) return;
    await this.do({ what: 'move', seat: game.you.seat, round: game.round, move, key: newKey() });
  }
}

/** Tell whether a game is told to another seat than before. */
function isOther(known: GameShown | null, told: GameShown | null): boolean {
  return known !== null && told !== null && known.you?.seat !== told.you?.seat;
}

/** Return what is known where nothing of it changed: picks belong to a view, and survive a lost connection with it. */
function sameOr<T>(known: T, told: T): T {
  return JSON.stringify(known) === JSON.stringify(told) ? known : told;
}

/** Return what was said; what is told again takes the place of what was told before: somebody may have erased it. */
function retold(known: Saying[], told: Saying[]): Saying[] {
  const plies = new Set(told.map(({ ply }) => ply));
  return [...known.filter(({ ply }) => !plies.has(ply)), ...told].sort((a, b) => a.ply - b.ply);
}

/** Return what came after a ply, up to another. */
function since<T extends { ply: number }>(things: T[], ply: number, until = Infinity): T[] {
  return things.filter((thing) => thing.ply > ply && thing.ply <= until);
}
