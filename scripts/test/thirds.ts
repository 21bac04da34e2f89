/** Which of the long files a run of a third of them takes. */
import { globSync } from 'node:fs';

const kinds = ['{apps,packages,sandbox}/**/*.long.test.ts', 'e2e/*.long.spec.ts'];
const isForeign = (path: string): boolean => path.includes('node_modules');

/** Two of three long files of each kind, by the seed, from the top of the tree: these are left to whoever has another remainder. */
export const otherThirds = (root: string, seed: number): string[] =>
  kinds.flatMap((pattern) =>
    globSync(pattern, { cwd: root, exclude: isForeign })
      .toSorted()
      .filter((_, at) => at % 3 !== seed % 3),
  );
