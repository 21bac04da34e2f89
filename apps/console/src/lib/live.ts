import { create } from 'zustand';

/** How the server is reached: whether live events come in and since when that is so, and when requests were last answered and last not. */
export const useLive = create<{
  readonly connected: boolean;
  readonly since: number;
  readonly answeredAt: number;
  readonly failedAt: number;
}>()(() => ({ connected: false, since: Date.now(), answeredAt: 0, failedAt: 0 }));

/** Requests that have no answer yet, each by its time limit: from when on that is worth a word. */
export const lateAt = new Map<AbortSignal, number>();
