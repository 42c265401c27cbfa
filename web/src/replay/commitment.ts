/** The part of the fairness check that needs no house: a secret fits the promise that was made of it. */

/** Tell whether a promise was made of this secret; null where the browser cannot compute it. */
export async function isSecretOf(secret: string, commitment: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null; // browsers lend it to secure pages only
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === commitment;
}
