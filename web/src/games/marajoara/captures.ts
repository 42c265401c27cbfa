/** What would come of a capture, before it is made. */
import type { MarajoaraMove, MarajoaraView } from '../../wire/messages';
import { squareTowards } from './squares';
import { kindOf, lookOf, type Thing } from './things';

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
  if (first === 'button:shift' && second) return { die: site.dice[second.slice('square:'.length)], token };
  return null;
}

/** Return the captures among some moves. */
export function capturesOf(view: MarajoaraView, moves: MarajoaraMove[]): Capture[] {
  return moves.flatMap((move) => {
    const [kind, from = '', way = ''] = move.text.split(' ');
    if (kind !== 'capture') return [];
    const over = squareTowards(from, way, 1);
    const dice = view.site.dice;
    return {
      move,
      from,
      over,
      to: move.to ?? squareTowards(from, way, 2),
      becomes: move.becomes ?? dice[from] ?? '',
      takes: move.takes ?? dice[over] ?? '',
      token: move.token ?? null,
    };
  });
}

/** Return those that somebody looks at: of the die that is pointed at, else of the one that is taken up. */
export function lookedAt(captures: Capture[], aim: string | null, chosen: string | null): Capture[] {
  const ofChosen = captures.filter(({ from }) => from === chosen);
  const there = ofChosen.filter(({ to }) => to === aim);
  if (there.length > 0) return there;
  return chosen === null ? captures.filter(({ from }) => from === aim) : ofChosen;
}
