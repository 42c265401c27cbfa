import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawn } from './drawn';
import { Stage } from './stage.svelte';
import type { Step } from './steps';

const { stones } = drawn('. . +5');

function step(...path: string[]): Step {
  return { seat: 0, path, stone: '+5', square: path.at(-1) ?? '', stones, priest: path[0] ?? '' };
}

/** Return where the priest is seen, one place after the other, until nothing moves any more. */
function walked(stage: Stage): string[] {
  const seen: string[] = [];
  while (stage.scene) {
    if (stage.scene.priest !== seen.at(-1)) seen.push(stage.scene.priest);
    vi.advanceTimersToNextTimer();
  }
  return seen;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the priest is seen wherever it turns', () => {
  const stage = new Stage();
  stage.show([step('a1', 'a4', 'c4')]);
  expect(stage.scene).toMatchObject({ priest: 'a1', walks: false });
  expect(walked(stage)).toEqual(['a1', 'a4', 'c4']);
});

test('a quick answer waits until the walk before it is over', () => {
  const stage = new Stage();
  stage.show([step('a1', 'a4')]);
  vi.advanceTimersByTime(100);
  stage.show([step('a4', 'c4')]);
  expect(walked(stage)).toEqual(['a4', 'c4']);
});

test('what does not go on from there starts at once, and nothing ends everything', () => {
  const stage = new Stage();
  stage.show([step('a1', 'a4')]);
  stage.show([step('h1', 'h4')]);
  expect(stage.scene).toMatchObject({ priest: 'h1', walks: false });
  stage.show([]);
  expect(stage.scene).toBeNull();
});

test('what happens while nobody looks is walked once somebody does, the last steps at least', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const stage = new Stage();
  const away = ['a1', 'a4', 'c4', 'c6', 'e6', 'e2'];
  away.slice(1).forEach((square, index) => stage.show([step(away[index] ?? '', square)]));
  expect(stage.scene).toBeNull();
  hidden.mockRestore();
  stage.look();
  expect(walked(stage)).toEqual(['a4', 'c4', 'c6', 'e6', 'e2']);
});

test('the stone is gone from the board while it flies', () => {
  const stage = new Stage();
  stage.show([step('a1', 'c1')]);
  while (stage.scene && !stage.scene.flight) vi.advanceTimersToNextTimer();
  expect(stage.scene?.stones[2]).toBe('');
  expect(stage.scene?.flight).toMatchObject({ stone: '+5', square: 'c1', isBack: false });
});
