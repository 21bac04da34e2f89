import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folderOf = (module: string): string => dirname(fileURLToPath(import.meta.resolve(module)));

function hashSources(): string {
  const folders = [
    join(import.meta.dirname, '..'),
    ...['policy', 'chains', 'audit'].map((one) => folderOf(`@holdfast/${one}`)),
  ];
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const file of globSync('**/*.ts', { cwd: folder }).sort()) {
      if (file.endsWith('.test.ts')) continue;
      hash.update(`${file}\n`).update(
        createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest(),
      );
    }
  return hash.digest('hex');
}

let known: string | undefined;

/**
 * SHA-256 over the sources that make the state of the records, hex. A state is taken up by the very code that made it, or made anew: which change of the
 * code changes a state need not be known.
 */
export function codeHash(): string {
  known ??= hashSources();
  return known;
}
