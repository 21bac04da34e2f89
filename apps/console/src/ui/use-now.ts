import { useSyncExternalStore } from 'react';

/** A time that all who ask for it share, so that two of them never say two ages of one thing. */
interface Clock {
  now: number;
  readonly heard: Set<() => void>;
  readonly hear: (changed: () => void) => () => void;
}
const clocks = new Map<number, Clock>();
const staleMs = 1_000;

function makeClock(everyMs: number): Clock {
  let timer: ReturnType<typeof setInterval> | undefined;
  const heard = new Set<() => void>();
  const tick = (): void => {
    clock.now = Date.now();
    for (const changed of heard) changed();
  };
  const clock: Clock = {
    now: Date.now(),
    heard,
    hear: (changed) => {
      heard.add(changed);
      timer ??= setInterval(tick, everyMs);
      return () => {
        heard.delete(changed);
        if (heard.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
  clocks.set(everyMs, clock);
  return clock;
}

/** One that nobody has heard for a while stands still: it is put right before it is read. */
function clockOf(everyMs: number): Clock {
  const clock = clocks.get(everyMs) ?? makeClock(everyMs);
  if (clock.heard.size === 0 && Math.abs(Date.now() - clock.now) > staleMs) clock.now = Date.now();
  return clock;
}

/** The current time, renewed every `everyMs` for all who ask for it so often. */
export function useNow(everyMs: number): number {
  const clock = clockOf(everyMs);
  return useSyncExternalStore(clock.hear, () => clock.now);
}
