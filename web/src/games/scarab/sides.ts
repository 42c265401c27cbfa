/** Who plays together, and what they have. */
import type { ScarabView } from '../../wire/messages';

/** Return the seats of each side: partners share one. */
export function sidesOf(view: ScarabView): number[][] {
  const seats = view.hands.map((_, seat) => seat);
  return view.teams ? [seats.slice(0, 2), seats.slice(2)] : seats.map((seat) => [seat]);
}

/** Return the total that counts for a seat: its own, or its team's. */
export function totalOf(view: ScarabView, points: number[], seat: number): number {
  const side = sidesOf(view).find((seats) => seats.includes(seat)) ?? [seat];
  return side.reduce((sum, one) => sum + (points[one] ?? 0), 0);
}
