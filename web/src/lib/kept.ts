/** What this browser keeps of one's choices; what it will not keep holds until the page is closed. */

const meanwhile = new Map<string, string | null>();

/** Return what is kept under a name. */
export function kept(name: string): string | null {
  const held = meanwhile.get(name);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keep something under a name; null forgets it. */
export function keep(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
    meanwhile.delete(name);
  } catch {
    meanwhile.set(name, text);
  }
}
