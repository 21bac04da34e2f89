import { loadNamespaces } from '../lib/i18n.ts';
import { laterTexts } from '../locales/namespaces.ts';
import { beginScreen, menuAt } from './areas.ts';

/** What shows that somebody is there: a page that is only looked at for a moment fetches nothing more. */
const signs = ['pointermove', 'pointerdown', 'keydown'] as const;
/** One after the other, each when nothing else is to do, so that none holds up what somebody does. */
const pauseMs = 300;

const idle = (run: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run);
  else setTimeout(run, pauseMs);
};

/**
 * Once somebody uses the page, fetches the screens of every day with their texts, the drawers and the palette: they open then though the server hangs, and say so
 * themselves. A line that is said to be slow or dear is left alone.
 */
function followUse(): void {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean; readonly effectiveType?: string } };
  if (connection?.saveData || connection?.effectiveType?.includes('2g')) return;
  const parts = [
    () => void loadNamespaces([laterTexts, 'tools']).catch(() => undefined),
    ...menuAt('bar').flatMap(({ leads }) => ('to' in leads ? [() => beginScreen(leads.to)] : [])),
    () => void import('./drawer-pages.tsx').catch(() => undefined),
    () => void import('./commands.tsx').catch(() => undefined),
  ];
  const next = (): void => {
    parts.shift()?.();
    if (parts.length > 0) setTimeout(idle, pauseMs, next);
  };
  const used = new AbortController();
  const begin = (): void => {
    used.abort();
    idle(next);
  };
  for (const sign of signs) addEventListener(sign, begin, { signal: used.signal, passive: true });
}

// What tells of a server that went away has to be here before it does.
void import('./failure.tsx').catch(() => undefined);
followUse();
