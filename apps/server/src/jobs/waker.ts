/** Tells workers that there may be something to do now. Whoever has news is made before the workers are. */
export interface Waker {
  wake(): void;
  /** Whom to wake from now on. */
  add(sleeper: { wake(): void }): void;
}

export function createWaker(): Waker {
  const sleepers: { wake(): void }[] = [];
  return {
    wake() {
      for (const each of sleepers) each.wake();
    },
    add: (sleeper) => void sleepers.push(sleeper),
  };
}
