import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Devnet, devnetChains, startDevnet } from '@holdfast/devnet';
import {
  approvalDigest,
  deviceCredentialId,
  type Intent,
  intentDigestHex,
  parseIntent,
  parsePolicy,
} from '@holdfast/policy';
import { readKeyFile, signWithSecret } from '@holdfast/review/keyfile';
import { startTestServer, type TestServer } from '@holdfast/server/test/index.ts';
import { type SetUp, setUp } from '@holdfast/server/test/set-up.ts';
import { fetchIntent, sendApproval, signerFacts } from '@holdfast/signer-ui/signer-api';
import { decideAt, freePort, newTestMember, outcomeOf, type TestMember, totpAt } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadKey } from '../src/key-file.ts';
import { run } from '../src/main.ts';
import { differences, meantBy, type PayOptions } from '../src/pay.ts';

const payee = '0x00000000000000000000000000000000000000A1';
let dir: string;
let devnet: Devnet<'evm' | 'bitcoin'>;
let server: TestServer;
let fixture: SetUp;
let bob: TestMember;
let app: string;
const at = (name: string): string => path.join(dir, name);

/** Runs a command line; nobody is at the keyboard. */
async function cli(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run(args, {
    print: (line) => out.push(line),
    note: (line) => err.push(line),
    ask: async () => undefined,
    piped: async () => undefined,
    bold: (text) => text,
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
async function until<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T> {
  for (let round = 0; round < 600; round++) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await sleep(50);
  }
  throw new Error(`waited in vain for ${what}`);
}
const rpc = async (method: string, ...params: unknown[]): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const reply = await fetch(devnet.evm.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await reply.json()) as { result: unknown }).result;
};
const paid = async (): Promise<bigint> => BigInt(String(await rpc('eth_getBalance', payee, 'latest')));
const milli = (n: number): bigint => BigInt(n) * 10n ** 15n;

async function joined(name: string): Promise<TestMember> {
  const { link } = await fixture.api.team.invite({ name, email: `${name}@example.org`, role: 'approver' });
  const [token, password] = [link.split('/').at(-1) ?? '', 'a password for tests'];
  const made = await server.api().team.join({ token, password });
  const member = newTestMember('?', 'approver');
  const credential = { id: member.credential, type: 'device', publicKey: member.key.publicKey };
  const totp = totpAt(made.totp_secret, new Date());
  const { item_id } = await server.api().team.joinConfirm({ token, password, totp, credential });
  await decideAt((await fixture.api.strategy.auditInfo({ item_id })).approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, { item_id })).toBe(1);
  const { list } = await fixture.api.team.list({});
  return { ...member, id: list.find((one) => one.name === name)?.member_id ?? '' };
}
const version = async (): Promise<string> => (await fixture.api.strategy.policy({})).version;
async function inForce(made: { item_id: number; approval_url: string }): Promise<void> {
  await decideAt(made.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made)).toBe(1);
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-pay-'));
  devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 });
  // Requests are signed for the address by which the server is known, so that has to be where it listens.
  const port = await freePort();
  const config = {
    port,
    host: '127.0.0.1',
    origin: `http://127.0.0.1:${port}`,
    sandbox: { faucetUrl: devnet.faucet.url },
  };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
  const place = { sub_wallet_id: fixture.subWalletId, symbol: 'ETH' };
  await fixture.api.sandbox.fund({ ...place, amount: '10' });
  await rpc('anvil_mine', '0x5');
  await until('coins', async () => (await fixture.api.withdraw.symbolBalance(place)).normal_balance === '10');
  bob = await joined('bob');
  // API clients: Bob agrees, then the owner releases.
  const nodes = [
    { name: 'Bob', kind: 'approve', approvers: [bob.id], threshold: '1' },
    { name: 'Owner', kind: 'sign', approvers: [fixture.owner.id], threshold: '1' },
  ];
  await inForce(
    await fixture.api.strategy.workspaceSave({ op: 'api', sign_protect: 'off', nodes, version: await version() }),
  );
  expect((await cli('device-key', 'new', at('robot.key'), '--plain')).code).toBe(0);
}, 120_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const payArgs = (amount: string, ...more: string[]): string[] => [
  'pay',
  '--server',
  server.url,
  '--signer',
  fixture.document.signers[0]?.origin ?? '',
  '--app',
  app,
  '--key',
  at('robot.key'),
  '--wallet',
  String(fixture.subWalletId),
  '--symbol',
  'ETH',
  '--to',
  payee,
  '--amount',
  amount,
  ...more,
];
const orderIn = (out: string): number => Number(/^order (\d+), /m.exec(out)?.[1]);
const detail = (id: number) => fixture.api.transaction.detail({ id: id as never, type: 2 });
const linkOf = async (id: number): Promise<string> =>
  (await fixture.api.withdraw.audit({ withdraw_id: id as never })).approval_url;
async function arrives(id: number, wei: bigint): Promise<void> {
  await until('it to be sent', async () => [1200, 2000].includes((await detail(id)).status));
  await until('it on the chain', async () => {
    await rpc('anvil_mine', '0x1');
    return (await paid()) === wei;
  });
}

it('an API client is asked for by one, agreed to by those who decide about API clients, and may ask from then on', async () => {
  const key = readKeyFile(readFileSync(at('robot.key'), 'utf8'));
  const made = await fixture.api.apiClient.save({
    name: 'Payroll',
    public_key: key.credential.publicKey,
    ip_list: ['127.0.0.1'],
  });
  app = made.app_id;
  const proposal = made.proposal ?? { item_id: 0, approval_url: '' };
  await decideAt(proposal.approval_url, fixture.owner, 'initiate');
  expect((await cli(...payArgs('0.001'))).err).toContain('100015');
  await decideAt(proposal.approval_url, bob);
  await inForce(proposal);
  const { members } = parsePolicy((await fixture.api.strategy.policy({})).document);
  expect(members.find(({ id }) => id === app)).toMatchObject({ role: 'api', status: 'active' });
});

it('what it asks for is paid once a member approves, and never twice for one request', async () => {
  const request = randomUUID();
  const asked = await cli(...payArgs('0.05', '--request', request, '--max-fee', '0.1'));
  expect(asked.err).toBe('');
  expect(asked.out).toContain('waiting');
  const id = orderIn(asked.out);
  await until('the API client to have asked', async () =>
    (await detail(id)).timeline.some(({ sub_status }) => sub_status === 'initiate'),
  );
  const again = await cli(...payArgs('0.05', '--request', request, '--max-fee', '0.1'));
  expect([again.code, orderIn(again.out)]).toEqual([0, id]);
  // The same request for another payment is none.
  expect((await cli(...payArgs('0.06', '--request', request))).err).toContain('110088');
  await decideAt(await linkOf(id), fixture.owner);
  await arrives(id, milli(50));
});

it('an approval by an API client counts nowhere, not even of its own request', async () => {
  const { out } = await cli(...payArgs('0.01'));
  const [, origin = '', intentId = ''] = /^(.*?)\/#\/i\/([0-9a-f-]{36})/.exec(await linkOf(orderIn(out))) ?? [];
  const intent = parseIntent((await fetchIntent(origin, intentId)).intent);
  const file = readKeyFile(readFileSync(at('robot.key'), 'utf8'));
  const terminal = { print() {}, note() {}, ask: async () => undefined, piped: async () => undefined, bold: String };
  const { secret } = await loadKey(terminal, at('robot.key'), undefined);
  const credential = deviceCredentialId(file.credential.publicKey);
  const statement = { intent: intentDigestHex(intent), decision: 'approve', member: app, credential } as const;
  const said = await sendApproval(origin, {
    ...statement,
    proof: signWithSecret(secret, approvalDigest(statement)),
  }).then(
    ({ evaluation }) => evaluation.state,
    () => 'refused by the signer',
  );
  expect(['waiting', 'refused by the signer']).toContain(said);
  await sleep(1_000);
  expect((await detail(orderIn(out))).status).toBe(1000);
  expect(await paid()).toBe(milli(50));
});

it('a rule that names the API client, or API clients, decides', async () => {
  const rule = (id: string, action: 'pass' | 'refuse', who: string, bounds: { over: string; upTo: string }) => ({
    id,
    name: id,
    enabled: 'on',
    type: 'transfer',
    when: {
      initiators: [who],
      wallets: [],
      assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: '' }] },
      amount: { unit: 'coin', hours: '0', scope: 'wallet', ...bounds },
      destinations: { mode: 'any', entries: [] },
      calls: [],
    },
    action,
    signProtection: 'on',
    nodes: [],
  });
  const small = rule('small', 'pass', `member:${app}`, { over: '', upTo: String(milli(20)) });
  const large = rule('large', 'refuse', 'role:api', { over: String(milli(500)), upTo: '' });
  await inForce(await fixture.api.strategy.save({ senior: [small, large], version: await version() }));
  const { code, err } = await cli(...payArgs('0.6'));
  expect([code, err]).toEqual([1, expect.stringContaining('300002')]);
  const passed = await cli(...payArgs('0.02'));
  expect(passed.out).toContain('satisfied');
  await arrives(orderIn(passed.out), milli(70));
});

it('signs nothing that is another payment than was asked for', async () => {
  const { out } = await cli(...payArgs('0.03'));
  const [, origin = '', intentId = ''] = /^(.*?)\/#\/i\/([0-9a-f-]{36})/.exec(await linkOf(orderIn(out))) ?? [];
  const intent = parseIntent((await fetchIntent(origin, intentId)).intent);
  const options: PayOptions = {
    server: server.url,
    signer: origin,
    app,
    key: at('robot.key'),
    wallet: String(fixture.subWalletId),
    symbol: 'ETH',
    to: payee.toLowerCase(),
    amount: '0.03',
    maxFee: '0.1',
    request: intent.request,
  };
  const meant = meantBy(options, await signerFacts(origin));
  expect(differences(intent, meant, options)).toEqual([]);
  const [output] = intent.outputs;
  if (!output) throw new Error('it pays somebody');
  const others: [string, Partial<Intent>][] = [
    ['initiator', { initiator: fixture.owner.id }],
    ['request', { request: 'other' }],
    ['wallet', { wallet: '999' }],
    ['network', { chain: 'evm:1' }],
    ['asset', { asset: { ...intent.asset, contract: payee } }],
    ['symbol', { asset: { ...intent.asset, symbol: 'WETH' } }],
    ['decimals', { asset: { ...intent.asset, decimals: '6' } }],
    ['payees', { outputs: [output, output] }],
    ['payee', { outputs: [{ ...output, address: '0x00000000000000000000000000000000000000A2' }] }],
    ['amount', { outputs: [{ ...output, amount: `${output.amount}0` }] }],
    ['memo', { outputs: [{ ...output, memo: 'x' }] }],
    ['fee cap', { maxFee: String(milli(101)) }],
  ];
  for (const [what, change] of others) expect(differences({ ...intent, ...change }, meant, options)).toEqual([what]);
});

it('asks for nothing with another key, and for nothing once it is switched off', async () => {
  expect((await cli('device-key', 'new', at('other.key'), '--plain')).code).toBe(0);
  const other = payArgs('0.001').map((arg) => (arg === at('robot.key') ? at('other.key') : arg));
  expect((await cli(...other)).err).toContain('100005');
  await fixture.api.apiClient.saveStatus({ app_id: app, status: 0 });
  expect((await cli(...payArgs('0.001'))).err).toContain('100015');
  const { list } = await fixture.api.apiClient.log({ app_id: app });
  expect(list.slice(0, 2).map(({ code }) => code)).toEqual([100015, 100005]);
});
