/** A place in a game as an address has it: `?at=12&seat=1`. */

export interface Place {
  /** The event; null where none is named. */
  at: number | null;
  /** The seat whose side is seen; null where none is named. */
  seat: number | null;
}

export function readPlace(search: string): Place {
  const asked = new URLSearchParams(search);
  return { at: count(asked.get('at')), seat: count(asked.get('seat')) };
}

export function writePlace({ at, seat }: Place): string {
  const parts = [at === null ? '' : `at=${at}`, seat === null ? '' : `seat=${seat}`].filter(Boolean);
  return parts.length ? `?${parts.join('&')}` : '';
}

function count(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
