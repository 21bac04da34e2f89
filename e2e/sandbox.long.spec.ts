import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { startSandbox } from './support/sandbox.ts';

const data = mkdtempSync(path.join(tmpdir(), 'holdfast-e2e-start-'));
test.afterAll(() => rmSync(data, { recursive: true, force: true }));
test.describe.configure({ mode: 'serial' });

/** Processes that were started for this folder, by what is in their command lines. */
function processesOf(folder: string): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid,args', '--no-headers'], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(folder) && !line.includes('ps -eo'));
}

const stage = async (console: string): Promise<unknown> => {
  const reply = await fetch(`${console}/api/setup/status`, { headers: { clientType: 'web', Language: 'en_US' } });
  return reply.json();
};

const makeOwner = (console: string, setupToken: string): Promise<Response> =>
  fetch(`${console}/api/setup/owner`, {
    method: 'POST',
    headers: { clientType: 'web', Language: 'en_US' },
    body: new URLSearchParams({
      email: 'a@b.example',
      password: 'Correct-horse-battery-9',
      nick_name: 'A',
      setup_token: setupToken,
    }),
  });

test('Ctrl-C leaves no process behind, and the next start finds everything as it was', async () => {
  const first = await startSandbox({ data });
  expect((await makeOwner(first.console, first.setupToken)).ok).toBe(true);
  const { setupCode } = first;
  expect(processesOf(data).length).toBeGreaterThan(3);
  await first.stop();
  expect(processesOf(data)).toEqual([]);

  const second = await startSandbox({ data });
  expect(second.setupCode).toBe(setupCode);
  expect(await stage(second.console)).toMatchObject({ code: 0, data: { stage: 'totp' } });
  await second.stop();
});

test('kill -9 of the launcher leaves no orphans, and a new start recovers by itself', async () => {
  const first = await startSandbox({ data });
  await first.kill();
  await expect.poll(() => processesOf(data), { timeout: 20_000 }).toEqual([]);
  const second = await startSandbox({ data });
  expect(await stage(second.console)).toMatchObject({ code: 0, data: { stage: 'totp' } });
  await second.stop();
});
