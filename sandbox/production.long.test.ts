import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from './bundles.ts';
import { freePorts } from './installation.ts';

/** As the README says it: what is committed or about to be, in a folder of its own. */
const folder = mkdtempSync(path.join(os.tmpdir(), 'holdfast-clone-'));
const data = path.join(folder, '.data');
const limitMs = 300_000;
/** What an install without tools takes, in MB, once it was started. */
const installMax = 500;

beforeAll(async () => {
  chmodSync(folder, 0o755);
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of new Set(files.toString().split('\0').filter(Boolean))) {
    const from = path.join(root, file);
    if (!existsSync(from)) continue;
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(from, path.join(folder, file));
  }
  await promisify(execFile)('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: folder, timeout: limitMs });
}, limitMs);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('installs for who develops nothing none of the tools', () => {
  const tools = ['@biomejs/biome', '@playwright/test', '@stryker-mutator/core', 'dependency-cruiser', 'fast-check'];
  const more = ['jsdom', 'knip', 'lighthouse', 'lucide-react', 'solc', 'storybook', 'viem', 'vitest'];
  const there = [...tools, ...more].flatMap((tool) =>
    ['', 'apps/console/'].filter((at) => existsSync(path.join(folder, at, 'node_modules', tool))),
  );
  expect(there).toEqual([]);
});

it(
  'starts from what was installed without tools: builds the pages, and serves console and approval page',
  async () => {
    const ports = await freePorts();
    const start = spawn('npm', ['start', '--', '--data', data, '--port', String(ports.server)], {
      cwd: folder,
      // Nothing of the tree that the test runs in is found.
      env: {
        PATH: process.env.PATH?.split(path.delimiter)
          .filter((one) => !one.startsWith(root))
          .join(path.delimiter),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const ended = once(start, 'exit');
    let said = '';
    const up = new Promise<void>((done, fail) => {
      const hear = (part: Buffer): void => {
        said += part.toString();
        if (said.includes('Holdfast is up')) done();
      };
      start.stdout.on('data', hear);
      start.stderr.on('data', hear);
      start.once('exit', () => fail(new Error(`the sandbox ended: ${said}`)));
    });
    try {
      await up;
      const pages = [`http://127.0.0.1:${ports.server}/mpc/`, `http://127.0.0.1:${ports.signer1}/`];
      for (const page of pages) {
        const reply = await fetch(page, { signal: AbortSignal.timeout(10_000) });
        expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('<script')]);
      }
      // What no program reads is being taken away meanwhile: `du` may miss a folder that it was about to look into.
      const taken = () =>
        Number.parseInt(
          spawnSync('du', ['-sm', '--exclude=.cache', 'node_modules'], { cwd: folder, encoding: 'utf8' }).stdout,
          10,
        );
      await expect.poll(taken).toBeLessThanOrEqual(installMax);
    } finally {
      if (start.pid !== undefined) process.kill(-start.pid, 'SIGTERM');
      await ended;
    }
  },
  limitMs,
);
