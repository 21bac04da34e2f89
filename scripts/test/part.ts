/** Which of the long files `npm run test:full -- --part` takes. */
import { globSync } from 'node:fs';

/** Each commit takes one file of so many: with one of five, a machine of CI needed 35 minutes of its 30. */
export const parts = 7;

const kinds = ['{apps,packages,sandbox}/**/*.long.test.ts', 'e2e/*.long.spec.ts'];
const isForeign = (path: string): boolean => path.includes('node_modules');

/** The long files of each kind, from the top of the tree, that are left to whoever has another remainder of the seed. */
export const otherParts = (root: string, seed: number): string[] =>
  kinds.flatMap((pattern) =>
    globSync(pattern, { cwd: root, exclude: isForeign })
      .toSorted()
      .filter((_, at) => at % parts !== seed % parts),
  );
