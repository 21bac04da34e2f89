/** Tells workers that there may be something to do now. Whoever has news is made before the workers are. */
export interface Waker {
  /** @param work for whom, by name; for everybody where it is not said */
  wake(work?: string): void;
  /** Whom to wake from now on. */
  add(sleeper: { wake(work?: string): void }): void;
}

export function createWaker(): Waker {
  const sleepers: { wake(work?: string): void }[] = [];
  return {
    wake(work) {
      for (const each of sleepers) each.wake(work);
    },
    add: (sleeper) => void sleepers.push(sleeper),
  };
}
