import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Library } from '../corpus/read.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The lines by which somebody would add a condition and the version that has it first, beside a file of its own. */
const edits: readonly (readonly [before: string, after: string])[] = [
  ["policyVersions = ['1', '2', '3', '4'] as const", "policyVersions = ['1', '2', '3', '4', '5'] as const"],
  [
    "import { initiators } from './initiators.ts';\n",
    "import { initiators } from './initiators.ts';\nimport { payees } from './payees.ts';\n",
  ],
  ['  nfts,\n};\n', '  nfts,\n  payees,\n};\n'],
];

/** A copy of this package with one condition more, in a folder of its own. Whoever made it removes it. */
export async function grow(): Promise<{ library: Library; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-grown-'));
  const source = join(folder, 'src');
  cpSync(at('../../src'), source, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(at('../../../../node_modules/@noble'), join(folder, 'node_modules/@noble'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const added = readFileSync(at('payees.ts'), 'utf8').replaceAll('../../src/', '../');
  writeFileSync(join(source, 'conditions/payees.ts'), added);
  const list = join(source, 'conditions/index.ts');
  let text = readFileSync(list, 'utf8');
  for (const [before, after] of edits) {
    if (!text.includes(before)) throw new Error(`no such line any more: ${before}`);
    text = text.replace(before, after);
  }
  writeFileSync(list, text);
  const library = (await import(pathToFileURL(join(source, 'index.ts')).href)) as Library;
  return { library, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
