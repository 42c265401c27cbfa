import { cleanup, fireEvent, screen } from '@testing-library/svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadWords, loadWordsOf } from '../../lib/words.svelte';
import type { BoardProps } from '../face';
import { showBoard, sittersCalled } from '../made/board';
import Board from './Board.svelte';
import { stage, STAGE_NAMES, type StageName } from './made/stages';

beforeAll(async () => {
  await loadWords('en');
  await loadWordsOf('marajoara');
});
afterEach(cleanup);

/** Show a board at a stage; what it asks is in `asked`. */
function show(name: StageName, known: Partial<BoardProps> = {}) {
  const { view, moves, seat } = stage(name);
  const given: BoardProps = {
    view,
    moves,
    seat,
    sitters: sittersCalled('Ann', 'Bob'),
    due: [seat],
    points: [12, 7],
    latest: [],
    play: vi.fn(),
    ...known,
  };
  return showBoard(Board, given);
}

function find(selector: string): Element {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
}

const cell = (square: string) => find(`[data-square="${square}"]`) as SVGElement;
const thing = (name: string) => find(`[data-thing="${name}"]`) as HTMLElement;

test.each(STAGE_NAMES)('%s: whoever is due is asked something, and something can be picked', (name) => {
  const { asked } = show(name);
  expect(asked.now?.sentence).not.toBe('');
  expect(document.querySelectorAll('.lit, .button, [data-move]').length).toBeGreaterThan(0);
});

test('squares say what is on them and what can be done', async () => {
  show('turn');
  expect(cell('d5').getAttribute('aria-label')).toBe('d5: Grey 2, dig token of Ann, can leap to d7, d3, b5');
  expect(cell('c3').getAttribute('aria-label')).toBe('c3: Blue 4, +2 for a die that lands here');
  expect(cell('a1').getAttribute('aria-label')).toContain('inside the rope');
  await fireEvent.click(cell('d5'));
  expect(cell('d7').getAttribute('aria-label')).toContain('takes Yellow 2: 2 credits to pay with');
  expect(document.querySelectorAll('[role="gridcell"][tabindex="0"]')).toHaveLength(1);
});

test('a die and its landing square are a capture', async () => {
  const { asked, play } = show('turn');
  await fireEvent.click(cell('d5'));
  expect(asked.now?.sentence).toBe('Where should Grey 2 land? Pick a lit square.');
  expect(document.querySelectorAll('.leap')).toHaveLength(3);
  await fireEvent.click(cell('d7'));
  expect(play).toHaveBeenCalledExactlyOnceWith('capture d5 north');
});

test('pointing at a die shows where it would land, and as what', async () => {
  const { asked } = show('turn');
  await fireEvent.pointerDown(cell('b1'));
  expect(document.querySelectorAll('.leap')).toHaveLength(1);
  expect(asked.now?.sentence).toBe(
    'Yellow 1 leaps to b3, shows 2 there and takes Yellow 2: 2 credits to pay with.',
  );
});

test('keys lead to a die, pick it, let go of it and let it leap', async () => {
  const { asked, play } = show('turn');
  cell('d4').focus();
  await fireEvent.keyDown(cell('d4'), { key: 'ArrowUp' });
  expect(document.activeElement).toBe(cell('d5'));
  await fireEvent.keyDown(cell('d5'), { key: 'Enter' });
  expect(asked.now?.cancel).toBeDefined();
  await fireEvent.keyDown(cell('d5'), { key: 'Escape' });
  expect(asked.now?.cancel).toBeUndefined();
  await fireEvent.keyDown(cell('d5'), { key: 'Enter' });
  await fireEvent.keyDown(cell('d5'), { key: 'n' });
  await fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' });
  expect(play).toHaveBeenCalledExactlyOnceWith('capture d5 south');
});

test('the turn is ended by the main button only where the house says so', () => {
  expect(show('turn').asked.now?.confirm).toBeUndefined();
  cleanup();
  const { asked, play } = show('after');
  expect(asked.now?.confirm?.label).toBe('End turn');
  asked.now?.confirm?.run();
  expect(play).toHaveBeenCalledExactlyOnceWith('end');
});

test('free actions tell what they cost and bring', () => {
  show('after');
  expect(thing('button:exhibit').querySelector('small')?.textContent.replace(/\s+/g, ' ').trim()).toBe(
    '2 +11',
  );
  expect(screen.getByRole('button', { name: /^Fieldwork.*costs 2 credits/ })).toBeTruthy();
});

test('fieldwork: its button, a die, a square', async () => {
  const { asked, play } = show('after');
  await fireEvent.click(thing('button:shift'));
  expect(asked.now?.sentence).toContain('Fieldwork');
  await fireEvent.click(cell('c3'));
  await fireEvent.click(cell('c2'));
  expect(play).toHaveBeenCalledExactlyOnceWith('shift c3 south');
});

test('retouching: up or down is asked for', async () => {
  const { play } = show('after');
  await fireEvent.click(thing('button:fund'));
  await fireEvent.click(thing('die:b4'));
  await fireEvent.click(screen.getByRole('button', { name: 'One down' }));
  expect(play).toHaveBeenCalledExactlyOnceWith('fund b4 down');
});

test('a vase is exhibited by its die and the main button', async () => {
  const { asked, play } = show('after');
  await fireEvent.click(thing('die:r4'));
  expect(asked.now?.sentence).toBe('Red 4 into the showcase: costs 4 credits, 11 points.');
  asked.now?.confirm?.run();
  expect(play).toHaveBeenCalledExactlyOnceWith('exhibit r4');
});

test('both ways to pay are shown, and picked by a tap', async () => {
  const { asked, play } = show('pay');
  expect(asked.now?.sentence).toContain('costs 4 credits');
  expect(document.querySelectorAll('[data-move]')).toHaveLength(3);
  await fireEvent.click(
    screen.getByRole('button', { name: 'Yellow 3 into the cart and Yellow 6 becomes 5' }),
  );
  expect(play).toHaveBeenCalledExactlyOnceWith('pay y3 y6:1');
});

test('a captured die is kept by the main button, or goes into the cart', async () => {
  const { asked, play } = show('store');
  expect(asked.now?.confirm?.label).toBe('Keep it');
  await fireEvent.click(thing('button:spend'));
  expect(play).toHaveBeenCalledExactlyOnceWith('spend');
});

test('points are given by taps, and told', async () => {
  const { asked, play } = show('raise_other');
  await fireEvent.click(thing('die:b4'));
  expect(asked.now?.sentence).toBe('Blue 4 +1. Still 1 to give.');
  await fireEvent.click(thing('die:r2'));
  expect(play).toHaveBeenCalledExactlyOnceWith('raise r2 b4');
});

test('the captured die may be raised as well', async () => {
  const { play } = show('raise_own');
  await fireEvent.click(thing('captured'));
  await fireEvent.click(thing('captured'));
  expect(play).toHaveBeenCalledExactlyOnceWith('raise captured');
});

test('a track tells what its space gives before the disc moves', async () => {
  const { asked, play } = show('excavate');
  await fireEvent.click(thing('track:red'));
  expect(asked.now?.sentence).toBe('Red track, space 8: the last vase back for twice its reward.');
  asked.now?.confirm?.run();
  expect(play).toHaveBeenCalledExactlyOnceWith('excavate red');
});

test('dice return to the site by a tap on the slate and one on a square', async () => {
  const { asked, play } = show('recycle');
  await fireEvent.click(thing('slate:g1'));
  expect(asked.now?.sentence).toContain('Grey 1 returns');
  await fireEvent.click(cell('h2'));
  expect(play).toHaveBeenCalledExactlyOnceWith('recycle g1 h2');
});

test('Escape undoes a pick that was made in the museum', async () => {
  const { asked } = show('after');
  await fireEvent.click(thing('die:r4'));
  await fireEvent.keyDown(thing('die:r4'), { key: 'Escape' });
  expect(asked.now?.cancel).toBeUndefined();
});

test('whoever waits for another in their own turn is told why', () => {
  const { view } = stage('raise_other');
  const { asked } = show('raise_other', { view, moves: [], seat: 1, due: [0] });
  expect(asked.now?.sentence).toBe("You landed on Ann's token: Ann raises dice now.");
});

test.each<[StageName, string, string]>([
  ['set_up', 'square:c2', 'Your dig token goes on c2.'],
  ['pay', 'die:y6', 'You pay like this: Yellow 6 becomes 2.'],
  ['remove', 'vase', 'Your last vase comes back: 4 points.'],
  ['give', 'die:y3', 'Yellow 3 for the upper place. Which one for the lower?'],
  ['take', 'cart:1', 'Blue 2, and which other die of the cart?'],
  ['score', 'fragment:4', 'Fragment 4 counts: 2 points.'],
  ['retire', 'square:c3', 'Blue 4 goes from c3 onto the round track.'],
])('%s: what is said fits what is picked already', async (name, first, sentence) => {
  const { asked } = show(name);
  const square = first.split('square:')[1];
  await fireEvent.click(square ? cell(square) : thing(first));
  expect(asked.now?.sentence).toBe(sentence);
});

test('who only looks is asked nothing', () => {
  const { asked } = show('turn', { moves: [], seat: null });
  expect(asked.now).toBeNull();
  cleanup();
  show('turn', { still: true });
  expect(screen.queryByRole('grid')).toBeNull();
});

test('a die that leapt comes from where it was, and the other one leaves', () => {
  const tells = [{ what: 'capture', seat: 1, square: 'd3', to: 'd5', die: 'y2', becomes: 'g2' }];
  show('after', { latest: [{ ply: 1, at: 0, seat: 1, deed: 'move', tells }] });
  expect(find('.arrives').getAttribute('style')).toContain('--down: 2px');
  expect(document.querySelectorAll('.leaving')).toHaveLength(1);
});
