import { useEffect } from 'react';

/** The items that are on the page in full, by their keys. */
const read = new Set<string>();

/** This item is on the page in full, as long as whoever calls is. */
export function useReadHere(key: string): void {
  useEffect(() => {
    read.add(key);
    return () => void read.delete(key);
  }, [key]);
}
export const isReadHere = (key: string): boolean => read.has(key);
