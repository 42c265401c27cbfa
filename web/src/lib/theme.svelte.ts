/** Noon or Night dig: as the system has it, unless somebody chose. */
import { keep, kept } from './kept';

export const THEMES = ['system', 'noon', 'night'] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = 'digsite.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

class Choice {
  #chosen = $state<Theme>(chosen());

  get chosen(): Theme {
    return this.#chosen;
  }

  choose(theme: Theme): void {
    this.#chosen = theme;
    keep(KEPT, theme === 'system' ? null : theme);
    show();
  }
}

function chosen(): Theme {
  const found = kept(KEPT);
  return THEMES.find((theme) => theme === found) ?? 'system';
}

export const theme = new Choice();

function show(): void {
  const isNight = theme.chosen === 'system' ? dark.matches : theme.chosen === 'night';
  document.documentElement.dataset.theme = isNight ? 'night' : 'noon';
}

dark.addEventListener('change', show);
show();
