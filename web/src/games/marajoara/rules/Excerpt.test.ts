import { render } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import { loadWords, loadWordsOf } from '../../../lib/words.svelte';
import { examplesOf } from '../../../rules/steps';
import examples from '../examples.json';
import Excerpt from './Excerpt.svelte';

test('a board has the parts that an excerpt may leave out, and no others', async () => {
  await Promise.all([loadWords('en'), loadWordsOf('marajoara', 'rules')]);
  const { container } = render(Excerpt, { start: examplesOf(examples).cart, caption: '', shows: [] });
  const parts = [...(container.querySelector('.board')?.children ?? [])].map(({ classList }) => classList[0]);
  expect(parts).toEqual(['site', 'choice', 'museums', 'cart', 'tracks']);
});
