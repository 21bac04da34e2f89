import { useEffect, useState } from 'react';

const everyMs = 10 * 60_000;
const timeoutMs = 10_000;

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

/**
 * Has the server been given another version since this page was loaded? Asked now and then, and when one comes back to the tab. What this page began
 * with is what the server said first, so a page and a server of different builds never ask for endless refreshes. A part of the page that is gone says so
 * too: where no screen breaks for it (schemas, texts), this is how one learns of it.
 */
export function useNewVersion(): boolean {
  const [isNew, setNew] = useState(false);
  useEffect(() => {
    let first: string | undefined;
    const ask = async (): Promise<void> => {
      if (document.visibilityState === 'hidden') return;
      const version = await serverVersion();
      first ??= version;
      if (version !== undefined && version !== first) setNew(true);
    };
    const onMissing = (): void => setNew(true);
    void ask();
    const onVisible = (): void => void ask();
    const timer = setInterval(onVisible, everyMs);
    document.addEventListener('visibilitychange', onVisible);
    addEventListener('vite:preloadError', onMissing);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      removeEventListener('vite:preloadError', onMissing);
    };
  }, []);
  return isNew;
}
