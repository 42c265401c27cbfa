import { afterEach, expect, test } from 'vitest';
import { tapped } from './pointing';

const WIDE = 30;
/** Three squares of 30 pixels beside each other; a1 and c1 are open. */
const SQUARES = ['a1', 'b1', 'c1'];
const isOpen = (square: string) => square !== 'b1';

function board(): SVGElement[] {
  document.body.innerHTML = `<svg>${SQUARES.map((square) => `<g data-square="${square}"></g>`).join('')}</svg>`;
  const cells = [...document.querySelectorAll<SVGElement>('g')];
  for (const [place, cell] of cells.entries())
    cell.getBoundingClientRect = () => new DOMRect(place * WIDE, 0, WIDE, WIDE);
  document.elementFromPoint = (x) => cells[Math.floor(x / WIDE)] ?? null;
  return cells;
}

function tap(at: number, pointerType: string): string | null {
  const target = board()[Math.floor(at / WIDE)];
  return tapped({ target, pointerType, clientX: at, clientY: 15 } as unknown as PointerEvent, isOpen);
}

afterEach(() => (document.body.innerHTML = ''));

test('a finger that comes down beside an open square means that one', () => {
  expect(tap(33, 'touch')).toBe('a1');
  expect(tap(57, 'touch')).toBe('c1');
});

test('a finger in the middle of a square means it, open or not', () => {
  expect(tap(45, 'touch')).toBe('b1');
  expect(tap(15, 'touch')).toBe('a1');
});

test('a mouse means what it points at', () => {
  expect(tap(33, 'mouse')).toBe('b1');
});
