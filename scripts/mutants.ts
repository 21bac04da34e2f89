/**
 * `npm run mutants -- AREA [FILE...]`: changes the sources of an area one place at a time (Stryker) and sees whether its tests notice. Prints what they
 * did not. FILE limits it, as `path` or `path:first-last` in lines. `--sample` takes a few lines chosen by HOLDFAST_SEED, for at most a minute; it fails
 * when hardly any of what they hold is noticed. docs/mutation.md says what was run, and what survived.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { areas } from './mutants/areas.ts';

const root = path.resolve(import.meta.dirname, '..');
const sampleLines = 6;
const sampleMs = 60_000;
/** Per cent of the mutants of a sample that tests have to notice. */
const leastScore = 25;

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  options: { sample: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [name = '', ...files] = positionals;
const area = areas[name];
if (!area) throw new Error(`npm run mutants -- AREA, one of ${Object.keys(areas).join(', ')}`);

/** A few lines that hold code, somewhere in the area. */
function sampleOf(seed: number): string {
  const sources = area?.mutate.flatMap((glob) => globSync(glob, { cwd: root })).toSorted() ?? [];
  const starts = sources.flatMap((file) => {
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, n) => (/^ {2,}\S/.test(line) && !line.includes('*') ? [{ file, first: n + 1 }] : []));
  });
  // Knuth's multiplicative hash: neighbouring seeds lie far apart.
  const chosen = starts[(Math.imul(seed, 2_654_435_761) >>> 0) % starts.length];
  if (!chosen) throw new Error('no lines to choose from');
  return `${chosen.file}:${chosen.first}-${chosen.first + sampleLines - 1}`;
}

const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 2 ** 31);
const mutate = values.sample ? [sampleOf(seed)] : files.length > 0 ? files : area.mutate;
const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-mutants-'));
const config = path.join(dir, 'stryker.json');
writeFileSync(
  config,
  JSON.stringify({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    mutate,
    vitest: { configFile: path.join(root, 'scripts/mutants/vitest.config.ts'), related: false },
    reporters: ['clear-text'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    // Sources that tests load before they begin have mutants that every test could notice. They are left out, and counted.
    ignoreStatic: true,
    concurrency: Number(process.env.HOLDFAST_MUTANTS_AT_ONCE ?? 2),
    tempDirName: path.join(dir, 'sandbox'),
    thresholds: { break: values.sample ? leastScore : null },
  }),
);
console.log(`mutants of ${mutate.join(', ')}${values.sample ? `, seed ${seed}` : ''}`);
const stryker = path.join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const child = spawn(process.execPath, [stryker, 'run', config], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, HOLDFAST_MUTANTS: name },
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
  if (over) console.log('mutants: the minute was over before the sample was; nothing is said of it');
  process.exitCode = over ? 0 : (code ?? 1);
});
