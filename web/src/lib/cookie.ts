/** Lets the house know something before the page runs. */

const YEAR = 365 * 24 * 60 * 60;

/** Let a cookie say a word, from now on for a year. */
export function tellHouse(name: string, word: string): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${word}; path=/; max-age=${YEAR}; samesite=strict${secure}`;
}
