/** How a page comes to a table: it sits down, and adds its part of the shuffle, without being asked by anybody. */
import type { TableShown } from '../wire/messages';
import { forget, note, remembered, restore } from './fairMemory';
import { Refused } from './http';
import { noteStart, renewing, showing, sittingDown, stepAt, type Step } from './ownPart';
import type { Deed } from './socket';

/** How long a house that is busy is left alone, in milliseconds: a start does not wait for ever. */
const AGAIN_AFTER = 3000;

export class Coming {
  /** Whether the page is sitting down by itself. */
  isSitting = $state(false);
  /** Why that did not work. */
  trouble = $state.raw<unknown>(null);
  /** Whether one's part of the shuffle is not in this browser: somebody else has to do something. */
  isLost = $state(false);
  /** What was done by itself: everything once, and the part of the shuffle once for each start. */
  #done = new Set<string>();
  #about: TableShown | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: string,
    readonly run: (deed: Deed) => Promise<void>,
  ) {}

  /** Do what a table asks for that is shown now. */
  see(about: TableShown): void {
    this.#about = about;
    noteStart(this.table, about);
    const isHidden = about.places.some(({ yours, nonce }) => yours && nonce === 'hidden');
    this.isLost = isHidden && (this.isLost || !remembered(this.table));
    const step = stepAt(this.table, about);
    if (step && !this.#done.has(nameOf(step, about))) void this.#take(step, about);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** Take a chair, with a part of the shuffle that was made only now. */
  async sit(chair: number, invitation = ''): Promise<void> {
    if (!this.#about) return;
    await this.#bring(sittingDown(this.table, this.#about, chair, invitation));
    this.trouble = null;
    this.isLost = false;
  }

  /** Leave one's chair; whoever takes one again makes another part of the shuffle. */
  async stand(): Promise<void> {
    const memory = remembered(this.table);
    forget(this.table); // before it is heard of: another tab would sit down again with it
    try {
      await this.run({ what: 'stand' });
    } catch (error) {
      if (memory) restore(this.table, memory);
      throw error;
    }
  }

  /** Stand up and sit down again, where one's part of the shuffle is lost. */
  async sitAgain(chair: number, invitation: string): Promise<void> {
    this.#done.add('sit');
    await this.stand();
    await this.sit(chair, invitation);
  }

  async #take(step: Step, about: TableShown): Promise<void> {
    const name = nameOf(step, about);
    this.#done.add(name);
    this.isSitting = step.what === 'sit';
    try {
      await (step.what === 'sit' ? this.sit(step.chair) : this.#bring(deedOf(step, this.table, about)));
    } catch (error) {
      if (step.what === 'sit') this.trouble = error;
      else if (error instanceof Refused && error.isForNow) this.#tryAgain(name);
    } finally {
      this.isSitting = false;
    }
  }

  /** Do a deed that brings one's part; a house that does not take it may have got another one from elsewhere. */
  async #bring(deed: Deed): Promise<void> {
    try {
      await this.run(deed);
      note(this.table, { isDoubtful: false });
    } catch (error) {
      if (error instanceof Refused && !error.isForNow) note(this.table, { isDoubtful: true });
      if (error instanceof Refused && error.code === 'nonce_differs') this.isLost = true;
      throw error;
    }
  }

  #tryAgain(name: string): void {
    this.#timer = setTimeout(() => {
      this.#done.delete(name);
      if (this.#about) this.see(this.#about);
    }, AGAIN_AFTER);
  }
}

function nameOf({ what }: Step, { broken }: TableShown): string {
  return what === 'sit' ? what : `${what} ${broken.length}`;
}

function deedOf({ what }: Step, table: string, about: TableShown): Deed {
  return what === 'show_nonce' ? showing(table, about) : renewing(table, about);
}
