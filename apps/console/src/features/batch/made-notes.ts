import { create } from 'zustand';

type Notes = Readonly<Record<number, readonly string[]>>;
const useNotes = create<Notes>()(() => ({}));
const none: readonly string[] = [];

/** Keeps what is to be said of how a draft's rows were made, until the page is loaded anew. */
export const keepMade = (batchId: number, said: readonly string[]): void => useNotes.setState({ [batchId]: said });

export const useMadeNotes = (batchId: number): readonly string[] => useNotes((notes) => notes[batchId]) ?? none;
