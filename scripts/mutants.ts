/**
 * `npm run mutants -- [AREA] [FILE...]`: changes the sources of an area one place at a time (Stryker), file by file, and sees whether the tests nearest to each notice
 * (`mutants/near.ts`). Prints what they did not. FILE limits it, as `path` or `path:first-last` in lines; `--list` says which tests each would be run with, and runs
 * none. `--sample` takes one source that quick tests hold, chosen by HOLDFAST_SEED, for at most 90 seconds; it fails when less of it is noticed than before.
 * docs/mutation.md says what was run, and what survived.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Area, areas } from './mutants/areas.ts';
import { testsNear } from './mutants/near.ts';

const root = path.resolve(import.meta.dirname, '..');
const sampleMs = 90_000;

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: { sample: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);
// Knuth's multiplicative hash: neighbouring seeds lie far apart.
const hash = Math.imul(seed, 2_654_435_761) >>> 0;
const names = Object.keys(areas);
const [name = values.sample ? names[(hash >>> 8) % names.length] : '', ...files] = positionals;
const area = areas[name ?? ''];
if (!area) throw new Error(`npm run mutants -- AREA, one of ${names.join(', ')}`);

/** The tests that hold this source by themselves, else those nearest to it. */
function testsOf(of: Area, source: string): readonly string[] {
  const file = source.split(':')[0] ?? source;
  return of.held.find((one) => one.source === file)?.tests ?? testsNear(file, of);
}

const stryker = path.join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');

/** @param least per cent that have to be noticed @returns the exit code; undefined when the time was over first */
async function run(of: Area, source: string, least: number | null, mostMs?: number): Promise<number | undefined> {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-mutants-'));
  const config = path.join(dir, 'stryker.json');
  const options = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    mutate: [source],
    vitest: { configFile: path.join(root, 'scripts/mutants/vitest.config.ts'), related: false },
    reporters: ['clear-text', 'progress-append-only'],
    // A busy machine must not be taken for a mutant that never ends.
    timeoutMS: 15_000,
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    // Sources that tests load before they begin have mutants that every test could notice. They are left out, and counted.
    ignoreStatic: true,
    concurrency: Number(process.env.HOLDFAST_MUTANTS_AT_ONCE ?? 2),
    tempDirName: path.join(dir, 'sandbox'),
    thresholds: { break: least },
  };
  writeFileSync(config, JSON.stringify(options));
  const env = { ...process.env, HOLDFAST_MUTANTS: testsOf(of, source).join(' ') };
  const child = spawn(process.execPath, [stryker, 'run', config], { cwd: root, stdio: 'inherit', env });
  let over = false;
  const end = (): void => {
    over = true;
    child.kill('SIGINT');
  };
  const timer = mostMs === undefined ? undefined : setTimeout(end, mostMs);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  rmSync(dir, { recursive: true, force: true });
  return over ? undefined : (code ?? 1);
}

async function sample(of: Area): Promise<number> {
  const { source, least } = of.held[hash % of.held.length] ?? { source: '', least: 0 };
  console.log(`mutants of ${source}, seed ${seed}`);
  const code = await run(of, source, least, sampleMs);
  if (code === undefined) console.log('mutants: the time was over before the sample was; nothing is said of it');
  return code ?? 0;
}

async function runAll(of: Area, sources: readonly string[]): Promise<number> {
  let worst = 0;
  for (const source of sources) {
    console.log(`mutants of ${source}, with ${testsOf(of, source).join(' ')}`);
    if (!values.list) worst = Math.max(worst, (await run(of, source, null)) ?? 1);
  }
  return worst;
}

const all = files.length > 0 ? files : globSync([...area.mutate], { cwd: root }).sort();
process.exitCode = values.sample ? await sample(area) : await runAll(area, all);
