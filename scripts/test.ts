/**
 * `npm test`: everything that can be proven on this machine. Vitest always; the browser tests when a Chromium is present, and one
 * plain line about what was left out when not (with HOLDFAST_REQUIRE_BROWSER=1, as in CI, a missing browser is a failure).
 * The last line is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildBundles, root } from './build.ts';
import { findChromium } from './chromium.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

function run(args: string[], env: Record<string, string> = {}): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
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

async function unitTests(dir: string): Promise<Tally> {
  const report = path.join(dir, 'vitest.json');
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const code = await run([...args, ...process.argv.slice(2)]);
  const sums = readJson<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(report);
  if (!sums) return { passed: 0, failed: 1, skipped: 0 };
  // A file that fails to load counts no failed test, yet the run has failed.
  const failed = Math.max(sums.numFailedTests, code === 0 ? 0 : 1);
  return { passed: sums.numPassedTests, failed, skipped: sums.numPendingTests };
}

/** One project of e2e/playwright.config.ts. */
async function browserTests(dir: string, chromium: string, project: string): Promise<Tally> {
  const report = path.join(dir, `${project}.json`);
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'];
  const code = await run([...playwright, `--project=${project}`], {
    HOLDFAST_CHROMIUM: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const stats = readJson<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number } }>(
    report,
  )?.stats;
  if (!stats) return { passed: 0, failed: 1, skipped: 0 };
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, code === 0 ? 0 : 1),
    skipped: stats.skipped,
  };
}

const dir = mkdtempSync(path.join(tmpdir(), 'holdfast-test-'));
const required = process.env.HOLDFAST_REQUIRE_BROWSER === '1';
const chromium = findChromium();
try {
  await buildBundles({ log: console.log });
  const tallies = [await unitTests(dir)];
  if (chromium) for (const project of ['flows', 'measured']) tallies.push(await browserTests(dir, chromium, project));
  else
    console.log('Left out: the browser tests in e2e/ (no Chromium found; install one or set HOLDFAST_CHROMIUM=/path).');
  const sum = (pick: (tally: Tally) => number) => tallies.reduce((total, tally) => total + pick(tally), 0);
  const skipped = sum((tally) => tally.skipped);
  let failed = sum((tally) => tally.failed);
  if (required && (!chromium || skipped > 0)) {
    console.log(chromium ? `${skipped} tests were skipped, which CI does not allow.` : 'A browser is required here.');
    failed += 1;
  }
  process.exitCode = failed > 0 ? 1 : 0;
  console.log(`\n${sum((tally) => tally.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
