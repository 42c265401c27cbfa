/** What this browser keeps of one's choices; where it keeps nothing, they hold until the page is closed. */

const meanwhile = new Map<string, string>();

/** Return what is kept under a name. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return meanwhile.get(name) ?? null;
  }
}

/** Keep something under a name; null forgets it. */
export function keep(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    if (text === null) meanwhile.delete(name);
    else meanwhile.set(name, text);
  }
}
