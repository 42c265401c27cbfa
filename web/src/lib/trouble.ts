/** Why something did not work, in the reader's language. */
import { Refused } from './http';
import { hasWords, say, sayAny, type Values } from './words.svelte';

/** Return the sentence of a refusal, or of anything else that went wrong; `values` have better words for its holes. */
export function whyNot(error: unknown, values: Values = {}): string {
  if (!(error instanceof Refused) || !hasWords(`errors.${error.code}`)) return say('page.went_wrong');
  return sayAny(`errors.${error.code}`, { ...error.values, ...values });
}
