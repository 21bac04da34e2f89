/**
 * `npm run mutants -- [AREA] [FILE...]`: changes the sources of an area one place at a time (Stryker) and sees whether its tests notice. Prints what they
 * did not. FILE limits it, as `path` or `path:first-last` in lines. `--sample` takes one source that quick tests hold, chosen by HOLDFAST_SEED, for at most 90 seconds; it
 * fails when less of it is noticed than before. docs/mutation.md says what was run, and what survived.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Area, areas } from './mutants/areas.ts';

const root = path.resolve(import.meta.dirname, '..');
const sampleMs = 90_000;

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: { sample: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);
// Knuth's multiplicative hash: neighbouring seeds lie far apart.
const hash = Math.imul(seed, 2_654_435_761) >>> 0;
const names = Object.keys(areas);
const [name = values.sample ? names[(hash >>> 8) % names.length] : '', ...files] = positionals;
const area = areas[name ?? ''];
if (!area) throw new Error(`npm run mutants -- AREA, one of ${names.join(', ')}`);

/** The tests of these sources alone, where each has its own; else all of the area. */
function testsOf({ held, tests }: Area, sources: readonly string[]): readonly string[] {
  const own = sources.map((one) => held.find(({ source }) => one.split(':')[0] === source)?.tests);
  return own.length > 0 && own.every((some) => some !== undefined) ? [...new Set(own.flat())] : tests;
}

const sample = values.sample ? area.held[hash % area.held.length] : undefined;
const chosen = sample ? [sample.source] : files;
const mutate = chosen.length > 0 ? chosen : area.mutate;
const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-mutants-'));
const config = path.join(dir, 'stryker.json');
writeFileSync(
  config,
  JSON.stringify({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    mutate,
    vitest: { configFile: path.join(root, 'scripts/mutants/vitest.config.ts'), related: false },
    reporters: ['clear-text', 'progress-append-only'],
    // A busy machine must not be taken for a mutant that never ends.
    timeoutMS: 15_000,
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    // Sources that tests load before they begin have mutants that every test could notice. They are left out, and counted.
    ignoreStatic: true,
    concurrency: Number(process.env.HOLDFAST_MUTANTS_AT_ONCE ?? 2),
    tempDirName: path.join(dir, 'sandbox'),
    thresholds: { break: sample?.least ?? null },
  }),
);
console.log(`mutants of ${mutate.join(', ')}${values.sample ? `, seed ${seed}` : ''}`);
const stryker = path.join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const child = spawn(process.execPath, [stryker, 'run', config], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, HOLDFAST_MUTANTS: testsOf(area, chosen).join(' ') },
});
let over = false;
const end = (): void => {
  over = true;
  child.kill('SIGINT');
};
const timer = values.sample ? setTimeout(end, sampleMs) : undefined;
child.once('exit', (code) => {
  clearTimeout(timer);
  rmSync(dir, { recursive: true, force: true });
  if (over) console.log('mutants: the time was over before the sample was; nothing is said of it');
  process.exitCode = over ? 0 : (code ?? 1);
});
