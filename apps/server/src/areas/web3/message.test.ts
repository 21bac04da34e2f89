import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorEntry } from '@holdfast/contract';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { devToken } from '@holdfast/devnet/contracts';
import { parseIntent, type SeniorRule, unconditional } from '@holdfast/policy';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { decideSoon, until } from '../../test/flow.ts';

/** Messages that members have signed, over HTTP: real signers, and the chain's own word for whose signature it is. */
let dir: string;
let devnet: Devnet<'evm'>;
let server: TestServer;
let fixture: SetUp;
let own: string;

const chain_id = 'evm:31337';
const somebody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const messages = [
  { chain: chain_id, contract: '', types: [] },
  { chain: chain_id, contract: devToken.contract, types: [] },
];
const rule = (change: Partial<SeniorRule>): SeniorRule => ({
  ...{ id: 'm1', name: 'Messages', enabled: 'on', type: 'web3', when: unconditional, action: 'pass' },
  ...{ signProtection: 'on', nodes: [] },
  ...change,
});
/** Messages of these two contracts pass; payments of more than 100 USDC nobody makes. */
const senior: SeniorRule[] = [
  rule({ when: { ...unconditional, messages } }),
  rule({
    ...{ id: 'p1', name: 'Large payments', type: 'transfer', action: 'refuse' },
    when: {
      ...unconditional,
      assets: { mode: 'only', list: [{ chain: chain_id, contract: devToken.contract }] },
      amount: { ...unconditional.amount, unit: 'coin', over: '100000000' },
    },
  }),
];

const detail = (id: number) => fixture.api.transaction.detail({ id, type: 2 });
const rpc = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
  rpcClient(devnet.evm.url)<T>(method, ...params);
/** Whose signature it is, by the chain's own contract for that. */
async function signerOf(digest: string, signature: string): Promise<string> {
  const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)];
  const data = `${digest}${v?.padStart(64, '0')}${r}${s}`;
  return `0x${(await rpc<string>('eth_call', { to: `0x${'1'.padStart(40, '0')}`, data }, 'latest')).slice(26)}`;
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-messages-'));
  devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place, { book: { mode: 'off', coolingHours: '0' }, senior });
  await server.keepConfirmed();
  const info = await fixture.api.web3.info({ sub_wallet_id: fixture.subWalletId, main_chain_symbol: chain_id });
  own = info.address;
}, 90_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const asking = (what: { message?: string; typed_data?: string }) => ({
  ...{ request_id: randomUUID(), sub_wallet_id: fixture.subWalletId, main_chain_symbol: chain_id },
  trans_type: '2' as const,
  ...what,
});
const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 0,
    (error: { code: number }) => error.code,
  );
const permit = (value: string, change: object = {}): string =>
  JSON.stringify({
    types: {
      Permit: ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'].map((one) => {
        const [name, type] = one.split(' ');
        return { name, type };
      }),
    },
    primaryType: 'Permit',
    domain: { name: 'USD Coin', version: '1', chainId: 31337, verifyingContract: devToken.contract.toLowerCase() },
    message: { owner: own, spender: somebody, value, nonce: 0, deadline: '0xffffffff' },
    ...change,
  });

async function signed<Id extends number>(asked: Promise<{ withdraw_id: Id }>): Promise<Id> {
  const { withdraw_id: id } = await asked;
  const { evidence } = await detail(id);
  await decideSoon(fixture, evidence.intent_id);
  await until('its end', async () => (await detail(id)).status >= 2000);
  return id;
}

it('a text is signed by both signers, and its signature is that of the account', async () => {
  const id = await signed(fixture.api.web3.create(asking({ message: 'app.example wants you\nto sign in ✓' })));
  expect(await detail(id)).toMatchObject({
    status: 2000,
    type: 3,
    stake: { kind: 'message' },
    txid: '',
    real_fee: '0',
  });
  const told = await fixture.api.web3.message({ trans_id: id });
  expect(told).toMatchObject({ form: 'text', message: 'app.example wants you\nto sign in ✓', address_from: own });
  expect(told.signature).toMatch(/^0x[0-9a-f]{128}1[bc]$/);
  expect(await signerOf(told.digest, told.signature)).toBe(own.toLowerCase());
  expect(await findDrift(server.database.db)).toEqual([]);
}, 60_000);

it('a permit says what may be taken, is signed in its one spelling, and takes no nonce', async () => {
  const nonce = await rpc<string>('eth_getTransactionCount', own, 'latest');
  const id = await signed(fixture.api.web3.create(asking({ typed_data: permit('5000000') })));
  const told = await fixture.api.web3.message({ trans_id: id });
  expect(told).toMatchObject({
    ...{ form: 'typed', deed: 'allowance', bounded: true },
    outflows: [{ symbol: 'USDC', contract_address: devToken.contract, units: '5000000', decimals: 6 }],
  });
  expect(JSON.parse(told.message).message).toMatchObject({ value: '5000000', deadline: '4294967295' });
  expect(await signerOf(told.digest, told.signature)).toBe(own.toLowerCase());
  expect(await rpc('eth_getTransactionCount', own, 'latest')).toBe(nonce);
  const { rows } = await server.database.pool.query<{ intent: string }>('select intent from orders where id = $1', [
    id,
  ]);
  const intent = parseIntent(rows[0]?.intent ?? '');
  expect(intent).toMatchObject({ kind: 'message', conflict: 'none', maxFee: '0' });
  expect(intent.outputs.map(({ address }) => address)).toEqual([devToken.contract, somebody]);
}, 60_000);

it('what is taken by a permit is booked, and nothing is frozen by it', async () => {
  const balance = () => fixture.api.withdraw.symbolBalance({ sub_wallet_id: fixture.subWalletId, symbol: 'USDC' });
  await fixture.api.sandbox.fund({ sub_wallet_id: fixture.subWalletId, symbol: 'USDC', amount: '500' });
  await rpc('anvil_mine', '0x5');
  await until('coins', async () => (await balance()).normal_balance === '500');
  // The token of this chain takes no permits: the account's own allowance stands in for what the permit would have made of it.
  const word = (text: string): string => text.replace('0x', '').toLowerCase().padStart(64, '0');
  const sent = (from: string, data: string) => rpc('eth_sendTransaction', { from, to: devToken.contract, data });
  await rpc('anvil_impersonateAccount', own);
  await rpc('anvil_setBalance', own, '0xde0b6b3a7640000');
  await sent(own, `0x095ea7b3${word(somebody)}${word('0x4c4b40')}`);
  await sent(somebody, `0x23b872dd${word(own)}${word(somebody)}${word('0x1e8480')}`);
  await rpc('anvil_mine', '0x5');
  await until('the books to follow', async () => (await balance()).normal_balance === '498', 60_000);
  expect((await fixture.api.transaction.chains({})).frozen.filter(({ symbol }) => symbol === 'USDC')).toEqual([]);
  expect(await findDrift(server.database.db)).toEqual([]);
}, 90_000);

it('a permit of more than may be paid, or of everything, is refused like the payment it amounts to', async () => {
  const denied = errorEntry('policyDenied').code;
  expect(await codeOf(fixture.api.web3.create(asking({ typed_data: permit('100000001') })))).toBe(denied);
  expect(await codeOf(fixture.api.web3.create(asking({ typed_data: permit(String(2n ** 256n - 1n)) })))).toBe(denied);
});

it('what no rule names is refused, and what is of another network, cannot be read, or is nothing', async () => {
  const domain = (change: object) => ({ domain: { chainId: 31337, verifyingContract: somebody, ...change } });
  const other = fixture.api.web3.create(asking({ typed_data: permit('1', domain({})) }));
  expect(await codeOf(other)).toBe(errorEntry('policyDenied').code);
  const elsewhere = fixture.api.web3.create(asking({ typed_data: permit('1', domain({ chainId: 1 })) }));
  expect(await codeOf(elsewhere)).toBe(errorEntry('messageElsewhere').code);
  const unreadable = errorEntry('messageUnreadable').code;
  expect(await codeOf(fixture.api.web3.create(asking({ typed_data: '{"types":{}}' })))).toBe(unreadable);
  expect(await codeOf(fixture.api.web3.create(asking({ message: `0x${'ab'.repeat(32)}` })))).toBe(unreadable);
  expect(await codeOf(fixture.api.web3.create(asking({})))).toBe(errorEntry('invalidParameters').code);
});

it('asked for again it is the same order, and one that is cancelled has no signature', async () => {
  const ask = asking({ message: 'Never mind' });
  const { withdraw_id: id } = await fixture.api.web3.create(ask);
  expect((await fixture.api.web3.create(ask)).withdraw_id).toBe(id);
  expect(await fixture.api.web3.cancel({ trans_id: id })).toMatchObject({ trans_id: id });
  await until('its end', async () => (await detail(id)).status > 2000);
  expect(await fixture.api.web3.message({ trans_id: id })).toMatchObject({ signature: '' });
  expect(await findDrift(server.database.db)).toEqual([]);
}, 60_000);
