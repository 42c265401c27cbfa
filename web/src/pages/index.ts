/** Which page an address leads to. All but the first are loaded when they are asked for. */
import type { Component } from 'svelte';
import addresses from './addresses.json';
import { GAMES } from '../games';
import { loadWordsOf } from '../lib/words.svelte';
import Home from './Home.svelte';

type AnyPage = Component<Record<string, string>>;

export interface Page {
  /** A page with another key is another page. */
  key: string;
  props: Record<string, string>;
  load: () => Promise<{ default: AnyPage }>;
}

const PAGES: Record<string, () => Promise<unknown>> = {
  './Home.svelte': () => Promise.resolve({ default: Home }),
  ...import.meta.glob(['./*.svelte', '!./Home.svelte']),
};

/** What stands in the holes of an address becomes a prop. */
const HOLES: Record<string, string> = addresses.holes;
const ADDRESSES = addresses.pages.map(({ path, page, words, of_all_games = false }) => ({
  pattern: patternOf(path),
  page,
  words: of_all_games ? [...words, ...GAMES] : words,
}));

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, (_, hole: string) => `(?<${hole}>${HOLES[hole]})`)}$`);
}

/** Return the page at an address; where there is none, the page that says so. */
export function pageAt(path: string): Page {
  for (const { pattern, page, words } of ADDRESSES) {
    const match = pattern.exec(path);
    if (match) return { key: path, props: { ...match.groups }, load: () => ready(page, words) };
  }
  return { key: 'lost', props: {}, load: () => ready('Lost', []) };
}

async function ready(page: string, words: string[]): ReturnType<Page['load']> {
  const load = PAGES[`./${page}.svelte`];
  if (!load) throw new Error(`no page ${page}`);
  const [module] = await Promise.all([load(), loadWordsOf(...words)]);
  return module as { default: AnyPage };
}
