/** What takes long to draw comes piece by piece, so that frames and fingers come in between. */

/** Count up to a number while the component lives, each time in a task of its own. */
export function oneByOne(all: () => number, first: number): { readonly now: number } {
  let now = $state(first);
  $effect(() => {
    if (now >= all()) return;
    const timer = setTimeout(() => (now += 1));
    return () => clearTimeout(timer);
  });
  return {
    get now() {
      return now;
    },
  };
}
