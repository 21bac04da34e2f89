import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findChromium } from '../e2e/support/chromium.ts';
import type { Figure } from './run.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Every screen, and ten tabs at once. */
const measuring = [['--project=screens'], ['--project=flows', 'desk.long']];
/** What the console weighs and how quick it is, by the browser tests that measure. Above their budget they fail in CI; here each figure stands beside its aim. */
export async function run(): Promise<{ rows: Figure[] }> {
  const chromium = findChromium();
  if (!chromium) throw new Error('No Chromium found; set HOLDFAST_CHROMIUM.');
  const folder = mkdtempSync(path.join(tmpdir(), 'holdfast-figures-'));
  const file = path.join(folder, 'figures.jsonl');
  const runs = measuring.map((tests) => {
    const args = ['test', '--config', 'e2e/playwright.config.ts', ...tests, '--workers=1', '--reporter=line'];
    return spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, HOLDFAST_CHROMIUM: chromium, HOLDFAST_FIGURES: file, HOLDFAST_TESTS: 'full' },
    });
  });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  rmSync(folder, { recursive: true, force: true });
  if (runs.some(({ status }) => status !== 0)) throw new Error('a browser test failed');
  // Of a test that was tried again the last time counts.
  const figures = lines.map((line) => JSON.parse(line) as Figure);
  return { rows: [...new Map(figures.map((one) => [one.name, one])).values()] };
}
