/** Which of the long files a run of half of them takes. */
import { globSync } from 'node:fs';

const kinds = ['{apps,packages,sandbox}/**/*.long.test.ts', 'e2e/*.long.spec.ts'];
const isForeign = (path: string): boolean => path.includes('node_modules');

/** Every second long file of each kind, by the seed, from the top of the tree: these are left to whoever has the other parity. */
export const otherHalf = (root: string, seed: number): string[] =>
  kinds.flatMap((pattern) =>
    globSync(pattern, { cwd: root, exclude: isForeign })
      .toSorted()
      .filter((_, at) => at % 2 !== seed % 2),
  );
