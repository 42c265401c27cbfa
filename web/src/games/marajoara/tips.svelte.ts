/**
 * Explains anything on the table: on hover, on focus by the keyboard, on a long press.
 *
 * Elements only keep their sentence; `Tip.svelte` listens for all of them, so that a board of a hundred things
 * with new sentences after every move costs nothing.
 */
import type { Attachment } from 'svelte/attachments';

const REST = 450;
const LONG_PRESS = 500;

const texts = new WeakMap<Element, string>();

export interface Shown {
  text: string;
  /** What it explains, as it lies on the screen. */
  box: DOMRect;
}

class Tips {
  #now = $state.raw<Shown | null>(null);
  #element: Element | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isPress = false;

  /** What is to be seen now. */
  get now(): Shown | null {
    return this.#now;
  }

  /** Somebody rests with the mouse, or with the focus, on something. */
  rest(target: EventTarget | null): void {
    const element = explained(target);
    if (element !== this.#element) this.#wait(element, REST, false);
  }

  /** A finger comes down on something: if it stays, it wants to know, not to pick. */
  press(target: EventTarget | null): void {
    this.#wait(explained(target), LONG_PRESS, true);
  }

  /** Tell whether a click is the end of a long press, which has got its answer. */
  get isAnswered(): boolean {
    return this.#isPress && this.#now !== null;
  }

  hide(): void {
    this.#wait(null, 0, false);
  }

  /** What an element said is not true any more. */
  forget(element: Element): void {
    if (element === this.#element) this.hide();
  }

  #wait(element: Element | null, delay: number, isPress: boolean): void {
    clearTimeout(this.#timer);
    this.#now = null;
    this.#element = element;
    this.#isPress = isPress;
    if (element) this.#timer = setTimeout(() => this.#show(element), delay);
  }

  #show(element: Element): void {
    this.#now = { text: texts.get(element) ?? '', box: element.getBoundingClientRect() };
  }
}

export const tips = new Tips();

/** Return the innermost thing around a target that has something to say. */
function explained(target: EventTarget | null): Element | null {
  let element = target instanceof Element ? target : null;
  while (element && !texts.has(element)) element = element.parentElement;
  return element;
}

/** Explain an element by a sentence; `{@attach tip(sentence)}`. An empty sentence explains nothing. */
export function tip(text: string): Attachment<Element> {
  return (element) => {
    if (text !== '') texts.set(element, text);
    return () => {
      texts.delete(element);
      tips.forget(element);
    };
  };
}
