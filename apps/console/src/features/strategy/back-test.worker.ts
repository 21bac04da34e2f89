import { compare, type PastPayment, parsePolicy } from '@holdfast/policy';

export interface Task {
  readonly past: readonly PastPayment[];
  /** Canonical texts. */
  readonly inForce: string;
  readonly draft: string;
}

/** Often enough to be seen moving, seldom enough to cost nothing. */
const told = 1_000;

addEventListener('message', ({ data }: MessageEvent<Task>) => {
  const step = (done: number): void => {
    if (done % told === 0) postMessage({ progress: done });
  };
  postMessage(compare(data.past, parsePolicy(data.inForce), parsePolicy(data.draft), step));
});
