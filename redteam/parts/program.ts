import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Mutant } from '../removed/part.ts';
import { placeOf, writePackage } from '../sources.ts';

/** A copy of one of our packages without one of its checks. */
export interface Removed extends Mutant {
  readonly from: string;
}

/** Our programs as they are, or with one package in the place of which a copy is. */
export interface Program {
  /** Where a file of it lies, by its place below the project. */
  path(file: string): string;
  /** The module of that file. */
  load<Module>(file: string): Promise<Module>;
}

const programOf = (path: Program['path']): Program => ({
  path,
  load: async <Module>(file: string) => (await import(pathToFileURL(path(file)).href)) as Module,
});

export const original: Program = programOf(placeOf);

/** A copy for as long as `use` takes. @throws Error when the place is not there exactly once */
export async function withCopy<Result>(removed: Removed, use: (program: Program) => Promise<Result>): Promise<Result> {
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-part-'));
  try {
    const copy = writePackage(removed, dir);
    const isOwn = (file: string): boolean => `${file}/`.startsWith(`${removed.from}/`);
    const path = (file: string): string => (isOwn(file) ? join(copy, file.slice(removed.from.length)) : placeOf(file));
    return await use(programOf(path));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
