/**
 * `npm test`: every promise once, on the fastest thing that shows it. `npm run test:full`: also the long random runs and the tests of a whole
 * installation (`*.long.test.ts`, `*.long.spec.ts`); with `--part`, as in CI, one of seven of these files, by the seed, and half of the random cases. Vitest always; the browser tests when a Chromium is present, and one
 * plain line about what was left out when not (with HOLDFAST_REQUIRE_BROWSER=1, as in CI, a missing browser is a failure).
 * The full run ends with a seeded sample of mutants (scripts/mutants.ts), for at most 90 seconds.
 * `--times` writes where the time went into bench/README.md. The last line is `N passed, N failed`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from '../e2e/support/chromium.ts';
import { buildBundles, compiled, root } from '../sandbox/bundles.ts';
import { otherParts } from './test/part.ts';
import { slowest, type TestFile, writeTimes } from './test/times.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const { full, part, times, files } = readArguments(process.argv.slice(2));
const took: TestFile[] = [];
/** What failed, in words, for the end of the report: the log between is long, and may be cut. */
const faults: string[] = [];
/** What failed once and then passed, for the same reason. */
const flaky: string[] = [];

function readArguments(args: readonly string[]) {
  const flags = ['--full', '--part', '--times'];
  const files = args.filter((one) => !flags.includes(one));
  const [full = false, part = false, times = false] = flags.map((flag) => args.includes(flag));
  return { full, part, times, files };
}

function run(args: string[], env: Record<string, string> = {}): Promise<number> {
  const size = full ? { HOLDFAST_TESTS: 'full', HOLDFAST_LEFT: left.join(',') } : {};
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...compiled, ...process.env, ...size, ...env },
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

interface UnitReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    message: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}
/** The commit as a number; undefined in a tree without one. */
function commitNumber(): number | undefined {
  try {
    return Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).slice(0, 7), 16);
  } catch {
    return undefined;
  }
}

/** Where random cases start. In CI the commit says it, so that its cases are the same whenever it is run; elsewhere every run looks at others. */
function chooseSeed(): string {
  const { CI, HOLDFAST_SEED } = process.env;
  return HOLDFAST_SEED || String((CI ? commitNumber() : undefined) ?? randomInt(1, 2 ** 31));
}

interface UnitRun {
  readonly code: number;
  readonly sums: UnitReport | undefined;
  /** What errors outside of any test said. */
  readonly unhandled: readonly string[];
}
async function vitest(report: string, args: string[]): Promise<UnitRun> {
  const unhandled = `${report}.unhandled`;
  const reporters = ['default', 'json', path.join(import.meta.dirname, 'test/unhandled.ts')].map(
    (one) => `--reporter=${one}`,
  );
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, `--outputFile.json=${report}`, ...args];
  const code = await run(command, { HOLDFAST_SEED: seed, HOLDFAST_UNHANDLED: unhandled });
  return {
    code,
    sums: readJson<UnitReport>(report),
    unhandled: readJson<string[]>(unhandled) ?? ['nothing was reported'],
  };
}

/** Of six hundred files, beside browsers and databases on two processors. More than these are no chance. */
const maxSecondTries = 6;

/** Each failed test with its file and what it said; a file that did not load is one too. */
const failuresOf = ({ testResults }: UnitReport) =>
  testResults.flatMap(({ name: file, message, status, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [{ file, test: '', said: message }] : [];
    return failed.map((one) => ({ file, test: one.fullName, said: one.failureMessages.join('\n') }));
  });

/** Where the promises about keys and money are held: what fails there once has failed. */
const conclusive =
  /\/(redteam|apps\/signer|packages\/(audit|chains|channel|ed25519|money|mpc|policy|secp256k1)|apps\/server\/src\/(ledger|orders|proposals|areas\/withdraw))\//;

const tellFailure = ({ file, test, said }: { file: string; test: string; said: string }): string =>
  `${path.relative(root, file)} > ${test}\n    ${said.split('\n').slice(0, 4).join('\n    ')}`;

/** What was found at random is found too, whatever other seeds say. */
const isFinding = ({ file, said }: { file: string; said: string }): boolean =>
  conclusive.test(file) || said.includes('Property failed');

/**
 * A few files that failed are run once more by themselves, since two signers and a database share this machine with everything else; what then passes
 * counts as passed and is named as flaky, as in the browser tests. A file whose preparation failed skipped all its tests the first time. Undefined where
 * something failed that is no chance.
 */
async function secondTry(dir: string, first: UnitReport): Promise<Tally | undefined> {
  const failures = failuresOf(first);
  const files = [...new Set(failures.map(({ file }) => file))];
  if (files.length === 0 || files.length > maxSecondTries || failures.some(isFinding)) return undefined;
  const { code, sums } = await vitest(path.join(dir, 'vitest-again.json'), files);
  if (code !== 0 || !sums) return undefined;
  flaky.push(...failures.map(tellFailure));
  const before = first.testResults.filter(({ name }) => files.includes(name)).flatMap((one) => one.assertionResults);
  const passedBefore = before.filter(({ status }) => status === 'passed').length;
  const failedBefore = before.filter(({ status }) => status === 'failed').length;
  const skippedBefore = before.length - passedBefore - failedBefore;
  return {
    passed: first.numPassedTests - passedBefore + sums.numPassedTests,
    failed: 0,
    skipped: first.numPendingTests - skippedBefore + sums.numPendingTests,
  };
}

async function unitTests(dir: string): Promise<Tally> {
  const { code, sums, unhandled } = await vitest(path.join(dir, 'vitest.json'), files);
  if (!sums) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests: passed, numFailedTests, numPendingTests: skipped } = sums;
  for (const { name, startTime, endTime } of sums.testResults)
    took.push({ file: path.relative(root, name), seconds: (endTime - startTime) / 1_000 });
  const again = code === 0 || unhandled.length > 0 ? undefined : await secondTry(dir, sums);
  if (again) return again;
  faults.push(...failuresOf(sums).map(tellFailure));
  faults.push(...unhandled.map((said) => `outside of any test: ${said.split('\n').slice(0, 6).join('\n    ')}`));
  // A file that fails to load counts no failed test, yet the run has failed.
  return { passed, failed: Math.max(numFailedTests, code === 0 ? 0 : 1), skipped };
}

interface BrowserSuite {
  file: string;
  specs: { title: string; ok: boolean; tests: { results: { duration: number }[] }[] }[];
  suites?: BrowserSuite[];
}
interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites: BrowserSuite[];
}
const secondsOf = ({ specs, suites = [] }: BrowserSuite): number =>
  specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)).reduce((sum, one) => sum + one.duration, 0) /
    1_000 +
  suites.reduce((sum, suite) => sum + secondsOf(suite), 0);
const titlesOfFailed = ({ specs, suites = [] }: BrowserSuite): string[] => [
  ...specs.filter(({ ok }) => !ok).map(({ title }) => title),
  ...suites.flatMap(titlesOfFailed),
];

async function browserTests(dir: string, chromium: string): Promise<Tally> {
  const report = path.join(dir, 'browser.json');
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'];
  const code = await run(playwright, {
    HOLDFAST_CHROMIUM: chromium,
    HOLDFAST_SEED: seed,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const found = readJson<BrowserReport>(report);
  for (const suite of found?.suites ?? []) {
    took.push({ file: `e2e/${suite.file}`, seconds: secondsOf(suite) });
    faults.push(...titlesOfFailed(suite).map((title) => `e2e/${suite.file} > ${title}`));
  }
  const stats = found?.stats;
  if (!stats) return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, code === 0 ? 0 : 1),
    skipped: stats.skipped,
  };
}

const began = Date.now();
const seed = chooseSeed();
const left = part ? otherParts(root, Number(seed)) : [];
const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-test-'));
const required = process.env.HOLDFAST_REQUIRE_BROWSER === '1';
const chromium = findChromium();
try {
  console.log(`seed ${seed} (HOLDFAST_SEED repeats it)`);
  if (part) console.log(`Left to other commits (${left.length} long files): ${left.join(' ')}`);
  await buildBundles({ log: console.log });
  if (!process.env.BITCOIND) console.log('Left out: what is asked of a real bitcoind alone (BITCOIND names none).');
  const tallies = [await unitTests(dir)];
  if (chromium) tallies.push(await browserTests(dir, chromium));
  else
    console.log('Left out: the browser tests in e2e/ (no Chromium found; install one or set HOLDFAST_CHROMIUM=/path).');
  const sum = (pick: (tally: Tally) => number) => tallies.reduce((total, tally) => total + pick(tally), 0);
  const skipped = sum((tally) => tally.skipped);
  const unnoticed =
    full && files.length === 0 ? await run(['scripts/mutants.ts', '--sample'], { HOLDFAST_SEED: seed }) : 0;
  let failed = sum((tally) => tally.failed) + (unnoticed === 0 ? 0 : 1);
  if (required && (!chromium || skipped > 0)) {
    console.log(chromium ? `${skipped} tests were skipped, which CI does not allow.` : 'A browser is required here.');
    failed += 1;
  }
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(`\nWhere the time went:\n${slowest(took, 12)}`);
  if (unnoticed !== 0) faults.push('the sample of mutants (scripts/mutants.ts)');
  if (flaky.length > 0) console.log(`\nWhat passed only when run again:\n${flaky.join('\n')}`);
  if (faults.length > 0) console.log(`\nWhat failed:\n${faults.slice(0, 30).join('\n')}`);
  if (times) writeTimes(took, { full, seconds: (Date.now() - began) / 1_000 });
  console.log(`\n${sum((tally) => tally.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
