import { beforeEach, expect, test } from 'vitest';
import { Choices } from './choices';
import { Hand } from './hand.svelte';
import { cellOf } from './squares';

const MOVES = ['I0 e4', 'I0 g2', 'I1 c6'].map((text) => ({ text, points: 0 }));
let hand: Hand;

beforeEach(() => {
  hand = new Hand();
  hand.begin('first', 'I', new Choices(MOVES));
});

const inSquare = (name: string) => ({ x: cellOf(name).x + 0.5, y: cellOf(name).y + 0.5 });

test('a tile near a place where it fits jumps there', () => {
  hand.hover(inSquare('f6'));
  expect(hand.move?.text).toBe('I0 e4');
});

test('a tile far from any such place is where it is held, and has no move', () => {
  hand.carry(inSquare('a6'));
  expect(hand.placement?.at).toBe('a4');
  expect(hand.move).toBeUndefined();
});

test('a tap covers the square, turned if need be', () => {
  hand.tap(cellOf('g3'));
  expect(hand.move?.text).toBe('I0 g2');
  hand.tap(cellOf('c6'));
  expect(hand.move?.text).toBe('I1 c6');
  expect(hand.pose).toBe(1);
});

test('a tap where nothing fits shows the tile there all the same', () => {
  hand.tap(cellOf('a1'));
  expect(hand.grip).toBe('set');
  expect(hand.move).toBeUndefined();
});

test('a click leaves the tile where it was shown, though the pointer is beside it', () => {
  hand.hover(inSquare('f6'));
  hand.tap(cellOf('f6'));
  expect(hand.grip).toBe('set');
  expect(hand.move?.text).toBe('I0 e4');
});

test('a click where the tile was shown not to fit looks for a place over that square', () => {
  hand.hover(inSquare('c5'));
  expect(hand.move).toBeUndefined();
  hand.tap(cellOf('c6'));
  expect(hand.move?.text).toBe('I1 c6');
});

test('arrows go square by square, also over what does not fit', () => {
  hand.nudge(1, 0);
  expect(hand.move?.text).toBe('I0 e4');
  hand.nudge(1, 0);
  expect(hand.placement?.at).toBe('f4');
  expect(hand.move).toBeUndefined();
  hand.nudge(1, 2);
  expect(hand.move?.text).toBe('I0 g2');
});

test('N goes from place to place where it fits, and round', () => {
  const seen = [1, 1, 1, 1, -1].map((step) => {
    hand.next(step);
    return hand.move?.text;
  });
  expect(seen).toEqual(['I0 e4', 'I0 g2', 'I1 c6', 'I0 e4', 'I1 c6']);
});

test('four turns in place change nothing', () => {
  hand.begin('second', 'F', new Choices([{ text: 'F0 e4', points: 0 }]));
  hand.start();
  const before = hand.placement?.text;
  for (let i = 0; i < 4; i++) hand.turn();
  expect(hand.placement?.text).toBe(before);
  hand.flip();
  hand.flip();
  expect(hand.placement?.text).toBe(before);
});

test('the same round again leaves the tile where it is; another one takes the next tile', () => {
  hand.tap(cellOf('g3'));
  hand.begin('first', 'I', new Choices([]));
  expect(hand.move?.text).toBe('I0 g2');
  hand.begin('second', 'X', new Choices([]));
  expect(hand.tile).toBe('X');
  expect(hand.placement).toBeNull();
});
