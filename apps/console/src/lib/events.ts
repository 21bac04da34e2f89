import { eventsPath, liveEvent } from '@holdfast/contract';
import { requestHeaders } from './api.ts';
import { knownAreas } from './area.ts';
import { useLive } from './live.ts';
import { queryClient } from './query.ts';

const firstPauseMs = 500;
const longestPauseMs = 15_000;
/** The server sends a heartbeat well within this. */
const silenceMs = 45_000;

/** More than any event of ours: a stream without an end of line is not read for ever. */
const longestLine = 65_536;

/** undefined for what is no JSON, which no schema takes. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function receive(line: string): void {
  if (!line.startsWith('data:')) return;
  const parsed = liveEvent.safeParse(readJson(line.slice(5)));
  if (!parsed.success) return;
  for (const { live } of knownAreas())
    for (const key of live?.[parsed.data.topic] ?? []) void queryClient.invalidateQueries({ queryKey: [...key] });
}

async function follow(signal: AbortSignal): Promise<void> {
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
    useLive.setState({ connected: true, since: Date.now() });
    let rest = '';
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      clearTimeout(timer);
      timer = setTimeout(() => quiet.abort(), silenceMs);
      const lines = (rest + chunk.value).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > longestLine) throw new RangeError('an event without an end');
      for (const line of lines) receive(line);
    }
  } finally {
    clearTimeout(timer);
    quiet.abort();
    if (useLive.getState().connected) useLive.setState({ connected: false, since: Date.now() });
  }
}

/** Follows live events until told to stop; after a break everything is read anew, since events may have been missed. */
export function followEvents(): () => void {
  const stop = new AbortController();
  void (async () => {
    for (let pause = firstPauseMs; !stop.signal.aborted; pause = Math.min(pause * 2, longestPauseMs)) {
      const began = Date.now();
      await follow(stop.signal).catch(() => undefined);
      if (stop.signal.aborted) return;
      if (Date.now() - began > longestPauseMs) pause = firstPauseMs;
      await new Promise((done) => setTimeout(done, pause));
      void queryClient.invalidateQueries();
    }
  })();
  return () => stop.abort();
}
