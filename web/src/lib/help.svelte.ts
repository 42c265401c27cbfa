/** The help of the house: what keys do, everywhere and where one is just now. */
import { untrack } from 'svelte';
import type { Key } from './words.svelte';

/** Keys, by their names or what is printed on them, and what they do. */
export interface KeyLine {
  press: string[];
  does: Key;
  /** A letter or sign that works wherever the focus is, unless one wants no such shortcuts. */
  isAnywhere?: true;
}

/** What a page adds as long as it is shown. */
export interface Topic {
  title: () => string;
  keys: KeyLine[];
  /** What to do first, in one to three sentences. */
  steps?: () => string[];
}

class Help {
  open = $state(false);
  #topics = $state.raw<Topic[]>([]);

  get topics(): Topic[] {
    return this.#topics;
  }

  /** Add a topic; return what takes it away again, for an effect. */
  add(topic: Topic): () => void {
    this.#topics = [...untrack(() => this.#topics), topic];
    return () => (this.#topics = this.#topics.filter((other) => other !== topic));
  }
}

export const help = new Help();
