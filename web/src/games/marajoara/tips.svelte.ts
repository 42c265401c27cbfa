/** Explains anything on the table: on hover, on focus by the keyboard, on a long press. */
import type { Attachment } from 'svelte/attachments';

const REST = 450;
const LONG_PRESS = 500;

export interface Shown {
  text: string;
  /** What it explains, as it lies on the screen. */
  box: DOMRect;
}

class Tips {
  now = $state.raw<Shown | null>(null);
}

export const tips = new Tips();

/** Explain an element by a sentence; `{@attach tip(sentence)}`. An empty sentence explains nothing. */
export function tip(text: string): Attachment<Element> {
  let timer: ReturnType<typeof setTimeout> | undefined;

  return (element) => {
    const stop = new AbortController();
    const { signal } = stop;
    const show = () => (tips.now = { text, box: element.getBoundingClientRect() });
    const wait = (delay: number) => {
      clearTimeout(timer);
      timer = setTimeout(show, delay);
    };
    const hide = () => {
      clearTimeout(timer);
      if (tips.now?.text === text) tips.now = null;
    };
    const listen = (name: string, run: (event: Event) => void) =>
      element.addEventListener(name, run, { signal, passive: true });

    if (text === '') return;
    listen('pointerenter', (event) => (event as PointerEvent).pointerType === 'mouse' && wait(REST));
    listen('pointerdown', (event) =>
      (event as PointerEvent).pointerType === 'mouse' ? hide() : wait(LONG_PRESS),
    );
    for (const name of ['pointerleave', 'pointerup', 'pointercancel', 'focusout']) listen(name, hide);
    listen('focusin', (event) => (event.target as Element).matches(':focus-visible') && wait(REST));
    return () => {
      stop.abort();
      hide();
    };
  };
}
