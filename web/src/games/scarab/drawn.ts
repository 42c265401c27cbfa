/** Small positions for tests, drawn as the rules draw them: row 10 on top, `.` is empty, `P` the priest, `A` an ankh. */
import type { ScarabView } from '../../wire/messages';
import { indexOf, nameOf } from './squares';

const SQUARES = 100;

/** Return the view of a drawing of the lowest rows. */
export function drawn(drawing: string, known: Partial<ScarabView> = {}): ScarabView {
  const rows = drawing.trim().split('\n').reverse();
  const stones = Array.from({ length: SQUARES }, () => '');
  let priest = 'a1';
  rows.forEach((row, up) => {
    row
      .trim()
      .split(/\s+/)
      .forEach((word, right) => {
        const square = nameOf(up * 10 + right);
        if (word === 'P') priest = square;
        else if (word !== '.') stones[indexOf(square)] = word === 'A' ? 'ankh' : word;
      });
  });
  return {
    game: 'scarab',
    width: 10,
    stones,
    priest,
    line: 'row',
    choosing: false,
    hands: [{}, {}],
    teams: false,
    deflection: false,
    ...known,
  };
}
