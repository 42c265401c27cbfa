/** The keys of stepping through a game. */
import type { KeyLine } from '../lib/help.svelte';
import { isCovered } from '../lib/keys';
import type { Head } from './head.svelte';

/** What the help says of them. */
export const KEYS: KeyLine[] = [
  { press: ['arrows'], does: 'play.keys_step' },
  { press: ['home', 'end'], does: 'play.keys_ends' },
  { press: ['space'], does: 'play.keys_space' },
];

const STEPS: Record<string, (head: Head) => void> = {
  ArrowLeft: (head) => head.step(-1),
  ArrowRight: (head) => head.step(1),
  Home: (head) => head.seek(0),
  End: (head) => head.seek(head.last),
};

/** Do what a key asks for, unless it means something to whatever has the focus. Return whether it was done. */
export function press(event: KeyboardEvent, head: Head): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isCovered()) return false;
  const focus = event.target instanceof Element ? event.target : null;
  const isOn = (selector: string) => focus?.matches(selector) ?? false;
  if (event.key === ' ') {
    if (isOn('input:not([type=range]), textarea, select, button, a, summary')) return false;
    head.toggle();
    return true;
  }
  const step = STEPS[event.key];
  if (!step || isOn('input, textarea, select')) return false;
  step(head);
  return true;
}
