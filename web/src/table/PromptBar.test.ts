import { cleanup, fireEvent, render } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadWords, loadWordsOf } from '../lib/words.svelte';
import PromptBar from './PromptBar.svelte';

const run = vi.fn();
const cancel = vi.fn();

beforeEach(async () => {
  await loadWords('en');
  await loadWordsOf('play');
  render(PromptBar, {
    prompt: { sentence: 'Pick something.', confirm: { label: 'Take it', run }, cancel },
    waiting: '',
    complaint: '',
    plays: true,
    children: createRawSnippet(() => ({ render: () => '<span></span>' })),
  });
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test('Escape undoes a pick wherever the focus is', async () => {
  await fireEvent.keyDown(document.body, { key: 'Escape' });
  await fireEvent.keyDown(document.querySelector('.bar') as Element, { key: 'Escape' });
  expect(cancel).toHaveBeenCalledTimes(2);
});

test('Enter is the main button where nothing has the focus, and else belongs to what has it', async () => {
  await fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(run).toHaveBeenCalledTimes(1);
  await fireEvent.keyDown(document.querySelector('button') as Element, { key: 'Enter' });
  expect(run).toHaveBeenCalledTimes(1);
});

test('a key that a board has made use of is not used twice', async () => {
  const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  event.preventDefault();
  await fireEvent(document.body, event);
  expect(cancel).not.toHaveBeenCalled();
});
