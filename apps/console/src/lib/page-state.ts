import { useEffect, useRef, useState } from 'react';

/** How long a page's state is kept after the page was left (spec §4, §9). */
export const keptMs = 5 * 60_000;
/** Where drafts lie in this tab's own storage (`draft.ts`). */
export const drafts = 'holdfast.draft.';
/** More pages than anybody leaves within that time. */
const most = 100;

interface Kept {
  readonly value: unknown;
  readonly until: number;
}
const pages = new Map<string, Kept>();

export function keepPageState(key: string, value: unknown): void {
  pages.delete(key);
  pages.set(key, { value, until: Date.now() + keptMs });
  for (const oldest of pages.keys()) if (pages.size > most) pages.delete(oldest);
}

/** What was kept under `key`, unless it is older than five minutes. */
export function recallPageState(key: string): unknown {
  const kept = pages.get(key);
  if (kept && kept.until > Date.now()) return kept.value;
  pages.delete(key);
  return undefined;
}

/**
 * At log-out: nothing of one user is shown to the next.
 * @param all also drafts; a session that ended by itself leaves these to whoever wrote them (`draft.ts`)
 */
export function forgetPageStates(all = true): void {
  pages.clear();
  if (!all) return;
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(drafts)) sessionStorage.removeItem(key);
  } catch {
    // No storage, no drafts in it.
  }
}

/**
 * State of a page that is found again when one comes back within five minutes: filters, scroll position, an opened row. In memory only.
 * @param key the page's path and what of it: `transactions.scroll`. One key always holds one type.
 */
export function usePageState<T>(key: string, initial: T): readonly [T, (next: T) => void] {
  const [value, setValue] = useState<T>(() => (recallPageState(key) as T | undefined) ?? initial);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
    keepPageState(key, value);
  }, [key, value]);
  useEffect(() => () => keepPageState(key, latest.current), [key]);
  return [value, setValue];
}
