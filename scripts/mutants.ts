/**
 * `npm run mutants -- [AREA] [FILE...]`: changes the sources of an area one place at a time (Stryker), file by file, and sees whether the tests nearest to each notice
 * (`mutants/near.ts`). Prints what they did not. FILE limits it, as `path` or `path:first-last` in lines; `--list` says which tests each would be run with, and runs
 * none. `--drawn N` takes N lines of the whole area, drawn by HOLDFAST_SEED, with all of the area's tests, and says the score and how far it can be off.
 * `--sample` takes one source that quick tests hold, chosen by HOLDFAST_SEED, for at most 90 seconds; it fails when less of it is noticed than before.
 * docs/mutation.md says what was run, and what survived.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Area, areas } from './mutants/areas.ts';
import { drawLines, summaryOf } from './mutants/drawn.ts';
import { testsNear } from './mutants/near.ts';

const root = path.resolve(import.meta.dirname, '..');
const sampleMs = 90_000;

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: {
    sample: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    drawn: { type: 'string' },
  },
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

interface Run {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** Per cent that have to be noticed. */
  readonly least?: number;
  readonly mostMs?: number;
  /** Where Stryker's report goes. */
  readonly report?: string;
}

/** @returns the exit code; undefined when the time was over first */
async function run({ mutate, tests, least, mostMs, report }: Run): Promise<number | undefined> {
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-mutants-'));
  const config = path.join(dir, 'stryker.json');
  const options = {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    mutate,
    vitest: { configFile: path.join(root, 'scripts/mutants/vitest.config.ts'), related: false },
    reporters: ['clear-text', 'progress-append-only', ...(report ? ['json'] : [])],
    ...(report ? { jsonReporter: { fileName: report } } : {}),
    // A busy machine must not be taken for a mutant that never ends, nor for tests that never do.
    timeoutMS: 15_000,
    dryRunTimeoutMinutes: 60,
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    // Sources that tests load before they begin have mutants that every test could notice. They are left out, and counted.
    ignoreStatic: true,
    concurrency: Number(process.env.HOLDFAST_MUTANTS_AT_ONCE ?? 2),
    tempDirName: path.join(dir, 'sandbox'),
    thresholds: { break: least ?? null },
  };
  writeFileSync(config, JSON.stringify(options));
  const env = { ...process.env, HOLDFAST_MUTANTS: tests.join(' ') };
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
  const code = await run({ mutate: [source], tests: testsOf(of, source), least, mostMs: sampleMs });
  if (code === undefined) console.log('mutants: the time was over before the sample was; nothing is said of it');
  return code ?? 0;
}

async function runAll(of: Area, sources: readonly string[]): Promise<number> {
  let worst = 0;
  for (const source of sources) {
    console.log(`mutants of ${source}, with ${testsOf(of, source).join(' ')}`);
    if (!values.list) worst = Math.max(worst, (await run({ mutate: [source], tests: testsOf(of, source) })) ?? 1);
  }
  return worst;
}

async function drawn({ tests }: Area, sources: readonly string[], count: number): Promise<number> {
  console.log(`mutants of ${count} lines of ${sources.length} files, seed ${seed}`);
  const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-drawn-'));
  const report = path.join(dir, 'report.json');
  const code = await run({ mutate: drawLines(sources, count, seed), tests, report });
  console.log(summaryOf(readFileSync(report, 'utf8')));
  rmSync(dir, { recursive: true, force: true });
  return code ?? 1;
}

const all = files.length > 0 ? files : globSync([...area.mutate], { cwd: root }).sort();
process.exitCode = values.sample
  ? await sample(area)
  : values.drawn
    ? await drawn(area, all, Number(values.drawn))
    : await runAll(area, all);
