/** What was chosen before a deal, in the words of the game. */
import { hasWords, sayAny } from './words.svelte';

/** Return a few words for each option that differs from its default. */
export function optionTexts(game: string, options: Record<string, string>): string[] {
  return Object.entries(options)
    .map(([key, value]) => [`${game}.option_${key}_${value}`, `${game}.with_${key}`].find(hasWords))
    .filter((key) => key !== undefined)
    .map((key) => sayAny(key));
}
