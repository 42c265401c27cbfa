import { cleanup, fireEvent, render, within } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { GAMES } from '../games';
import { LANGUAGES, loadWords, type Language } from '../lib/words.svelte';
import { rulesOf } from './load';

const CODES = Object.keys(LANGUAGES) as Language[];

vi.setConfig({ testTimeout: 60_000 }); // hundreds of squares and dice at once, in four languages
afterEach(cleanup);

async function show(game: string, level: 2 | 3 = 2) {
  await loadWords('en');
  const shown = render(await rulesOf(game), { level });
  await vi.waitFor(() => expect(shown.container.querySelector('.boards:not(:has(*))')).toBeNull(), 30_000);
  return shown;
}

/** Return what all elements say; roles would take seconds to find among so many squares. */
function texts(container: HTMLElement, selector: string): (string | null)[] {
  return [...container.querySelectorAll(selector)].map((element) => element.textContent);
}

test.each(GAMES)(
  'the rules of %s can be read in every language, and every chapter is listed',
  async (game) => {
    const { container } = await show(game);
    for (const code of CODES) {
      await loadWords(code);
      await tick();
      expect(texts(container, 'nav a').length).toBeGreaterThan(5);
      expect(texts(container, 'nav a')).toEqual(texts(container, '.text h2'));
    }
    for (const link of container.querySelectorAll('nav a'))
      expect(container.querySelector(link.getAttribute('href') ?? '')).not.toBeNull();
  },
);

test('in a dialog the headings are one level lower', async () => {
  const { container } = await show('scarab', 3);
  expect(texts(container, 'h2')).toEqual([]);
  expect(texts(container, '.text h3')).toEqual(texts(container, 'nav a'));
});

test('a reader tries a move, sees what it does, and starts again', async () => {
  const { container } = await show('scarab');
  const chapter = container.querySelector<HTMLElement>('#turn');
  if (!chapter) throw new Error('no chapter about turns');
  const sentence = () => chapter.querySelector('.sentence')?.textContent;
  const square = () => chapter.querySelector('[data-square="h6"]');
  const again = within(chapter).getByText('Start again');
  expect(again).toHaveProperty('disabled', true);

  const asked = sentence();
  await fireEvent.click(square() as Element);
  await fireEvent.click(square() as Element);
  expect(sentence()).toContain('Anna goes e6 – h6 and takes +3.');

  await fireEvent.click(again);
  await tick();
  expect(sentence()).toBe(asked);
});

test('nobody has rules for an unknown game', async () => {
  await expect(rulesOf('chess')).rejects.toThrow('chess');
});
