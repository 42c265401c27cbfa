/**
 * Several people at one screen who choose in secret: the screen is handed on before the next one chooses.
 *
 * Choices are secret where several of one's own seats are asked at the same time. What the next one sees is
 * no secret before they have chosen, so that the board stays where it is; it only waits.
 */
import type { GameShown } from '../wire/messages';

export class Passing {
  /** Whose turn it is at this screen. */
  #asked = $state<number | null>(null);
  /** Who has the screen. */
  #holder = $state<number | null>(null);
  #isSecret = false;

  /** The seat that the screen is to be handed to; none while it is in the right hands. */
  get next(): number | null {
    return this.#asked === this.#holder ? null : this.#asked;
  }

  /** See who is asked now. */
  see({ you, due }: Pick<GameShown, 'you' | 'due'>): void {
    const asked = you?.seats.filter((seat) => due.includes(seat)) ?? [];
    if (!you || asked.length === 0) {
      this.#asked = this.#holder;
      return;
    }
    this.#isSecret ||= asked.length > 1;
    this.#asked = you.seat;
    if (!this.#isSecret) this.#holder = you.seat;
    this.#holder ??= you.seat;
  }

  /** The next one has the screen. */
  take(): void {
    this.#holder = this.#asked;
  }
}
