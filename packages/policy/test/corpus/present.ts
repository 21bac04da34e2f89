import { createHash } from 'node:crypto';
import { readVectors } from '../read-vectors.ts';

/** The files of vectors that hold what was signed and how it was judged. */
const files = [
  'intents',
  'rows',
  'documents',
  'changes',
  'keygen',
  'exports',
  'refusals',
  'approvals',
  'freezes',
  'evaluations',
  'rulings',
  'steps',
  'transactions',
  'book',
  'held',
] as const;

/** What stands beside a list of vectors, and counts for all of them. */
function entriesOf(file: string): unknown[] {
  const vectors = readVectors<object>(file);
  if (Array.isArray(vectors)) return vectors;
  const around = Object.fromEntries(Object.entries(vectors).filter(([, value]) => !Array.isArray(value)));
  const lists = Object.values(vectors).filter((value) => Array.isArray(value));
  return [around, ...lists.flat()];
}

/** One line for each thing of the corpus as it stands: file, and the first 16 digits of the SHA-256 of its JSON. */
export const presentIndex = (): string[] =>
  files.flatMap((file) =>
    entriesOf(file).map((entry) => {
      const hash = createHash('sha256').update(JSON.stringify(entry)).digest('hex');
      return `${file} ${hash.slice(0, 16)}`;
    }),
  );
