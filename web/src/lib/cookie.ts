/** What the house may know before the page runs. */

const YEAR = 365 * 24 * 60 * 60;

/** Return what a cookie says. */
export function cookie(name: string): string | null {
  const found = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? null;
}

/** Let a cookie say a word for a year. */
export function setCookie(name: string, word: string): void {
  document.cookie = `${name}=${word}; path=/; max-age=${YEAR}; samesite=lax`;
}
