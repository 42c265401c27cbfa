/** What takes long to draw comes piece by piece, each after the screen has shown the one before. */

/** Count up to a number while the component lives, once for every frame. */
export function oneByOne(all: () => number, first: number): { readonly now: number } {
  let now = $state(first);
  $effect(() => {
    if (now >= all()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => (now += 1))));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  });
  return {
    get now() {
      return now;
    },
  };
}
