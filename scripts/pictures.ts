/** `npm run pictures -- DIR`: takes a picture of every screen in both languages, both themes and on a phone, for people to look at. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from '../e2e/support/chromium.ts';
import { buildBundles, root } from '../sandbox/bundles.ts';

const [folder] = process.argv.slice(2);
const chromium = findChromium();
if (!folder || !chromium) {
  console.error(folder ? 'No Chromium found; set HOLDFAST_CHROMIUM.' : 'Usage: npm run pictures -- DIR');
  process.exit(2);
}
const pictures = path.resolve(process.env.INIT_CWD ?? '.', folder);
mkdirSync(pictures, { recursive: true });
await buildBundles({ log: console.log });
const args = ['test', '--config', 'e2e/playwright.config.ts', 'screens', '--project=screens'];
const child = spawn(process.execPath, ['node_modules/@playwright/test/cli.js', ...args, '--reporter=list'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, HOLDFAST_CHROMIUM: chromium, HOLDFAST_PICTURES: pictures, HOLDFAST_TESTS: 'full' },
});
child.once('exit', (code) => {
  if (code === 0) console.log(`The pictures are in ${pictures}`);
  process.exitCode = code ?? 1;
});
