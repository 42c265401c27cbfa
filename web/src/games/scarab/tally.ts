/** How the totals of a game came about, and what decided between equal ones. */
import type { ScarabView } from '../../wire/messages';
import { sidesOf, totalOf } from './sides';
import { countOf, pooled, sumOf, VALUES, type Hand, type Sum } from './stones';

export interface Row extends Sum {
  seats: number[];
  hand: Hand;
  total: number;
}

/** Two sides with equal totals, and the stones that one has more of; none, where they share the place. */
export interface Tie {
  ahead: number[];
  behind: number[];
  by: { value: number; more: number; fewer: number } | null;
}

/** Return the sides, the best first. */
export function rowsOf(view: ScarabView, points: number[]): Row[] {
  return sidesOf(view)
    .map((seats) => {
      const hand = pooled(seats.map((seat) => view.hands[seat] ?? {}));
      return { seats, hand, ...sumOf(hand), total: totalOf(view, points, seats[0] ?? 0) };
    })
    .sort((one, other) => other.total - one.total || (decided(other, one)?.by ?? 0));
}

/** Return the highest stones of which two sides have different numbers, and by how many the first has more. */
function decided(one: Row, other: Row): { value: number; by: number } | null {
  for (const value of VALUES) {
    const by = countOf(one.hand, value) - countOf(other.hand, value);
    if (by !== 0) return { value, by };
  }
  return null;
}

/** Return what decided between neighbours with the same total. */
export function tiesOf(rows: Row[]): Tie[] {
  return rows.slice(1).flatMap((behind, index) => {
    const ahead = rows[index];
    return ahead && ahead.total === behind.total ? [tieOf(ahead, behind)] : [];
  });
}

function tieOf(ahead: Row, behind: Row): Tie {
  const found = decided(ahead, behind);
  const by = found && {
    value: found.value,
    more: countOf(ahead.hand, found.value),
    fewer: countOf(behind.hand, found.value),
  };
  return { ahead: ahead.seats, behind: behind.seats, by };
}
