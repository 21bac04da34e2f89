import { create } from 'zustand';

/** How the server is reached: whether live events come in and since when that is so, when requests were last answered and last not, and how many wait long. */
export const useLive = create<{
  readonly connected: boolean;
  readonly since: number;
  readonly answeredAt: number;
  readonly failedAt: number;
  readonly slow: number;
}>()(() => ({ connected: false, since: Date.now(), answeredAt: 0, failedAt: 0, slow: 0 }));
