import { eventsPath, type LiveEvent, liveEvent } from '@holdfast/contract';
import { requestHeaders } from './api.ts';

const firstPauseMs = 500;
const longestPauseMs = 15_000;
/** The server sends a heartbeat well within this. */
const silenceMs = 45_000;

/** More than any event of ours: a stream without an end of line is not read for ever. */
const longestLine = 65_536;

/** What a stream tells: whether it is open (said again with each heartbeat), an event, or that events may have been missed. */
export type News = { readonly open: boolean } | { readonly event: LiveEvent } | { readonly missed: true };
export type Tell = (news: News) => void;

/** undefined for what is no JSON, which no schema takes. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function receive(line: string, tell: Tell): void {
  if (!line.startsWith('data:')) return;
  const parsed = liveEvent.safeParse(readJson(line.slice(5)));
  if (parsed.success) tell({ event: parsed.data });
}

async function follow(tell: Tell, signal: AbortSignal): Promise<void> {
  const quiet = new AbortController();
  let timer = setTimeout(() => quiet.abort(), silenceMs);
  try {
    const response = await fetch(eventsPath, {
      headers: requestHeaders(),
      /** It never ends, and nothing on the page waits for it. */
      priority: 'low',
      signal: AbortSignal.any([signal, quiet.signal]),
    });
    if (!response.ok || !response.body || !response.headers.get('content-type')?.includes('event-stream')) return;
    tell({ open: true });
    let rest = '';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => quiet.abort(), silenceMs);
      tell({ open: true });
      const lines = (rest + chunk.value).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > longestLine) throw new RangeError('an event without an end');
      for (const line of lines) receive(line, tell);
    }
  } finally {
    clearTimeout(timer);
    quiet.abort();
    tell({ open: false });
  }
}

/** Follows the server's events until the signal is aborted: again after each break, with growing pauses, since events may have been missed. */
export async function followStream(tell: Tell, signal: AbortSignal): Promise<void> {
  for (let pause = firstPauseMs; !signal.aborted; pause = Math.min(pause * 2, longestPauseMs)) {
    const began = Date.now();
    await follow(tell, signal).catch(() => undefined);
    if (signal.aborted) return;
    if (Date.now() - began > longestPauseMs) pause = firstPauseMs;
    await new Promise((done) => setTimeout(done, pause));
    if (!signal.aborted) tell({ missed: true });
  }
}
