import { useEffect, useState } from 'react';

/** The current time, renewed every `everyMs`: at the same moments for all who ask for it so often. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      timer = setTimeout(tick, everyMs - (Date.now() % everyMs));
    };
    const tick = (): void => {
      setNow(Date.now());
      wait();
    };
    wait();
    return () => clearTimeout(timer);
  }, [everyMs]);
  return now;
}
