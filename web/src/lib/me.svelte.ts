/** Who one is here: nobody at first, a guest from the first table on, nobody again after logging out. */
import { http, Refused, type Schemas } from './http';
import { keep } from './kept';
import { newKey } from './key';
import { say } from './words.svelte';

type Me = Schemas['Me'];
type Code = Schemas['Code'];

/** Changes when one becomes somebody else, or is called otherwise: the other tabs of this browser hear of it. */
const CHANGED = 'digsite.me';

class Guest {
  #now = $state<Me | null>(null);
  #hasLooked = false;
  #coming: Promise<void> | null = null;
  #meeting: Promise<void> | null = null;
  #whenOther: (() => void)[] = [];

  /** Who one is; null before one has come in. */
  get now(): Me | null {
    return this.#now;
  }

  constructor() {
    addEventListener('storage', ({ key }) => {
      if (key === CHANGED) this.look().catch(() => undefined); // one is told who one is by the next deed
    });
  }

  /** Find out who one is, unless that is known; several who ask wait for one answer. */
  async meet(): Promise<void> {
    if (this.#hasLooked) return;
    this.#meeting ??= this.look().finally(() => (this.#meeting = null));
    await this.#meeting;
  }

  /** Find out who one is now; another tab may have made one somebody else. */
  async look(): Promise<void> {
    const found = await this.#ask();
    const isOther = this.#hasLooked && found?.id !== this.#now?.id;
    this.#now = found;
    this.#hasLooked = true;
    if (isOther) this.#tell();
  }

  async #ask(): Promise<Me | null> {
    try {
      return await http.get<Me | null>('/api/me');
    } catch (error) {
      if (!(error instanceof Refused && error.code === 'who_are_you')) throw error;
      return null;
    }
  }

  /** Do something whenever one becomes somebody else: what the house knows by the cookie is not true any more. */
  whenOther(run: () => void): void {
    this.#whenOther.push(run);
  }

  /** Come in, under a name of the house's choice unless one has another; several who ask share one guest. */
  async comeIn(name = guestName()): Promise<void> {
    if (this.#now) return;
    this.#coming ??= this.#welcome(name).finally(() => (this.#coming = null));
    await this.#coming;
  }

  /** Come in under a name, or take it if one is in already. */
  async comeInAs(name: string): Promise<void> {
    await this.comeIn(name);
    if (this.#now?.name !== name) await this.rename(name);
  }

  async #welcome(name: string): Promise<void> {
    await this.look();
    if (!this.#now) this.#become(await http.post<Me>('/api/me', { name }));
  }

  /** Take another name, for tables to come. */
  async rename(name: string): Promise<void> {
    if (!this.#now) return this.#become(await http.post<Me>('/api/me', { name }));
    this.#now = await http.patch<Me>('/api/me', { name });
    keep(CHANGED, newKey());
  }

  /** Go on as whoever got this code on another device. */
  async carry(code: string): Promise<void> {
    this.#become(await http.post<Me>('/api/me/device', { code }));
  }

  /** Delete oneself: one is nobody then. */
  async forget(): Promise<void> {
    await http.delete('/api/me');
    this.#become(null);
  }

  /** Be nobody on this device. */
  async logOut(): Promise<void> {
    await http.delete('/api/me/session');
    this.#become(null);
  }

  /** Be nobody on any device; what comes back is the only way back. */
  async logOutEverywhere(): Promise<Code | null> {
    const code = await http.delete<Code>('/api/me/sessions');
    this.#become(null);
    return code;
  }

  #become(other: Me | null): void {
    this.#hasLooked = true;
    this.#now = other;
    keep(CHANGED, newKey());
    this.#tell();
  }

  #tell(): void {
    for (const run of this.#whenOther) run();
  }
}

function guestName(): string {
  return say('page.guest', { number: String(1000 + Math.floor(Math.random() * 9000)) });
}

export const me = new Guest();
