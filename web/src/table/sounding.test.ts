import { expect, test } from 'vitest';
import type { HappenedShown } from '../wire/messages';
import { soundOf, type Heard } from './sounding';

const QUIET: Heard = { isTurn: false, isOver: false, latest: [] };
const MOVED: Heard = { ...QUIET, latest: [{ ply: 1 } as HappenedShown] };

test('a move is heard once', () => {
  expect(soundOf(QUIET, MOVED)).toBe('move');
  expect(soundOf(MOVED, MOVED)).toBeNull();
  expect(soundOf(MOVED, QUIET)).toBeNull();
});

test('one’s turn is heard rather than the move that brought it', () => {
  expect(soundOf(QUIET, { ...MOVED, isTurn: true })).toBe('turn');
  expect(soundOf({ ...QUIET, isTurn: true }, { ...MOVED, isTurn: true })).toBe('move');
});

test('the end is heard once, and nothing after it', () => {
  const over = { ...MOVED, isOver: true };
  expect(soundOf({ ...QUIET, isTurn: true }, over)).toBe('over');
  expect(soundOf(over, { ...over, latest: [] })).toBeNull();
});
