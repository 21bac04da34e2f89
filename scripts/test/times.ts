/** Where the tests' time goes, by file. */
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface TestFile {
  /** From the top of the tree. */
  readonly file: string;
  readonly seconds: number;
}

const sorted = (files: readonly TestFile[]): TestFile[] => files.toSorted((a, b) => b.seconds - a.seconds);
const rounded = (seconds: number): string => seconds.toFixed(seconds < 10 ? 1 : 0);

/** The files that took longest, a line each. */
export const slowest = (files: readonly TestFile[], most: number): string =>
  sorted(files)
    .slice(0, most)
    .map(({ file, seconds }) => `  ${rounded(seconds).padStart(6)} s  ${file}`)
    .join('\n');

/** By folder, so that a page of a few lines accounts for all of it. */
function byFolder(files: readonly TestFile[]): TestFile[] {
  const folders = new Map<string, number>();
  for (const { file, seconds } of files) {
    const folder = file.split('/').slice(0, 2).join('/');
    folders.set(folder, (folders.get(folder) ?? 0) + seconds);
  }
  return sorted([...folders].map(([file, seconds]) => ({ file, seconds })));
}

const readme = path.join(import.meta.dirname, '../../bench/README.md');
const table = (rows: readonly TestFile[]): string =>
  rows.map(({ file, seconds }) => `| ${file} | ${rounded(seconds)} |`).join('\n');

/** Rewrites the part of bench/README.md about one size of run. Times of files overlap, since two run side by side. */
export function writeTimes(
  files: readonly TestFile[],
  run: { readonly full: boolean; readonly seconds: number },
): void {
  const name = run.full ? 'npm run test:full' : 'npm test';
  const [begin, end] = [`<!-- times ${name} -->`, `<!-- /times ${name} -->`];
  const total = `\`${name}\`: ${(run.seconds / 60).toFixed(1)} minutes on ${os.cpus().length} cores.`;
  const head = '| longest files | s |\n|---|--:|';
  const body = [
    total,
    `${head}\n${table(sorted(files).slice(0, 20))}`,
    `| folder | s |\n|---|--:|\n${table(byFolder(files))}`,
  ];
  const text = readFileSync(readme, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Error(`bench/README.md has no ${begin}`);
  writeFileSync(readme, `${before}${begin}\n${body.join('\n\n')}\n${end}${after}`);
}
