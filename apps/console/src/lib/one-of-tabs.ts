import { liveEvent } from '@holdfast/contract';
import type { News, Tell } from './stream.ts';

/** Whoever follows tells something within a heartbeat, or a try to connect and the pause after it; a tab that the system put to sleep does not. */
const goneMs = 75_000;
const asks = 'asks';

/** Of a message of another tab, perhaps of another version: undefined for what is not understood. */
function readNews(data: unknown): News | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  if ('open' in data && typeof data.open === 'boolean') return { open: data.open };
  if ('missed' in data) return { missed: true };
  const parsed = liveEvent.safeParse('event' in data ? data.event : undefined);
  return parsed.success ? { event: parsed.data } : undefined;
}

/** Calls back when nothing was heard for a time, unless nobody looks at this tab: then there is no hurry. */
function onSilence(then: () => void): { heard: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout>;
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => (document.visibilityState === 'visible' ? then() : heard()), goneMs);
  };
  heard();
  return { heard, stop: () => clearTimeout(timer) };
}

/** One turn: waits for the lock, follows while it has it. @returns whether the lock is to be taken from a tab that is silent */
async function turn(
  name: string,
  steal: boolean,
  lead: (signal: AbortSignal) => Promise<void>,
  watch: (then: () => void) => () => void,
  signal: AbortSignal,
): Promise<boolean> {
  const over = new AbortController();
  const end = AbortSignal.any([signal, over.signal]);
  let silent = false;
  const unwatch = watch(() => {
    silent = true;
    over.abort();
  });
  const leading = async (): Promise<void> => {
    unwatch();
    await lead(end);
  };
  try {
    await navigator.locks.request(name, steal ? { steal } : { signal: end }, leading);
  } catch (error) {
    // Given up, or taken by another tab. Where the browser gives no lock at all, this tab follows by itself.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await leading();
  } finally {
    unwatch();
    over.abort();
  }
  return silent;
}

/**
 * Of all tabs that call this with the same name one follows, and tells the others, so that a browser keeps one connection for it and not one a
 * tab. When that tab goes, or is silent, another takes its place; what happened in between is told as missed.
 * @param follow runs until its signal is aborted
 * @param tell is called in every tab
 */
export async function oneOfTabs(
  name: string,
  follow: (tell: Tell, signal: AbortSignal) => Promise<void>,
  tell: Tell,
  signal: AbortSignal,
): Promise<void> {
  const channel = new BroadcastChannel(name);
  let leads = false;
  let open: boolean | undefined;
  let heard: () => void = () => undefined;
  const take: Tell = (news) => {
    if ('open' in news) open = news.open;
    tell(news);
  };
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === asks && leads && open !== undefined) channel.postMessage({ open });
    const news = readNews(data);
    if (news === undefined || leads) return;
    heard();
    take(news);
  };
  channel.postMessage(asks);
  const tellAll: Tell = (news) => {
    channel.postMessage(news);
    take(news);
  };
  const lead = async (end: AbortSignal): Promise<void> => {
    leads = true;
    if (open !== undefined) tellAll({ missed: true });
    await follow(tellAll, end).finally(() => {
      leads = false;
    });
  };
  const watch = (then: () => void): (() => void) => {
    const silence = onSilence(then);
    heard = silence.heard;
    return silence.stop;
  };
  for (let steal = false; !signal.aborted; ) steal = await turn(name, steal, lead, watch, signal);
  channel.close();
}
