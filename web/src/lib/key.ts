const BYTES = 12;

/** Return what a deed is called: nobody else has the same, nor can guess it. Also where a page is not secure. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
