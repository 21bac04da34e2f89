#!/usr/bin/env node
// `npx holdfast …`: runs the command line on the Node that came with `npm ci`, whatever Node started this file (20 or newer).
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const bundled = resolve(root, 'node_modules/.bin/node');
const enough = Number(process.versions.node.split('.')[0]) >= 24;
const node = existsSync(bundled) ? bundled : enough ? process.execPath : undefined;

if (!node) {
  console.error(
    `holdfast: Node 24 or newer is needed (this is ${process.version}). Run "npm ci" first, it brings one.`,
  );
  process.exit(69);
}
const child = spawn(
  node,
  ['--disable-warning=ExperimentalWarning', resolve(root, 'apps/cli/src/main.ts'), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('error', (error) => {
  console.error(`holdfast: ${error.message}`);
  process.exit(69);
});
child.once('exit', (code, signal) => process.exit(signal ? 130 : (code ?? 1)));
