import { beforeEach, expect, test } from 'vitest';
import { hasWords, language, listed, loadWords, loadWordsOf, numeral, say, sayAny } from './words.svelte';

beforeEach(() => loadWords('en'));

test('a sentence has its holes filled', async () => {
  await loadWordsOf('play');
  expect(say('play.waiting_for', { name: 'Ann' })).toBe('Waiting for Ann.');
});

test('a number decides the form, as each language counts', async () => {
  expect(say('table.points', { n: 1 })).toBe('1 point');
  expect(say('table.points', { n: 0 })).toBe('0 points');
  await loadWords('fr');
  expect(say('table.points', { n: 0 })).toBe('0 point');
  expect(say('table.points', { n: 2 })).toBe('2 points');
});

test('numbers and lists are written as the language does', async () => {
  await loadWords('de');
  expect(say('table.points', { n: 12345 })).toContain('12.345');
  expect(numeral(999)).toBe('999');
  expect(numeral(-1000)).toBe('−1.000');
  expect(numeral(2.5)).toBe('2,5');
  expect(listed(['Ann', 'Bob', 'Cas'])).toBe('Ann, Bob und Cas');
  expect(listed(['Ann'])).toBe('Ann');
  expect(listed([])).toBe('');
});

test('there is one minus, in numbers and in texts that are numbers', async () => {
  await loadWordsOf('scarab');
  expect(numeral(-5)).toBe('−5');
  expect(say('table.points', { n: -5 })).toBe('−5 points');
  expect(say('scarab.put', { seat: 'Ann-1', stone: '-8', to: 'c3' })).toBe('Ann-1 puts −8 back, on c3.');
});

test('words of a game come with it, and follow the language', async () => {
  await loadWordsOf('scarab');
  expect(sayAny('scarab.take', { seat: 'Ann', path: ['a1', 'a4'], stone: '+5' })).toContain('a1 – a4');
  await loadWords('nl');
  expect(language.now).toBe('nl');
  expect(document.documentElement.lang).toBe('nl');
  expect(hasWords('scarab.take')).toBe(true);
});

test('what nobody can say is an error, not silence', () => {
  expect(hasWords('errors.no_such_code')).toBe(false);
  expect(() => sayAny('errors.no_such_code')).toThrow('no words');
});

test('of two languages that are asked for, the last one is spoken, with all words wanted meanwhile', async () => {
  await Promise.all([loadWords('fr'), loadWords('de'), loadWordsOf('home')]);
  expect(language.now).toBe('de');
  expect(say('home.title')).toBe('Setz dich und grab los.');
});
