/** The rules of a game and all the words that they need. */
import type { Component } from 'svelte';
import { RULES } from '../games';
import { loadWordsOf } from '../lib/words.svelte';

export interface RulesProps {
  /** The level of the headings: below that of whatever the rules are part of. */
  level: 2 | 3;
}

/** Tell whether the rules of a game can be read here. */
export function hasRules(game: string): boolean {
  return game in RULES;
}

/** Return the rules of a game, ready to be shown. */
export async function rulesOf(game: string): Promise<Component<RulesProps>> {
  const load = RULES[game];
  if (!load) throw new Error(`no rules for ${game}`);
  const [{ default: Rules }] = await Promise.all([load(), loadWordsOf('rules', `rules_${game}`, game)]);
  return Rules;
}
