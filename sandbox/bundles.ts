import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
/** What Node has compiled of the sources, for the next process that loads them: half of a start is compiling. */
export const compiled = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compiled') };
const bundles = ['apps/approver', 'apps/recovery', 'apps/console'] as const;
const shared = ['packages', 'scripts/styles-last.ts', 'package-lock.json', 'tsconfig.base.json'];
const skip = new Set(['node_modules', 'dist', 'test', 'coverage']);

function* filesUnder(place: string): Generator<string> {
  if (statSync(place).isFile()) {
    yield place;
    return;
  }
  for (const entry of readdirSync(place).sort()) if (!skip.has(entry)) yield* filesUnder(path.join(place, entry));
}

/** SHA-256 over the names and contents of everything a bundle is made of. */
function sourceHash(bundle: string): string {
  const hash = createHash('sha256');
  for (const place of [bundle, ...shared])
    for (const file of filesUnder(path.join(root, place)))
      if (!file.endsWith('.test.ts')) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

function vite(bundle: string, quick: boolean): Promise<void> {
  const bin = path.join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [bin, 'build', '--logLevel', 'warn'], {
    cwd: path.join(root, bundle),
    env: { ...process.env, ...(quick ? { [quickBuild]: '1' } : {}) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`building ${bundle} failed (${code})`))));
  });
}

/** Tells a build that somebody waits for it (`apps/console/vite.config.ts`). */
const quickBuild = 'HOLDFAST_QUICK_BUILD';
/** What stands behind the hash of sources that were built so. */
const quickly = ' quick';

export interface BuildOptions {
  readonly force?: boolean;
  /** Somebody waits: files are compressed less, which is a third of a build. What was built at leisure does too. */
  readonly quick?: boolean;
  /** A bundle that somebody else serves. */
  readonly without?: (typeof bundles)[number] | undefined;
  readonly log?: (line: string) => void;
}

async function build(bundle: string, { force, quick = false, log }: BuildOptions): Promise<void> {
  const stamp = path.join(root, bundle, 'dist', '.sources');
  const hash = sourceHash(bundle);
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (!force && (built === hash || (quick && built === hash + quickly))) return;
  log?.(`building ${bundle} …`);
  await vite(bundle, quick);
  writeFileSync(stamp, quick ? hash + quickly : hash);
}

/** Makes `dist` of every browser app match its sources, all side by side; a bundle whose sources did not change is left alone. */
export async function buildBundles(options: BuildOptions = {}): Promise<void> {
  await Promise.all(bundles.filter((bundle) => bundle !== options.without).map((bundle) => build(bundle, options)));
}
