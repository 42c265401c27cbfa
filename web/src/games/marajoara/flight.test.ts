import { afterEach, expect, test } from 'vitest';
import { flight } from './flight';
import type { Leaving } from './motions';

const LEAVING: Leaving = { ply: 1, square: 'd4', die: 'y3', seat: 0 };

/** Lay out elements by their `data-box`: left, top, width and height in pixels. */
function lay(html: string): HTMLElement {
  document.body.innerHTML = html;
  for (const element of document.querySelectorAll<HTMLElement>('[data-box]')) {
    const [left = 0, top = 0, width = 0, height = 0] = (element.dataset.box ?? '').split(' ').map(Number);
    element.getBoundingClientRect = () => new DOMRect(left, top, width, height);
  }
  const die = document.querySelector<HTMLElement>('.die');
  if (!die) throw new Error('no die');
  return die;
}

/** Return how a die flies among these things: it lies at (100, 100) and is 40 pixels wide. */
function flown(leaving: Leaving, onBoard: string, beside = ''): string {
  const die = lay(
    `<div class="board" data-box="0 50 400 400"><span class="die" data-box="100 100 40 40"></span>${onBoard}</div>${beside}`,
  );
  flight(leaving)(die);
  return die.style.getPropertyValue('--flight');
}

afterEach(() => (document.body.innerHTML = ''));

const MUSEUM = `<div data-museum="0" data-box="500 0 200 200">
  <p data-stores="y" data-box="500 0 200 40"><i class="free" data-box="580 10 20 20"></i></p></div>`;

test('a die flies to the first free place of its colour', () => {
  expect(flown(LEAVING, MUSEUM)).toBe('translate(470px, -100px) scale(0.5)');
});

test('to a museum that is not on the board it flies where that is folded', () => {
  const folded = '<button data-museum="1" data-box="700 300 100 40"></button>';
  expect(flown({ ...LEAVING, seat: 1 }, MUSEUM, folded)).toBe('translate(630px, 200px) scale(1)');
});

test('a grey die is stored nowhere: it flies to where it is asked for', () => {
  const asked = '<button data-thing="captured" data-box="100 500 40 40"></button>';
  expect(flown({ ...LEAVING, die: 'g2' }, MUSEUM + asked)).toBe('translate(0px, 400px) scale(1)');
});

test('what is not in sight is off the board, upwards', () => {
  expect(flown({ ...LEAVING, seat: null }, MUSEUM)).toBe('translate(0px, -90px) scale(1)');
});
