/** One tab stop for a group of buttons: arrows lead from one to the next. */
import type { Attachment } from 'svelte/attachments';

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Make the buttons of an element one tab stop; `{@attach roving}`. */
export const roving: Attachment<HTMLElement> = (group) => {
  let current: HTMLElement | undefined;
  const stop = new AbortController();
  const { signal } = stop;

  function buttons(): HTMLElement[] {
    return [...group.querySelectorAll<HTMLElement>('button')];
  }

  /** The button one left, else the first that can be picked, else the first. */
  function settle(): void {
    const all = buttons();
    const open = all.find((button) => button.getAttribute('aria-disabled') !== 'true');
    const stays = current && all.includes(current) && current === document.activeElement;
    current = stays ? current : (open ?? all[0]);
    for (const button of all) button.tabIndex = button === current ? 0 : -1;
  }

  function step(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const all = buttons();
    const at = all.indexOf(event.target as HTMLElement);
    const by = STEPS[event.key];
    if (at < 0 || by === undefined) return;
    all[(at + by + all.length) % all.length]?.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  function focused(event: FocusEvent): void {
    const all = buttons();
    current = all.find((button) => button === event.target) ?? current;
    for (const button of all) button.tabIndex = button === current ? 0 : -1;
  }

  group.addEventListener('keydown', step, { signal });
  group.addEventListener('focusin', focused, { signal });
  const watch = new MutationObserver(settle);
  watch.observe(group, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['aria-disabled'],
  });
  settle();
  return () => {
    watch.disconnect();
    stop.abort();
  };
};
