import { create } from 'zustand';

interface Followed {
  /** The last known state of each item, by its key in the inbox. */
  readonly states: Readonly<Record<string, number>>;
  follow(key: string, state: number): void;
  drop(key: string): void;
}

/** What somebody has asked for, or gone to decide about, while this page is open: they are told what becomes of it. */
export const useFollowed = create<Followed>()((set) => ({
  states: {},
  follow: (key, state) =>
    set(({ states }) => (states[key] === state ? { states } : { states: { ...states, [key]: state } })),
  drop: (key) => set(({ states: { [key]: _gone, ...states } }) => ({ states })),
}));
