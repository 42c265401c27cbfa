/** Whether one wants to hear what happens: not until one asks for it. */
import { keep, kept } from './kept';
import type { Sound } from './sounds';

const KEPT = 'digsite.sounds';

export class Hearing {
  #isOn = $state(kept(KEPT) === 'yes');

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Hear sounds from now on, the first one at once, or none. */
  async choose(isOn: boolean): Promise<void> {
    this.#isOn = isOn;
    keep(KEPT, isOn ? 'yes' : 'no');
    await this.play('turn');
  }

  /** Play a sound, for those who want to hear it. */
  async play(sound: Sound): Promise<void> {
    if (!this.#isOn) return;
    try {
      const { play } = await import('./sounds');
      play(sound);
    } catch {
      // The house is away, or the device has no sound: what happens can be seen as well.
    }
  }
}

export const hearing = new Hearing();
