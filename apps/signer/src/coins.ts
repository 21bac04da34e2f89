import { ChainError, type PathParts, parsePath } from '@holdfast/chains';

/** The parts of a path of ours; undefined for any other, as an intent may well name one. */
export function ownPath(path: string): PathParts | undefined {
  try {
    return parsePath(path);
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
}
