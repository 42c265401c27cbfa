/** Which page an address leads to. All but the first are loaded when they are asked for. */
import type { Component } from 'svelte';
import { DOORS } from '../games';
import { loadWordsOf } from '../lib/words.svelte';
import Home from './Home.svelte';

export interface Page {
  /** A page with another key is another page. */
  key: string;
  props: Record<string, string>;
  load: () => Promise<{ default: Component<Record<string, string>> }>;
}

type Module = Promise<{ default: unknown }>;

/** The pages by their address; what is in brackets becomes a prop. */
const ADDRESSES: [RegExp, parts: string[], load: () => Module][] = [
  [/^\/$/, ['home', ...Object.keys(DOORS)], () => Promise.resolve({ default: Home })],
  [/^\/play\/(?<game>[a-z]+)$/, ['setup'], () => import('./SetUp.svelte')],
  [/^\/table\/(?<table>[A-Za-z0-9_-]{22})$/, ['play'], () => import('./Table.svelte')],
  [/^\/table\/(?<table>[A-Za-z0-9_-]{22})\/replay$/, ['replay', 'play'], () => import('./Replay.svelte')],
  [/^\/replay$/, ['replay', 'play'], () => import('./Replay.svelte')],
  [/^\/rules\/(?<game>[a-z]+)$/, [], () => import('./Rules.svelte')],
];

/** Return the page at an address; where there is none, the page that says so. */
export function pageAt(path: string): Page {
  for (const [pattern, parts, load] of ADDRESSES) {
    const match = pattern.exec(path);
    if (match) return { key: path, props: { ...match.groups }, load: () => ready(parts, load) };
  }
  return { key: 'lost', props: {}, load: () => ready([], () => import('./Lost.svelte')) };
}

async function ready(parts: string[], load: () => Module): ReturnType<Page['load']> {
  const [module] = await Promise.all([load(), loadWordsOf(...parts)]);
  return module as Awaited<ReturnType<Page['load']>>;
}
