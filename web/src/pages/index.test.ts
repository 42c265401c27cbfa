import { beforeAll, expect, test } from 'vitest';
import { loadWords } from '../lib/words.svelte';
import { pageAt } from '.';

const TABLE = 'a-Table_with22letters-';

beforeAll(() => loadWords('en'));

test.each([
  ['/', {}],
  ['/play/scarab', { game: 'scarab' }],
  [`/table/${TABLE}`, { table: TABLE }],
  [`/table/${TABLE}/replay`, { table: TABLE }],
  ['/replay', {}],
  ['/rules/marajoara', { game: 'marajoara' }],
])('%s is a page', async (path, props) => {
  const page = pageAt(path);
  expect([page.key, page.props]).toEqual([path, props]);
  expect(await page.load()).toHaveProperty('default');
});

test.each(['/table/short', '/play/', '/rules/scarab/more', '/nowhere'])('%s is lost', async (path) => {
  const page = pageAt(path);
  expect(page.key).toBe('lost');
  expect(await page.load()).toHaveProperty('default');
});
