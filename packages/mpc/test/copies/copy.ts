import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const source = fileURLToPath(new URL('../../', import.meta.url));
const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** A place of the library's sources, and what stands there in a copy. */
export interface Change {
  /** Below `src`. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** The library and those of its parts that an attack works with. */
export interface Library {
  readonly mpc: typeof import('../../src/index.ts');
  readonly rvole: typeof import('../../src/dkls/rvole.ts');
  readonly base: typeof import('../../src/ot/base.ts');
}

/** What somebody does who keeps to the wire and not to the protocol. */
export interface Attack {
  readonly name: string;
  /** The check that stops it, taken out. */
  readonly without: Change;
  /** Does it get what it is after? */
  succeeds(library: Library): boolean;
}

/** The library whose package lies in a folder. */
export async function libraryIn(dir: string): Promise<Library> {
  const part = (file: string) => import(pathToFileURL(join(dir, 'src', file)).href);
  return { mpc: await part('index.ts'), rvole: await part('dkls/rvole.ts'), base: await part('ot/base.ts') };
}

/** The library as it is, loaded as the copies are. */
export const original = (): Promise<Library> => libraryIn(source);

/** A copy of the library with one place changed, for as long as `use` takes. @throws Error when the place is not there exactly once */
export async function withCopy<T>({ file, find, replace }: Change, use: (library: Library) => T): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'holdfast-mpc-'));
  try {
    cpSync(join(source, 'src'), join(dir, 'src'), { recursive: true });
    cpSync(join(source, 'package.json'), join(dir, 'package.json'));
    symlinkSync(modules, join(dir, 'node_modules'));
    const path = join(dir, 'src', file);
    const text = readFileSync(path, 'utf8');
    if (text.split(find).length !== 2) throw new Error(`${file} does not hold exactly once: ${find}`);
    writeFileSync(
      path,
      text.replace(find, () => replace),
    );
    return use(await libraryIn(dir));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** How a run that ends early ended. */
export function endOf(act: () => unknown): 'fault' | 'cheat' | 'done' {
  try {
    act();
    return 'done';
  } catch (error) {
    const kind = error instanceof Error && 'kind' in error ? error.kind : undefined;
    if (kind === 'fault' || kind === 'cheat') return kind;
    throw error;
  }
}
