import { knownAreas } from './area.ts';
import { useLive } from './live.ts';
import { oneOfTabs } from './one-of-tabs.ts';
import { queryClient } from './query.ts';
import { useSession } from './session.ts';
import { followStream, type News } from './stream.ts';

/** What nobody looks at is asked for when somebody does (queries that are stale are, then), not at every event. */
const refetchType = (): 'active' | 'none' => (document.visibilityState === 'visible' ? 'active' : 'none');

function take(news: News): void {
  if ('open' in news) {
    const { open: connected } = news;
    if (useLive.getState().connected !== connected) useLive.setState({ connected, since: Date.now() });
  } else if ('missed' in news) void queryClient.invalidateQueries({ refetchType: refetchType() });
  else
    for (const { live } of knownAreas())
      for (const key of live?.[news.event.topic] ?? [])
        void queryClient.invalidateQueries({ queryKey: [...key], refetchType: refetchType() });
}

/** The tabs of one session, named by nothing that could be used as one. */
async function nameOfTabs(): Promise<string> {
  const token = new TextEncoder().encode(useSession.getState().token);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', token));
  return `holdfast.events.${digest.slice(0, 16).join('.')}`;
}

/** Only a secure context has locks; elsewhere each tab follows by itself. */
async function follow(signal: AbortSignal): Promise<void> {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return followStream(take, signal);
  const name = await nameOfTabs();
  if (!signal.aborted) await oneOfTabs(name, followStream, take, signal);
}

/**
 * Follows live events until told to stop; after a break everything is read anew, since events may have been missed. A page that is left gives its
 * connection up at once, though the browser may keep the page to come back to.
 */
export function followEvents(): () => void {
  let stop = new AbortController();
  const begin = (): void => {
    stop = new AbortController();
    void follow(stop.signal);
  };
  const left = (): void => stop.abort();
  const back = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    take({ missed: true });
    begin();
  };
  addEventListener('pagehide', left);
  addEventListener('pageshow', back);
  begin();
  return () => {
    removeEventListener('pagehide', left);
    removeEventListener('pageshow', back);
    stop.abort();
  };
}
