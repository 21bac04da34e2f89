import { recall, remember } from './language.ts';

const storageKey = 'holdfast.theme';
export type Theme = 'light' | 'dark';

const isTheme = (value: string | null): value is Theme => value === 'light' || value === 'dark';

/** The theme chosen before; without one the style sheet follows the system by itself. */
export function startTheme(asked: string | null): void {
  const chosen = isTheme(asked) ? asked : recall(storageKey);
  if (isTheme(chosen)) document.documentElement.dataset.theme = chosen;
}

export function themeNow(): Theme {
  const { theme } = document.documentElement.dataset;
  if (theme === 'light' || theme === 'dark') return theme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function toggleTheme(): Theme {
  const next = themeNow() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  remember(storageKey, next);
  return next;
}
