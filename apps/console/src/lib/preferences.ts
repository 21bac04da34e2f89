import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { kept, storedOneOf } from './stored.ts';

export const themes = ['system', 'light', 'dark'] as const;
export const densities = ['normal', 'compact'] as const;
const checklists = ['none', 'open', 'folded'] as const;
type Theme = (typeof themes)[number];

/** What somebody likes, whoever is logged in: kept when they log out. The language is the cookie's business. */
interface Preferences {
  readonly theme: Theme;
  readonly density: (typeof densities)[number];
  /** IANA name; '' is the device's. */
  readonly timeZone: string;
  /** Origin of the signer's page on which somebody decides in this browser; '' where nobody has chosen. The server has no part in it. */
  readonly page: string;
  /** The first steps of a workspace on the overview: whether some were left when it was last seen, and whether they are folded away. */
  readonly checklist: (typeof checklists)[number];
  toggleTheme(): void;
}

/** Does this browser know the time zone? */
function isTimeZone(name: string): boolean {
  try {
    return name.length <= 64 && new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const isOrigin = (text: string): boolean => /^https?:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?$/.test(text);

const systemDark = (): MediaQueryList | undefined =>
  typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;

/** The theme that is shown: what is chosen, or what the device likes. */
export const shownTheme = (theme: Theme): 'light' | 'dark' =>
  theme === 'system' ? (systemDark()?.matches ? 'dark' : 'light') : theme;

export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      theme: 'system',
      density: 'normal',
      timeZone: '',
      page: '',
      checklist: 'none',
      toggleTheme: () => set(({ theme }) => ({ theme: shownTheme(theme) === 'dark' ? 'light' : 'dark' })),
    }),
    kept('preferences', ({ theme, density, timeZone, page, checklist }) => ({
      theme: storedOneOf(theme, themes, 'system'),
      density: storedOneOf(density, densities, 'normal'),
      timeZone: typeof timeZone === 'string' && timeZone !== '' && isTimeZone(timeZone) ? timeZone : '',
      page: typeof page === 'string' && isOrigin(page) ? page : '',
      checklist: storedOneOf(checklist, checklists, 'none'),
    })),
  ),
);

/** IANA name of the device's zone. `Intl` loads its locale data to tell it, on a phone for 50 ms before the first request may leave. */
export const deviceTimeZone = (): string =>
  typeof Temporal === 'undefined' ? Intl.DateTimeFormat().resolvedOptions().timeZone : Temporal.Now.timeZoneId();

/** The zone in which times are shown and which the server is told. */
export const shownTimeZone = (): string => usePreferences.getState().timeZone || deviceTimeZone();

function apply({ theme, density }: Pick<Preferences, 'theme' | 'density'>): void {
  Object.assign(document.documentElement.dataset, { theme: shownTheme(theme), density });
}

/** Puts theme and density on the page, now and whenever they or the device's theme change. */
export function followPreferences(): void {
  apply(usePreferences.getState());
  usePreferences.subscribe(apply);
  systemDark()?.addEventListener('change', () => apply(usePreferences.getState()));
}
