import { setTimeout as sleep } from 'node:timers/promises';

/** What a database that does not answer must not hold up: whoever asks is told so. @throws Error after so many milliseconds */
export const within = <T>(ms: number, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    sleep(ms, undefined, { ref: false }).then((): never => {
      throw new Error(`no answer within ${ms} ms`);
    }),
  ]);
