import { useEffect, useState } from 'react';

const everyMs = 10 * 60_000;
const timeoutMs = 5_000;

/** The version that the server says it runs; undefined when it cannot be asked or says something else. */
async function serverVersion(): Promise<string | undefined> {
  try {
    const reply = await fetch('/version', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
    const body: unknown = await reply.json();
    return typeof body === 'object' && body !== null && 'version' in body && typeof body.version === 'string'
      ? body.version
      : undefined;
  } catch {
    return undefined;
  }
}

/** How the server answers: not at all, as at first, or with another version than this page began with. */
export type Reached = 'down' | 'same' | 'new';

/** What this page began with is what the server said first, so a page and a server of different builds never ask for endless refreshes. */
let first: string | undefined;

export async function askVersion(): Promise<Reached> {
  const version = await serverVersion();
  if (version === undefined) return 'down';
  first ??= version;
  return version === first ? 'same' : 'new';
}

/**
 * Has the server been given another version since this page was loaded? Asked now and then, when one comes back to the tab, and when a part of the page
 * could not be had: where no screen breaks for it (schemas, texts), this is how one learns of it. A server that is down has no new version.
 */
export function useNewVersion(): boolean {
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    const ask = async (): Promise<void> => {
      if (document.visibilityState !== 'hidden' && (await askVersion()) === 'new') setNew(true);
    };
    const onEvent = (): void => void ask();
    onEvent();
    const timer = setInterval(onEvent, everyMs);
    document.addEventListener('visibilitychange', onEvent);
    addEventListener('vite:preloadError', onEvent);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onEvent);
      removeEventListener('vite:preloadError', onEvent);
    };
  }, []);
  return isNew;
}
