import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Hearing } from './hearing.svelte';

interface Struck {
  hertz: number;
  at: number;
}
let struck: Struck[];
let loudest: number;

class Param {
  value = 0;
  setValueAtTime(): void {}
  exponentialRampToValueAtTime(value: number): void {
    loudest = Math.max(loudest, value);
  }
}
class Node {
  frequency = new Param();
  gain = new Param();
  connect(other: unknown): unknown {
    return other;
  }
  start(at: number): void {
    struck.push({ hertz: this.frequency.value, at });
  }
  stop(): void {}
}
class Context {
  currentTime = 0;
  destination = {};
  resume = () => Promise.resolve();
  createOscillator = () => new Node();
  createGain = () => new Node();
}

beforeEach(() => {
  struck = [];
  loudest = 0;
  vi.stubGlobal('AudioContext', Context);
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('nothing is heard until somebody asks for it', async () => {
  const hearing = new Hearing();
  await hearing.play('over');
  expect(hearing.isOn).toBe(false);
  expect(struck).toEqual([]);
});

test('whoever asks hears at once what it is like, softly', async () => {
  const hearing = new Hearing();
  await hearing.choose(true);
  expect(struck.length).toBeGreaterThan(0);
  expect(loudest).toBeLessThan(0.2);
});

test('the sounds differ, and one’s turn rises', async () => {
  const hearing = new Hearing();
  await hearing.choose(true);
  const heard = async (sound: 'move' | 'turn' | 'over') => {
    struck = [];
    await hearing.play(sound);
    return struck.filter(({ hertz }) => hertz < 1000).toSorted((one, other) => one.at - other.at);
  };
  const [move, turn, over] = [await heard('move'), await heard('turn'), await heard('over')];
  expect([move.length, turn.length, over.length]).toEqual([1, 2, 4]);
  expect(turn[1]?.hertz).toBeGreaterThan(turn[0]?.hertz ?? 0);
});

test('the choice is remembered, and so is silence', async () => {
  await new Hearing().choose(true);
  const again = new Hearing();
  expect(again.isOn).toBe(true);
  await again.choose(false);
  struck = [];
  await again.play('turn');
  expect(struck).toEqual([]);
  expect(new Hearing().isOn).toBe(false);
});

test('before the page was touched it stays silent, and a device without sound is no trouble', async () => {
  localStorage.setItem('digsite.sounds', 'yes');
  vi.stubGlobal('navigator', { languages: ['en'], userActivation: { hasBeenActive: false } });
  await new Hearing().play('turn');
  expect(struck).toEqual([]);
  vi.unstubAllGlobals();
  vi.stubGlobal('AudioContext', undefined);
  vi.resetModules();
  await expect(new Hearing().play('turn')).resolves.toBeUndefined();
});
