/** A clock that stands still until it is moved. */
export interface TestClock {
  (): Date;
  /** Moves the time forward by milliseconds. */
  advance(ms: number): void;
  set(time: Date): void;
}

export function fixedClock(start = new Date('2026-03-01T09:00:00Z')): TestClock {
  let now = start.getTime();
  const clock = () => new Date(now);
  return Object.assign(clock, {
    advance: (ms: number) => {
      now += ms;
    },
    set: (time: Date) => {
      now = time.getTime();
    },
  });
}
