/** What a game brings to the page: its folder here has a `face.ts` that exports one of these. */
import type { Component } from 'svelte';
import type { KeyLine } from '../lib/help.svelte';
import type { GameShown, HappenedShown } from '../wire/messages';

export type View = GameShown['view'];
export type Move = NonNullable<GameShown['you']>['moves'][number];

/** Somebody at the table, as boards and panels show them. */
export interface Sitter {
  seat: number;
  name: string;
  isYou: boolean;
  isBot: boolean;
  /** Whether they are looking at the table now; bots always are. */
  isHere: boolean;
  /** The house plays on for them. */
  hasLeft: boolean;
  /** Seats of one side win together. */
  side: number;
}

/** What is asked of whoever looks, told in one sentence under the board, with the main button beside it. */
export interface Prompt {
  sentence: string;
  /** What the main button does; none while something must be picked first. */
  confirm?: { label: string; run: () => void };
  /** Undoes the last pick. */
  cancel?: () => void;
}

/** All that a board is a function of. */
export interface BoardProps {
  view: View;
  /** What one may do now; none where one is not due, or only looks. */
  moves: Move[];
  /** The seat that one sees the game as; null for spectators. */
  seat: number | null;
  sitters: Sitter[];
  due: number[];
  points: number[];
  /** What happened since the board was last shown: it may let it move. */
  latest: HappenedShown[];
  /** Make a move. */
  play: (move: string) => void;
  /** What is asked now; a board tells it to the page. */
  prompt?: Prompt | null;
  /** A picture only: in a list, in the rules, in a replay. It asks nothing and takes no focus. */
  still?: boolean;
}

export interface Face {
  /** The board itself, as large as its place allows. */
  Board: Component<BoardProps, object, 'prompt'>;
  /** What stands beside the board: cards to come, hands, other sites. */
  Aside: Component<BoardProps>;
  /** How the points of a game that is over came about. */
  Tally: Component<BoardProps>;
  /** The keys of its board, besides those that every table has. */
  keys: KeyLine[];
}
