import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runsOf } from '@holdfast/testkit/runs';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { processState } from './processes.ts';
import { type Embedded, startEmbedded } from './server.ts';

let root: string;
let running: Embedded | undefined;
const dir = () => path.join(root, 'data');
const kills = runsOf(2);
const start = async () => {
  running = await startEmbedded({ dir: dir() });
  return running;
};
const query = async (server: Embedded, text: string): Promise<unknown[]> => {
  const client = new pg.Client(server.connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
};

/** A supervisor in a process of its own, and the server it started. */
async function abandoned() {
  const script = `
    import { startEmbedded } from ${JSON.stringify(path.join(import.meta.dirname, 'server.ts'))};
    const server = await startEmbedded({ dir: ${JSON.stringify(dir())} });
    process.stdout.write(String(server.pid()));
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((done) =>
    child.stdout.once('data', (chunk: Buffer) => done(Number(chunk.toString()))),
  );
  return { child, pid };
}

beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'hf-pg-'));
  // The account PostgreSQL runs under has to get through.
  chmodSync(root, 0o755);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(root, { recursive: true, force: true });
});
/** The first answer after a kill; the supervisor needs a moment. */
async function patiently(server: Embedded, text: string): Promise<unknown[]> {
  for (let round = 0; ; round++)
    try {
      return await query(server, text);
    } catch (error) {
      if (round > 1_000) throw error;
      await sleep(50);
    }
}

test('a postmaster killed with -9 is started again, and what was acknowledged is there', async () => {
  const server = await start();
  await query(server, 'create table t (n int)');
  for (let round = 1; round <= kills; round++) {
    await query(server, `insert into t values (${round})`);
    const before = server.pid();
    process.kill(before, 'SIGKILL');
    expect(await patiently(server, 'select n from t order by n')).toHaveLength(round);
    await expect.poll(() => server.pid()).not.toBe(before);
  }
});

test('supervisor and server killed together leave nothing the next start trips over', async () => {
  for (let round = 0; round < kills; round++) {
    const { child, pid } = await abandoned();
    child.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    const server = await start();
    expect([server.adopted, await query(server, 'select 1 as n')]).toEqual([false, [{ n: 1 }]]);
    await server.stop();
  }
});

test('a server that outlived its supervisor is taken over, not started twice', async () => {
  const { child, pid } = await abandoned();
  child.kill('SIGKILL');
  const server = await start();
  expect([server.adopted, server.pid()]).toEqual([true, pid]);
  await server.stop();
  expect(processState(pid, dir())).not.toBe('ours');
});

test('a first start killed in the middle leaves nothing that the next one trips over', async () => {
  mkdirSync(`${dir()}.init-4711/base`, { recursive: true });
  writeFileSync(`${dir()}.init-4711/PG_VERSION`, '18');
  expect(await query(await start(), 'select 1 as n')).toEqual([{ n: 1 }]);
  expect(readdirSync(root).filter((name) => name.includes('.init-'))).toEqual([]);
});

test('a stale postmaster.pid that names an unrelated living process does not block the start', async () => {
  await (await start()).stop();
  writeFileSync(path.join(dir(), 'postmaster.pid'), `${process.pid}\n${dir()}\n`);
  expect(await query(await start(), 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('it listens on no TCP port', async () => {
  expect(await query(await start(), 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
});

test('a folder that cannot be written to is named in a plain sentence', async () => {
  const file = path.join(root, 'a-file');
  writeFileSync(file, '');
  await expect(startEmbedded({ dir: path.join(file, 'below', 'data') })).rejects.toThrow(
    /cannot be created or written to/,
  );
});
