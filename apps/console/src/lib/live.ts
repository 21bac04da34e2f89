import { create } from 'zustand';

/** Whether live events come in, and since when that is so. */
export const useLive = create<{ readonly connected: boolean; readonly since: number }>()(() => ({
  connected: false,
  since: Date.now(),
}));
