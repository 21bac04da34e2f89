import { useSyncExternalStore } from 'react';

/** Widths at which the layout changes, as Tailwind has them: px of 16 to the rem. */
const queries = { md: '(min-width: 48rem)', lg: '(min-width: 64rem)', xl: '(min-width: 80rem)' } as const;
export type Screen = 'sm' | keyof typeof queries;

const lists = (): readonly MediaQueryList[] =>
  typeof matchMedia === 'function' ? Object.values(queries).map((query) => matchMedia(query)) : [];

function follow(changed: () => void): () => void {
  const all = lists();
  for (const list of all) list.addEventListener('change', changed);
  return () => {
    for (const list of all) list.removeEventListener('change', changed);
  };
}

function now(): Screen {
  if (typeof matchMedia !== 'function') return 'xl';
  const fitting = (['xl', 'lg', 'md'] as const).find((name) => matchMedia(queries[name]).matches);
  return fitting ?? 'sm';
}

/** How wide the screen is, for what cannot be said in the stylesheet. */
export const useScreen = (): Screen => useSyncExternalStore(follow, now);
