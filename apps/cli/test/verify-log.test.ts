import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestServer, type TestServer } from '@holdfast/server/test/index.ts';
import { type SetUp, setUp } from '@holdfast/server/test/set-up.ts';
import { raw } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../src/main.ts';

async function cli(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await run(args, {
    print: (line) => out.push(line),
    note: (line) => err.push(line),
    ask: () => Promise.resolve(undefined),
    piped: () => Promise.resolve(undefined),
    bold: (text) => text,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

let server: TestServer;
let fixture: SetUp;
let dir: string;
let keys: string[];
let log: string;
const at = (name: string): string => path.join(dir, name);
const keyArgs = (): string[] => keys.flatMap((key) => ['--key', key]);
const save = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};
const exportLog = async (): Promise<string> =>
  (await raw(server.url, '/api/mpc/audit/export', { token: fixture.token })).text;

/** The real server with two real signer processes: what is checked here is what they sign. */
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'holdfast-log-'));
  server = await startTestServer({ realSigners: 'here' });
  fixture = await setUp(server.place);
  await fixture.api.wallet.updateAlias({ wallet_id: fixture.workspaceId, alias: 'one' });
  await fixture.api.wallet.updateAlias({ wallet_id: fixture.workspaceId, alias: 'two' });
  log = await exportLog();
  keys = (await fixture.api.audit.status({})).keys;
}, 120_000);
afterAll(async () => {
  await server?.close();
  rmSync(dir, { recursive: true, force: true });
});

test('a log that server and signers signed is whole, and each is said to answer for all of it', async () => {
  const { code, out, err } = await cli('verify-log', save('log', log), ...keyArgs());
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('The log is whole.');
  expect(out.match(/(signed|witnessed) +all of it/g)).toHaveLength(3);
});

test('keys may come from a file; without keys it says what that is worth', async () => {
  expect((await cli('verify-log', save('log', log), '--key', save('keys', `# ours\n${keys.join('\n')}\n`))).code).toBe(
    0,
  );
  const { code, out, err } = await cli('verify-log', at('log'));
  expect(code).toBe(0);
  expect(err).toContain('No --key was given');
  expect(out).toContain('by a key that only the file names');
});

test('the first wrong entry is named, in plain words, with its line', async () => {
  const lines = log.split('\n');
  const wanted = lines.findIndex((line) => line.includes('wallet.updateAlias'));
  const seq = /"seq":"(\d+)"/.exec(lines[wanted] ?? '')?.[1];
  const changed = lines.map((line, i) => (i === wanted ? line.replace(/"user:\d+"/, '"user:0"') : line)).join('\n');
  const wrong = await cli('verify-log', save('changed', changed), ...keyArgs());
  expect(wrong.code).toBe(3);
  expect(wrong.err).toContain(`entry ${seq} was changed`);
  expect(wrong.err).toContain(`line ${wanted + 1})`);
  const missing = await cli(
    'verify-log',
    save('missing', lines.filter((_, i) => i !== wanted).join('\n')),
    ...keyArgs(),
  );
  expect(missing.err).toContain(`entry ${seq} is missing`);
  const cut = await cli('verify-log', save('cut', log.slice(0, -30)), ...keyArgs());
  expect([cut.code, cut.err.includes('not whole')]).toEqual([3, true]);
});

test('a log that ends early is found out by what a signer has seen since', async () => {
  const [signer = ''] = server.place.origins;
  const early = save('early', log);
  expect((await cli('verify-log', early, ...keyArgs(), '--signer', signer)).code).toBe(0);
  await fixture.api.wallet.updateAlias({ wallet_id: fixture.workspaceId, alias: 'three' });
  const later = save('later', await exportLog());
  expect((await cli('verify-log', later, ...keyArgs(), '--signer', signer)).code).toBe(0);
  const found = await cli('verify-log', early, ...keyArgs(), '--signer', signer);
  expect(found.code).toBe(3);
  expect(found.err).toContain('a checkpoint kept from earlier covers more');
  const kept = save('kept', (await fixture.api.audit.status({})).checkpoint);
  expect((await cli('verify-log', early, ...keyArgs(), '--checkpoint', kept)).code).toBe(3);
  expect((await cli('verify-log', later, ...keyArgs(), '--checkpoint', kept)).code).toBe(0);
});

test('another server’s key, a wrong key, no file and no log are refused with their own codes', async () => {
  const [own = '', first = ''] = keys;
  const file = save('log', log);
  const foreign = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const other = await cli('verify-log', file, '--key', foreign);
  expect([other.code, other.err.includes('another server')]).toEqual([3, true]);
  expect((await cli('verify-log', file, '--key', `${own}x`)).code).toBe(2);
  expect((await cli('verify-log')).code).toBe(2);
  expect((await cli('verify-log', at('nothing'))).code).toBe(5);
  expect((await cli('verify-log', save('junk', 'hello\n'))).code).toBe(3);
  expect((await cli('verify-log', save('empty', ''))).code).toBe(3);
  expect(readFileSync(file, 'utf8')).toContain(first);
});
