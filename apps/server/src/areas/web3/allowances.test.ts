import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorEntry } from '@holdfast/contract';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { devToken } from '@holdfast/devnet/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { decideSoon, until } from '../../test/flow.ts';

/** What a spender may take of a token, over HTTP: real signers, and a real token on a local chain. */
let dir: string;
let devnet: Devnet<'evm'>;
let server: TestServer;
let fixture: SetUp;

const chain_id = 'evm:31337';
/** An account of the local chain, so that it can take. */
const taker = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const spender = taker;
const balance = (symbol: string) => fixture.api.withdraw.symbolBalance({ sub_wallet_id: fixture.subWalletId, symbol });
const detail = (id: number) => fixture.api.transaction.detail({ id, type: 2 });
const mine = (blocks = 1) => fixture.api.sandbox.mine({ chain_id, blocks });

async function fund(symbol: string, amount: string): Promise<void> {
  await fixture.api.sandbox.fund({ sub_wallet_id: fixture.subWalletId, symbol, amount });
  await mine(4);
  await until('coins', async () => (await balance(symbol)).normal_balance === amount);
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-allowances-'));
  devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
  await fund('ETH', '10');
  await fund('USDC', '500');
}, 60_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const asked = (amount: string, change: object = {}) => ({
  request_id: randomUUID(),
  sub_wallet_id: fixture.subWalletId,
  main_chain_symbol: chain_id,
  interactive_contract: devToken.contract,
  spender,
  amount,
  ...change,
});
const refusal = (amount: string, change: object = {}): Promise<unknown> =>
  fixture.api.web3.create(asked(amount, change)).then(
    () => 'none',
    (error: { code: number }) => error.code,
  );
const onChain = async () => (await fixture.api.web3.allowances({ sub_wallet_id: fixture.subWalletId })).list[0];

/** Asked for, agreed to, signed, sent and final. */
async function done(amount: string): Promise<number> {
  const { withdraw_id: id } = await fixture.api.web3.create(asked(amount));
  const { evidence } = await detail(id);
  await decideSoon(fixture, evidence.intent_id);
  await until('its end', async () => {
    await mine(2);
    return (await detail(id)).status >= 2000;
  });
  return id;
}

const rpc = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
  rpcClient(devnet.evm.url)<T>(method, ...params);
const words = (...values: readonly string[]): string =>
  values.map((one) => one.replace(/^0x/, '').toLowerCase().padStart(64, '0')).join('');
const account = async (): Promise<string> => (await onChain())?.address ?? '';
/** As the token itself has it, smallest units. */
const allowed = async (): Promise<bigint> =>
  BigInt(
    await rpc('eth_call', { to: devToken.contract, data: `0xdd62ed3e${words(await account(), spender)}` }, 'latest'),
  );
/** The spender takes so much, by a transaction of its own. */
async function take(units: bigint): Promise<void> {
  const data = `0x23b872dd${words(await account(), spender, units.toString(16))}`;
  await rpc('eth_sendTransaction', { from: taker, to: devToken.contract, data });
}

it('is given, read from the chain with what is left of it, and taken back', async () => {
  expect(await onChain()).toMatchObject({ chain_id, told: 'all', allowances: [] });
  const id = await done('200');
  expect(await detail(id)).toMatchObject({
    status: 2000,
    type: 3,
    direction: 'none',
    stake: { kind: 'allowance' },
    amount: '200',
  });
  const given = { symbol: 'USDC', contract_address: devToken.contract, spender, endless: false };
  expect((await onChain())?.allowances).toEqual([{ ...given, amount: '200' }]);
  // Nothing has left but the fee, and what may be taken is available until it is.
  expect(await balance('USDC')).toMatchObject({ normal_balance: '500', lock_balance: '0' });
  expect(await allowed()).toBe(200_000_000n);
  const revoked = await done('0');
  expect(await detail(revoked)).toMatchObject({ status: 2000, stake: { kind: 'revocation' } });
  expect((await onChain())?.allowances).toEqual([]);
  expect(await findDrift(server.database.db)).toEqual([]);
}, 60_000);

it('is of a listed token, of so much, and of everything only by a rule that names token and spender', async () => {
  expect(await refusal('-1')).toBe(300002);
  expect(await refusal('10000000000')).toBe(300002);
  expect(await refusal('1', { interactive_contract: spender })).toBe(120202);
  expect(await refusal('1', { main_chain_symbol: 'bitcoin:regtest' })).toBe(120202);
  expect(await refusal('1', { spender: devToken.contract })).toBe(110055);
  expect(await refusal('1.0000001')).toBe(110161);
  expect(await refusal('1', { max_fee: '0.000000000000000001' })).not.toBe('none');
});

it('is listed with what calls contracts, is told with the account that does, and is cancelled as that', async () => {
  const listed = async (type: number) => (await fixture.api.transaction.list({ type })).list.map(({ id }) => id);
  const payment = { request_id: randomUUID(), sub_wallet_id: fixture.subWalletId, symbol: 'ETH', address_to: spender };
  const { withdraw_id: paid } = await fixture.api.withdraw.create({ ...payment, amount: '0.1' });
  const { withdraw_id: id } = await fixture.api.web3.create(asked('5'));
  expect([await listed(3), await listed(2)]).toEqual([expect.arrayContaining([id]), [paid]]);
  expect(await listed(3)).not.toContain(paid);
  expect((await fixture.api.transaction.detail({ id, type: 3 })).id).toBe(id);

  const place = { sub_wallet_id: fixture.subWalletId, main_chain_symbol: chain_id };
  const info = await fixture.api.web3.info(place);
  const sent = BigInt(await rpc<string>('eth_getTransactionCount', await account(), 'pending'));
  expect(info).toMatchObject({ chain_id, base_symbol: 'ETH', address: await account(), nonce: String(sent) });
  expect(info.balance).toBe((await balance('ETH')).normal_balance);
  expect(info.contracts).toEqual([]);
  const code = (asking: Promise<unknown>) =>
    asking.then(
      () => 0,
      (error: { code: number }) => error.code,
    );
  expect(await code(fixture.api.web3.info({ ...place, main_chain_symbol: 'bitcoin:regtest' }))).toBe(120202);

  expect(await code(fixture.api.web3.cancel({ trans_id: paid }))).toBe(errorEntry('orderNotFound').code);
  expect(await fixture.api.web3.cancel({ trans_id: id, remark: 'not now' })).toEqual({ trans_id: id, status: 2200 });
  await fixture.api.withdraw.cancel({ withdraw_id: paid });
});

it('is asked for once by one request', async () => {
  const ask = asked('3');
  const first = await fixture.api.web3.create(ask);
  expect(await fixture.api.web3.create(ask)).toMatchObject({ withdraw_id: first.withdraw_id, duplicated: true });
  expect(await refusal('4', { request_id: ask.request_id })).toBe(110088);
});

it('is taken of by its spender: the books follow once that is final, members are told, and nothing is frozen', async () => {
  const id = await done('200');
  await take(50_000_000n);
  await mine(6);
  await expect.poll(async () => (await balance('USDC')).normal_balance, { timeout: 20_000 }).toBe('450');
  expect((await onChain())?.allowances).toMatchObject([{ spender, amount: '150' }]);
  expect((await fixture.api.transaction.chains({})).frozen).toEqual([]);
  await server.logSettled();
  const { rows } = await server.database.pool.query<{ object: string; entry: string }>(
    "select object, entry from audit_log where action = 'allowance.taken'",
  );
  expect(rows.map(({ object }) => object)).toEqual([`order:${id}`]);
  for (const said of ['50', spender]) expect(rows[0]?.entry).toContain(`"${said}"`);
  const { rows: asks } = await server.database.pool.query("select 1 from audit_log where action = 'web3.create'");
  expect(asks.length).toBeGreaterThan(0);
  expect(await findDrift(server.database.db)).toEqual([]);
  await done('0');
}, 60_000);
