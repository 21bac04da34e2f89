/**
 * `npm run pictures [-- DIR]`: takes a picture of every screen in both languages, both themes and on a phone, and of the signers' pages, for people to look at.
 * Without DIR they lie in `docs/pictures/all`, which is not kept. Kept are a sheet of each screen, in `docs/pictures/screens`, and the chosen ones whole.
 * HOLDFAST_SCREENS, a regular expression, takes some of them alone, by their names; then nothing is kept.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from '../e2e/support/chromium.ts';
import { makeSheets } from '../e2e/support/sheets.ts';
import { buildBundles, root } from '../sandbox/bundles.ts';

/** What the documentation keeps: a few screens that say most, each language, theme and width among them. */
const kept = [
  'wallet-en_US-light',
  'wallet-zh_CN-dark',
  'wallet-en_US-phone',
  'todo-en_US-light',
  'todo-zh_CN-phone',
  'withdraw-en_US-light',
  'approval-en_US-dark',
  'transactions-en_US-light',
  'transactions-zh_CN-phone',
  'rules-en_US-light',
  'rule-flow-zh_CN-light',
  'notice-channels-en_US-light',
  'signer-request-en-US-light',
  'signer-request-zh-CN-dark',
];

const [given] = process.argv.slice(2);
const chromium = findChromium();
if (!chromium) {
  console.error('No Chromium found; set HOLDFAST_CHROMIUM.');
  process.exit(2);
}
const shown = path.join(root, 'docs/pictures');
const pictures = given ? path.resolve(process.env.INIT_CWD ?? '.', given) : path.join(shown, 'all');
mkdirSync(pictures, { recursive: true });
await buildBundles({ log: console.log });

async function keep(executablePath: string): Promise<void> {
  let bytes = 0;
  for (const name of kept) {
    const [from, to] = [path.join(pictures, `${name}.jpg`), path.join(shown, `${name}.jpg`)];
    copyFileSync(from, to);
    bytes += statSync(to).size;
  }
  console.log(`${kept.length} of them, ${Math.round(bytes / 1024)} KiB, are kept in ${shown}`);
  const sheets = await makeSheets(pictures, path.join(shown, 'screens'), executablePath);
  console.log(`${sheets.count} sheets, ${Math.round(sheets.bytes / 1024)} KiB, are kept in its folder screens`);
}

const args = ['test', '--config', 'e2e/playwright.config.ts', '/screens.spec', '/signer-pages.spec', '--workers=1'];
const child = spawn(process.execPath, ['node_modules/@playwright/test/cli.js', ...args, '--reporter=list'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, HOLDFAST_CHROMIUM: chromium, HOLDFAST_PICTURES: pictures, HOLDFAST_TESTS: 'full' },
});
child.once('exit', async (code) => {
  console.log(`The pictures are in ${pictures}`);
  if (code === 0 && !given && !process.env.HOLDFAST_SCREENS) await keep(chromium);
  process.exitCode = code ?? 1;
});
