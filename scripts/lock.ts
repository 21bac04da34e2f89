/**
 * Completes package-lock.json after `npm install`: npm leaves out the optional packages of other platforms when it cannot fetch them here, and then
 * `npm ci` refuses the file. Each is an entry of its version and platform, which its name tells. `node scripts/lock.ts`, then commit both files.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Entry {
  version?: string;
  cpu?: string[];
  os?: string[];
  libc?: string[];
  dev?: boolean;
  license?: string;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
}

const platform =
  /(android|darwin|linux|win32|freebsd|openharmony|wasm32|netbsd|openbsd|sunos|aix)-([a-z0-9_]+)(?:-([a-z]+))?$/;
const cpus: Readonly<Record<string, string>> = { amd64: 'x64', x86_64: 'x64', wasi: 'wasm32' };

/** The lock's entry of a platform package, from its name. @throws Error when the name tells no platform */
export function platformEntry(name: string, version: string, parent: Pick<Entry, 'dev' | 'license'>): Entry {
  const [, os = '', cpu = '', libc = ''] = platform.exec(name) ?? [];
  if (os === '') throw new Error(`${name} is not in the lock file and its name tells no platform`);
  const wasm = os === 'wasm32';
  return {
    version: version.replace(/^[\^~]/, ''),
    cpu: [wasm ? 'wasm32' : (cpus[cpu] ?? cpu)],
    ...(parent.dev ? { dev: true } : {}),
    ...(libc.includes('musl') ? { libc: ['musl'] } : libc.startsWith('gnu') ? { libc: ['glibc'] } : {}),
    ...(parent.license ? { license: parent.license } : {}),
    optional: true,
    ...(wasm ? {} : { os: [os] }),
  };
}

/** What the lock names but does not hold, by place. */
export function missingEntries(packages: Readonly<Record<string, Entry>>): Record<string, Entry> {
  const missing: Record<string, Entry> = {};
  for (const [place, entry] of Object.entries(packages))
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {}))
      if (place !== '' && !packages[`node_modules/${name}`] && !packages[`${place}/node_modules/${name}`])
        missing[`node_modules/${name}`] = platformEntry(name, version, entry);
  return missing;
}

if (import.meta.main) {
  const file = path.resolve(import.meta.dirname, '../package-lock.json');
  const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingEntries(lock.packages);
  const inOrder = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(inOrder) }, null, 2)}\n`);
  console.log(`${Object.keys(missing).length} platform packages added`);
}
