/** When a key that is pressed anywhere on the page may mean something to it. */
import { letters } from './letters.svelte';

/** What one types into, or chooses from by letters. */
const TYPED = [
  'input:not([type=radio], [type=checkbox], [type=range], [type=file])',
  'textarea',
  'select',
  '[contenteditable]',
].join();

/** Tell whether a key is pressed on its own, and not typed into something. */
export function isShortcut(event: KeyboardEvent): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
  return isPlain && !(event.target instanceof Element && event.target.closest(TYPED));
}

/** Tell whether a key is a shortcut wherever the focus is: of letters and signs, unless one wants none. */
export function isShortcutAnywhere(event: KeyboardEvent): boolean {
  return isShortcut(event) && (letters.areOn || event.key.length > 1);
}

/** Tell whether a dialog lies over the page: keys are for that, wherever the focus is. */
export function isCovered(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

/** Tell whether a shortcut is left to the page: nothing has made use of it, and it is pressed once. */
export function isForPage(event: KeyboardEvent): boolean {
  return isShortcutAnywhere(event) && !event.defaultPrevented && !event.repeat && !isCovered();
}
