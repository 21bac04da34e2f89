import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { identityToJson, newIdentity } from '@holdfast/channel';
import { afterEach, beforeEach, expect, test } from 'vitest';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-main-'));
  chmodSync(dir, 0o755);
  writeFileSync(path.join(dir, 'identity.json'), identityToJson(newIdentity()));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const configOf = (over: object) => ({
  port: 0,
  origin: 'http://localhost:8700',
  database: { embeddedDir: path.join(dir, 'pg', 'data') },
  identityFile: path.join(dir, 'identity.json'),
  signers: [],
  chains: [],
  consoleDir: path.join(dir, 'console'),
  ...over,
});

/** Runs the API client; `onReady` is called when it says it is. */
function run(config: object | undefined, onReady: (kill: (signal: NodeJS.Signals) => void) => void = () => undefined) {
  const file = path.join(dir, 'config.json');
  if (config) writeFileSync(file, JSON.stringify(config));
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), '--config', file], { env });
  let out = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const before = out;
    out += chunk.toString();
    if (!before.includes('server ready') && out.includes('server ready')) onReady((signal) => child.kill(signal));
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return new Promise<{ code: number | null; errors: string }>((done) =>
    // Not 'exit': what the API client wrote last may still be on its way then.
    child.once('close', (code) => done({ code, errors })),
  );
}

test('it starts on an empty folder and ends cleanly when asked to', async () => {
  const { code, errors } = await run(configOf({}), (kill) => kill('SIGTERM'));
  expect([code, errors]).toEqual([0, '']);
});

test('a busy port is said in one sentence', async () => {
  const busy = createServer();
  await new Promise<void>((done) => busy.listen(0, '127.0.0.1', done));
  const address = busy.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const said = `Port ${port} on 127.0.0.1 is in use. Stop what listens there, or choose another port.`;
  for (const over of [{ port }, { ops: { port } }]) {
    const { code, errors } = await run(configOf(over));
    expect([code, errors.trim()]).toEqual([1, said]);
  }
  busy.close();
});

test.each([
  ['no configuration', undefined, 2, /cannot be read/],
  ['a wrong one', { port: 'x' }, 2, /not valid[\s\S]*port/],
])('%s is said in words', async (_what, config, expected, words) => {
  const { code, errors } = await run(config);
  expect(code).toBe(expected);
  expect(errors).toMatch(words);
  expect(errors).not.toMatch(/\n\s+at .+:\d+/);
});

test('an identity that is not there, a database folder that cannot be made, a database that is away', async () => {
  const cases = [
    [{ identityFile: path.join(dir, 'none.json') }, /identity .*none\.json cannot be read/],
    [{ database: { embeddedDir: path.join(dir, 'identity.json', 'pg', 'data') } }, /cannot be created or written to/],
    [{ database: { url: 'postgres://nobody@127.0.0.1:9/none' } }, /The database cannot be reached/],
  ] as const;
  for (const [over, words] of cases) {
    const { code, errors } = await run(configOf(over));
    expect([code, words.test(errors) ? '' : errors]).toEqual([1, '']);
  }
});
