/** Noon or Night dig: as the system has it, unless somebody chose. */

export const THEMES = ['system', 'noon', 'night'] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = 'digsite.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

class Choice {
  #chosen = $state<Theme>(kept());

  get chosen(): Theme {
    return this.#chosen;
  }

  choose(theme: Theme): void {
    this.#chosen = theme;
    if (theme === 'system') localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, theme);
    show();
  }
}

function kept(): Theme {
  const found = localStorage.getItem(KEPT);
  return THEMES.find((theme) => theme === found) ?? 'system';
}

export const theme = new Choice();

function show(): void {
  const isNight = theme.chosen === 'system' ? dark.matches : theme.chosen === 'night';
  document.documentElement.dataset.theme = isNight ? 'night' : 'noon';
}

dark.addEventListener('change', show);
show();
