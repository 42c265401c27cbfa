/** Numbers that count up, or down, to what they are. */
import { prefersReducedMotion, Tween } from 'svelte/motion';

/** How many milliseconds it takes, however far it is. */
const TAKES = 280;

/** Return a number on its way to a value, from another one at first; who wants no motion sees the value at once. */
export function counted(value: () => number, from = value): { readonly current: number } {
  const duration = prefersReducedMotion.current ? 0 : TAKES;
  const tween = new Tween(duration ? from() : value(), { duration });
  $effect.pre(() => void tween.set(value()));
  return {
    get current() {
      return Math.round(tween.current);
    },
  };
}
