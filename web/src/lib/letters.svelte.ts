/** Whether single letters and signs are shortcuts wherever the focus is; voice control and slips may press them. */
import { keep, kept } from './kept';

const KEPT = 'digsite.letters';
const NONE = 'none';

class Letters {
  #areOn = $state(kept(KEPT) !== NONE);

  get areOn(): boolean {
    return this.#areOn;
  }

  /** Return a letter or sign as the shortcut of a button; none where it is no shortcut. */
  shortcut(key: string): string | undefined {
    return this.#areOn ? key : undefined;
  }

  choose(areOn: boolean): void {
    this.#areOn = areOn;
    keep(KEPT, areOn ? null : NONE);
  }
}

export const letters = new Letters();
