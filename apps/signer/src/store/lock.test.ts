import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from './lock.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'holdfast-lock-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

async function holder(): Promise<ChildProcess> {
  const module = new URL('./lock.ts', import.meta.url).href;
  const program = `const { lockFolder } = await import(${JSON.stringify(module)}); lockFolder(${JSON.stringify(dir)}); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout) await once(child.stdout, 'data');
  return child;
}

test('a second process is refused with words, and a kill -9 of the first frees the folder', async () => {
  const child = await holder();
  expect(() => lockFolder(dir)).toThrow(/another signer process is using it/);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const release = lockFolder(dir);
  release();
});

test('the same process cannot take a folder twice, and can again after its release', () => {
  const release = lockFolder(dir);
  expect(() => lockFolder(dir)).toThrow(/another signer process/);
  release();
  lockFolder(dir)();
});
