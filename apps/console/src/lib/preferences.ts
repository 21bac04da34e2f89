import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type Theme = 'light' | 'dark';

interface Preferences {
  readonly theme: Theme;
  toggleTheme(): void;
}

const preferred = (): Theme =>
  typeof matchMedia === 'function' && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      theme: preferred(),
      toggleTheme: () => set((state) => ({ theme: state.theme === 'dark' ? 'light' : 'dark' })),
    }),
    { name: 'holdfast.preferences', version: 1 },
  ),
);

/** Stored state may have been tampered with or be of another version: only the two themes exist. */
export function applyTheme(theme: string): void {
  document.documentElement.dataset.theme = theme === 'dark' ? 'dark' : 'light';
}
