/** What would come of a capture, before it is made. */
import type { MarajoaraMove, MarajoaraView } from '../../wire/messages';
import { squareTowards } from './squares';
import { kindOf, lookOf, squareIn, type Thing } from './things';

export interface Capture {
  move: MarajoaraMove;
  from: string;
  over: string;
  to: string;
  /** The die that leaps, as it lands. */
  becomes: string;
  takes: string;
  /** Whose dig token it lands on. */
  token: number | null;
}

/** What is put onto a square: a die, or a dig token. */
export interface Carried {
  die?: string | undefined;
  token: number;
}

/** Return what comes onto the square that is picked next; null where nothing does. */
export function carriedIn(
  { site, turn }: MarajoaraView,
  order: Thing[],
  seat: number | null,
): Carried | null {
  const token = seat ?? 0;
  if (turn.asks === 'set_up' || turn.asks === 'token') return { token };
  const [first, second] = order;
  if (first?.startsWith('slate:')) return { die: lookOf(kindOf(first)), token };
  const from = squareIn(second);
  return first === 'button:shift' && from !== null ? { die: site.dice[from], token } : null;
}

/** Return the captures among some moves. */
export function capturesOf(moves: MarajoaraMove[]): Capture[] {
  return moves.flatMap((move) => {
    const [kind, from = '', way = ''] = move.text.split(' ');
    const { to, becomes, takes, token = null } = move;
    if (kind !== 'capture' || to === undefined || becomes === undefined || takes === undefined) return [];
    return { move, from, over: squareTowards(from, way), to, becomes, takes, token };
  });
}

/** Return those that somebody looks at: of the die that is pointed at, else of the one that is taken up. */
export function lookedAt(captures: Capture[], aim: string | null, chosen: string | null): Capture[] {
  const ofChosen = captures.filter(({ from }) => from === chosen);
  const there = ofChosen.filter(({ to }) => to === aim);
  if (there.length > 0) return there;
  return chosen === null ? captures.filter(({ from }) => from === aim) : ofChosen;
}
