/**
 * What somebody has picked, before it is a move: the list of legal moves, narrowed thing by thing.
 *
 * Picks belong to a view, and with the next view they are gone.
 */
import type { MarajoaraMove, MarajoaraView } from '../../wire/messages';
import { alike } from './alike';
import { diceThings, kindOf, type Thing } from './things';
import { fits, nextOf, waysOf, type Way } from './ways';

export class Picks {
  readonly moves: MarajoaraMove[];
  readonly #ways: Way[];
  /** Dice of which there are several alike, by their kind. */
  readonly #twins: Map<Thing, Thing[]>;
  /** What goes without saying: which die comes off the slate, where all are alike. */
  readonly #given: Thing[];
  #picked = $state.raw<Thing[]>([]);

  constructor(moves: MarajoaraMove[], dice: Thing[], ways = moves.flatMap(waysOf)) {
    this.moves = moves;
    this.#ways = ways;
    this.#twins = twinsOf(dice);
    const starts = new Set(ways.map(({ things }) => things[0] ?? ''));
    const [start = ''] = starts;
    this.#given = starts.size === 1 && start.startsWith('slate:') ? [start] : [];
  }

  readonly #all = $derived.by(() => [...this.#given, ...this.#picked]);
  readonly #open = $derived.by(() => this.#ways.filter((way) => fits(way, this.#all)));

  readonly #next = $derived.by(() => this.#nextAfter(this.#all));
  /** What a move can begin with. */
  readonly first: ReadonlySet<Thing> = $derived.by(() => this.#nextAfter(this.#given));
  /** What can be picked now: what goes on, and where a single pick is a move already, what may be picked instead. */
  readonly lit: ReadonlySet<Thing> = $derived.by(() => {
    const instead = this.#picked.length === 1 && this.complete.length > 0 ? this.first : [];
    return new Set([...this.#next, ...[...instead].filter((thing) => !this.chosen.has(thing))]);
  });
  /** What is picked, in its order. */
  get order(): Thing[] {
    return this.#all;
  }
  readonly chosen: ReadonlySet<Thing> = $derived.by(() => new Set(this.#all));
  /** The moves that are still possible. */
  readonly open: MarajoaraMove[] = $derived.by(() => unique(this.#open.map(({ move }) => move)));
  /** The moves that are picked in full; others may go on from there. */
  readonly complete: MarajoaraMove[] = $derived.by(() =>
    unique(this.#open.filter((way) => way.things.length === this.#all.length).map(({ move }) => move)),
  );

  /** Whether there is something to undo. */
  get any(): boolean {
    return this.#picked.length > 0;
  }

  /** The move that is picked, once nothing can be added to it and it took more than a slip of the finger. */
  get settled(): MarajoaraMove | null {
    const [move, ...others] = this.complete;
    const isMeant = this.#all.length > 1 || this.#all[0]?.startsWith('button:');
    return move && others.length === 0 && this.open.length === 1 && isMeant ? move : null;
  }

  /** Pick a thing; return the move that this makes, where it makes one. */
  pick(thing: Thing): MarajoaraMove | null {
    if (this.#next.has(thing)) this.#picked = [...this.#picked, thing];
    else if (this.chosen.has(thing)) return this.#again(thing);
    else if (this.first.has(thing)) this.#picked = [thing];
    return this.settled;
  }

  /** Who picks something twice means it; or wants it back, where it makes no move. */
  #again(thing: Thing): MarajoaraMove | null {
    const [move] = this.complete;
    if (move && this.complete.length === 1) return move;
    this.#picked = this.#picked.slice(0, this.#picked.indexOf(thing));
    return null;
  }

  /** Undo the last pick. */
  back(): void {
    this.#picked = this.#picked.slice(0, -1);
  }

  /** Undo all picks. */
  clear(): void {
    this.#picked = [];
  }

  /** Return what can be picked after some picks. */
  #nextAfter(chosen: Thing[]): Set<Thing> {
    const ways = this.#ways.filter((way) => fits(way, chosen));
    const inOrder = ways.filter(({ isBag }) => !isBag);
    const bags = ways.filter(({ isBag }) => isBag);
    return new Set([
      ...this.#twinsOf(inOrder, chosen).filter((thing) => !chosen.includes(thing)),
      ...this.#twinsOf(bags, chosen).filter((thing) => bags.some((way) => fits(way, [...chosen, thing]))),
    ]);
  }

  /** Return what comes next by some ways, with all dice that are alike. */
  #twinsOf(ways: Way[], chosen: Thing[]): Thing[] {
    const kinds = unique(ways.flatMap((way) => nextOf(way, chosen)));
    return kinds.flatMap((kind) => this.#twins.get(kind) ?? [kind]);
  }
}

function twinsOf(dice: Thing[]): Map<Thing, Thing[]> {
  const twins = new Map<Thing, Thing[]>();
  for (const die of dice) twins.set(kindOf(die), [...(twins.get(kindOf(die)) ?? []), die]);
  return twins;
}

function unique<T>(some: T[]): T[] {
  return [...new Set(some)];
}

const all = new WeakMap<MarajoaraView, Picks>();

/** Return what is picked in a view by a seat that has these moves. */
export function picksOf(view: MarajoaraView, moves: MarajoaraMove[], seat: number | null): Picks {
  const known = all.get(view);
  if (known?.moves.length === moves.length) return known;
  const museums = view.museums.filter((museum) => museum.seat === seat);
  const stored = museums.flatMap(({ yellow, red, blue }) => [yellow, red, blue]);
  const dice = [...stored.flatMap((row) => diceThings(row)), ...diceThings(view.slate, 'slate')];
  const ways = moves.flatMap(waysOf).flatMap((way) => (way.isBag ? alike(way, museums) : [way]));
  const picks = new Picks(moves, dice, ways);
  all.set(view, picks);
  return picks;
}
