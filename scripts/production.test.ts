import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';

/** What is started, and what builds a page, has to stand in `dependencies`: `npm ci --omit=dev` brings nothing else (decision 0033). */
const root = path.resolve(import.meta.dirname, '..');
const tests = /(^|\/)(test|bench)\/|\.(test|stories)\.tsx?$|\.d\.ts$|^apps\/console\/src\/ui\/.*\.stories/;
/** `packages/client` is built to be published, which is a tool's work. */
const started = ['apps/*/src/**/*.{ts,tsx}', 'apps/*/vite.config.ts', 'packages/!(client)/src/**/*.ts', 'sandbox/*.ts'];
const sources = globSync(started, { cwd: root, exclude: (name) => name.includes('node_modules') }).filter(
  (file) => !tests.test(file),
);

/** Imports that are there when the program runs. */
const imports =
  /^(?:import|export) (?!type\b)[^'";]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)|^} from '([^']+)'|\bresolve\('([^'.][^']*)'\)/gm;
const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

/** The packages that come with the workspace a file lies in. */
function broughtBy(file: string): ReadonlySet<string> {
  const workspace = file.split('/', file.startsWith('sandbox/') ? 1 : 2).join('/');
  const { name, dependencies } = JSON.parse(readFileSync(path.join(root, workspace, 'package.json'), 'utf8'));
  return new Set([name, ...Object.keys(dependencies ?? {})]);
}

/** What whoever wants it adds (decision 0052): the command says so where it is not there. */
const added = /^(@reown\/walletkit|@walletconnect\/core)$/;
const lacking = (file: string, text: string): string[] =>
  [...text.matchAll(imports)]
    .map((found) => packageOf(found.slice(1).find(Boolean) ?? ''))
    // Workspaces are always there, and of icons the copies (scripts/docs/icons.ts).
    .filter(
      (name) =>
        !/^(\.|#|@holdfast\/|virtual:|lucide-react$)/.test(name) &&
        !(file === 'apps/cli/src/rpc/connect.ts' && added.test(name)) &&
        !isBuiltin(name) &&
        !broughtBy(file).has(name),
    )
    .map((name) => `${file}: ${name}`);

it('takes what it needs to run, and to build its pages, from what npm ci --omit=dev installs', () => {
  expect(sources.length).toBeGreaterThan(1_000);
  expect(sources.flatMap((file) => lacking(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
});

it('finds a tool however it is taken', () => {
  const file = 'packages/devnet/src/store.ts';
  const ways = [
    "import 'viem';",
    "import { a } from 'viem';",
    "import {\n  a,\n} from 'viem/x';",
    "await import('viem')",
    "require.resolve('viem/package.json')",
  ];
  for (const way of ways) expect(lacking(file, way)).toEqual([`${file}: viem`]);
  for (const way of ["import type { A } from 'viem';", "import fs from 'node:fs';", "import './a.ts';"])
    expect(lacking(file, way)).toEqual([]);
});
