import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Devnet, devnetChains, startDevnet } from '@holdfast/devnet';
import { decideAt, outcomeOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { until } from '../../test/flow.ts';

/** The package as `npm pack` makes it, and the examples that come with it, against a real server with real signers. */
const root = path.resolve(import.meta.dirname, '../../../../..');
const client = path.join(root, 'packages/client');
const run = promisify(execFile);
const payee = `0x${'12'.repeat(20)}`;
let devnet: Devnet<'evm' | 'bitcoin'>;
let server: TestServer;
let fixture: SetUp;
let dir: string;
let env: NodeJS.ProcessEnv;
let appId: string;

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-client-'));
  devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir: path.join(dir, 'chains'), tickMs: 200 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
  const place = { sub_wallet_id: fixture.subWalletId, symbol: 'ETH' };
  await fixture.api.sandbox.fund({ ...place, amount: '1' });
  await until('coins', async () => (await fixture.api.withdraw.symbolBalance(place)).normal_balance === '1');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = path.join(dir, 'client.pem');
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const public_key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex');
  const scopes = ['read', 'address', 'withdraw'] as const;
  const made = await fixture.api.apiClient.save({
    name: 'Tour',
    public_key,
    ip_list: ['127.0.0.1'],
    scopes: [...scopes],
  });
  if (!made.proposal) throw new Error('nothing was proposed');
  await decideAt(made.proposal.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made.proposal)).toBe(1);
  appId = made.app_id;
  env = {
    PATH: process.env.PATH,
    ...{
      HOLDFAST_ORIGIN: 'http://localhost:8700',
      HOLDFAST_URL: server.url,
      HOLDFAST_APP_ID: appId,
      HOLDFAST_KEY: key,
    },
    ...{ HOLDFAST_PAYEE: payee, HOLDFAST_WALLET: String(fixture.subWalletId) },
  };
});
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** What is looked at of the answers that curl brings. */
interface Told {
  readonly scopes?: readonly string[];
  readonly list?: readonly { readonly id: number }[];
  readonly withdraw_id?: number;
  readonly duplicated?: number;
}
const lines = async (command: string, ...args: string[]): Promise<string[]> => {
  const { stdout } = await run(command, args, { env, cwd: dir, timeout: 60_000 });
  return stdout.trim().split('\n');
};
/** What every tour tells. */
function toured(told: readonly string[]): void {
  expect(told[0]).toBe('Tour may read, address, withdraw');
  expect(told[1]).toBe('1 wallet(s), the first is Treasury');
  const [, address, again] = /^address (\S+), again (\S+)$/.exec(told[2] ?? '') ?? [];
  expect(address).toMatch(/^bcrt1/);
  expect(again).toBe(address);
  const rest = told.slice(3).join('\n');
  expect(rest).toMatch(/^\d+ deposit\(s\)$/m);
  const [, first, second] = /^payment (\d+), again (\d+), duplicated 1$/m.exec(rest) ?? [];
  expect(first).toMatch(/^\d+$/);
  expect(second).toBe(first);
  expect(rest).toMatch(/^status 1000$/m);
}

test('the package is made by npm pack, with JavaScript, types and examples, and nothing else', async () => {
  const from = path.join(dir, 'source');
  cpSync(client, from, { recursive: true, filter: (file) => !/node_modules|dist$/.test(file) });
  await run(process.execPath, [path.join(client, 'build.ts'), path.join(from, 'dist')]);
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', dir], { cwd: from });
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  expect(packed?.files.map((file) => file.path).sort()).toEqual([
    ...['README.md', 'dist/calls.d.ts', 'dist/calls.js', 'dist/index.d.ts', 'dist/index.js'],
    ...['examples/tour.py', 'examples/tour.sh', 'examples/tour.ts', 'package.json'],
  ]);
  const at = path.join(dir, 'node_modules/@holdfast/client');
  mkdirSync(at, { recursive: true });
  await run('tar', ['-xzf', path.join(dir, packed?.filename ?? ''), '-C', at, '--strip-components', '1']);
  const { dependencies } = JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8')) as { dependencies?: object };
  expect(dependencies).toBeUndefined();
});

test('the tour in TypeScript goes through, with the package as it was made', async () => {
  cpSync(path.join(client, 'examples/tour.ts'), path.join(dir, 'tour.ts'));
  const told = await lines(process.execPath, 'tour.ts');
  toured(told);
  expect(told.at(-1)).toMatch(/^\d+ of \d+ calls left$/);
});

test('the tour in Python goes through', async () => {
  toured(await lines('python3', path.join(client, 'examples/tour.py')));
});

test('the tour with curl goes through', async () => {
  const told = (await lines('bash', path.join(client, 'examples/tour.sh'))).filter(Boolean);
  const replies = told.map((line) => JSON.parse(line) as { code: number; data: Told });
  expect(replies.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
  const [me, wallets, , first, again, found] = replies.map(({ data }) => data);
  expect(me?.scopes).toEqual(['read', 'address', 'withdraw']);
  expect(wallets?.list).toHaveLength(1);
  expect([first?.duplicated, again?.duplicated]).toEqual([0, 1]);
  expect([again?.withdraw_id, found?.list?.[0]?.id]).toEqual([first?.withdraw_id, first?.withdraw_id]);
});

test('its calls are in the log of the API client, all proven', async () => {
  const { list } = await fixture.api.apiClient.log({ app_id: appId, page_size: 200 });
  expect(list.length).toBeGreaterThan(15);
  expect(list.every(({ proven, path: way }) => proven && way.startsWith('/openapi/'))).toBe(true);
});
