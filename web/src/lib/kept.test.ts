import { afterEach, expect, test, vi } from 'vitest';
import { keep, kept } from './kept';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

test('what is kept is there again, until it is forgotten', () => {
  expect(kept('name')).toBeNull();
  keep('name', 'Ann');
  expect([kept('name'), localStorage.getItem('name')]).toEqual(['Ann', 'Ann']);
  keep('name', null);
  expect(kept('name')).toBeNull();
});

test('what a full browser does not take holds as long as the page does', () => {
  keep('name', 'Ann');
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', {
    getItem: () => 'Ann',
    setItem: full,
    removeItem: full,
    clear: () => undefined,
  });
  keep('name', 'Ben');
  expect(kept('name')).toBe('Ben');
  keep('name', null);
  expect(kept('name')).toBeNull();
  vi.unstubAllGlobals();
  keep('name', 'Cas');
  expect(kept('name')).toBe('Cas');
});

test('where a browser forbids it, choices hold as long as the page does', () => {
  vi.stubGlobal('localStorage', undefined);
  keep('name', 'Ann');
  expect(kept('name')).toBe('Ann');
  keep('name', null);
  expect(kept('name')).toBeNull();
});
