import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { parseIntent } from '@holdfast/policy';
import { eip55 } from '@holdfast/policy/selector';
import { fetchIntent, signerFacts } from '@holdfast/signer-ui/signer-api';
import { decideAt, outcomeOf, refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { until } from '../../test/flow.ts';
import { mintCall, tokenCode } from '../../test/tokens.ts';

/** Tokens that members approve: real signers, whose operators know nothing of them, and real contracts on a local chain. */
let dir: string;
let devnet: Devnet<'evm'>;
let server: TestServer;
let fixture: SetUp;
let contract: string;

const chain_id = 'evm:31337';
/** An account of the local chain. */
const somebody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const rpc = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
  rpcClient(devnet.evm.url)<T>(method, ...params);
const mine = (blocks = 1) => fixture.api.sandbox.mine({ chain_id, blocks });
const name = () => ({ symbol: 'ACRN', chain_id, contract_address: contract });
const inWallet = () => ({ sub_wallet_id: fixture.subWalletId });
const info = () => fixture.api.token.info(name());
const held = async () => {
  const { list } = await fixture.api.wallet.coinsAsset(inWallet());
  return list.find((coin) => coin.contract_address === contract);
};
const pay = () =>
  fixture.api.withdraw.create({
    ...{ ...inWallet(), ...name(), request_id: randomUUID() },
    ...{ amount: '2.5', address_to: somebody },
  });
const priceOf = async () => (await fixture.api.token.price(name())).usd;

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-token-'));
  devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  const data = tokenCode('Acorn', 'ACRN', 7);
  const hash = await rpc<string>('eth_sendTransaction', { from: somebody, gas: '0x400000', data });
  await rpc('anvil_mine', '0x1');
  const { contractAddress } = await rpc<{ contractAddress: string }>('eth_getTransactionReceipt', hash);
  contract = eip55(contractAddress) ?? '';
  const config = {
    sandbox: { faucetUrl: devnet.faucet.url },
    prices: [{ symbol: 'ACRN', chain: chain_id, contract, usd: '3' }],
  };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place, { book: { mode: 'off', coolingHours: '0' } });
  await server.keepConfirmed();
  await fixture.api.sandbox.fund({ ...inWallet(), symbol: 'ETH', amount: '1' });
  await fixture.api.token.add({ base_symbol: 'ETH', contract_address: contract });
  const { list } = await fixture.api.wallet.coinsAsset(inWallet());
  const to = list.find((coin) => coin.chain_id === chain_id)?.address ?? '';
  await rpc('eth_sendTransaction', { from: somebody, gas: '0x100000', to: contract, data: mintCall(to, 100_000_000n) });
  await mine(4);
  await until('coins', async () => (await held())?.normal_balance === '10');
}, 90_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

it('comes in at once, and has no price and no payments before members approved it', async () => {
  expect(await info()).toMatchObject({ verified: false, approved: false, item_id: null });
  expect((await info()).signers.map(({ state }) => state)).toEqual(['none', 'none']);
  expect(await priceOf()).toBeNull();
  expect(await refusalOf(pay())).toBe('coinUnverified');
});

it('is proposed once at a time, told in the to-do list, and stays unverified where members refuse it', async () => {
  const made = await fixture.api.token.apply({ ...name(), remark: 'from the issuer’s page' });
  expect(await refusalOf(fixture.api.token.apply(name()))).toBe('duplicateCoinApplication');
  expect(await info()).toMatchObject({ item_id: made.item_id });
  const told = await fixture.api.addressBook.auditDetail({ audit_id: made.item_id });
  expect(told).toMatchObject({
    ...{ add: [], remove: [], remark: 'from the issuer’s page' },
    tokens: [{ chain: chain_id, contract, symbol: 'ACRN', decimals: 7, taken_out: false }],
  });
  const todo = (await fixture.api.todo.list({})).list.find(({ item_id }) => item_id === made.item_id);
  expect(todo?.change?.subject).toMatchObject({ action: 'tokenAdd', symbol: 'ACRN' });
  await decideAt(made.approval_url, fixture.owner, 'refuse');
  expect(await outcomeOf(fixture.api, made)).toBe(2);
  expect(await refusalOf(pay())).toBe('coinUnverified');
}, 60_000);

it('is paid with, exactly, once members approved it and every signer has taken it over', async () => {
  const made = await fixture.api.token.apply(name());
  await decideAt(made.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made)).toBe(1);
  await until('the word of both signers', async () => (await info()).verified);
  expect(await info()).toMatchObject({ approved: true, item_id: null });
  const { chains } = await signerFacts(server.place.origins[0] ?? '');
  expect(chains.find(({ id }) => id === chain_id)?.assets.at(-1)).toMatchObject({ symbol: 'ACRN', decimals: 7 });
  expect(await priceOf()).toBe('3');
  expect(await refusalOf(fixture.api.token.apply(name()))).toBe('coinExists');
  const { withdraw_id } = await pay();
  const { evidence } = await fixture.api.transaction.detail({ id: withdraw_id, type: 2 });
  const reply = await until('the request at the signer', () =>
    fetchIntent(server.place.origins[0] ?? '', evidence.intent_id).catch(() => undefined),
  );
  expect(parseIntent(reply.intent).asset).toEqual({ symbol: 'ACRN', contract, decimals: '7' });
  await fixture.approve(evidence.intent_id);
  await until('its end', async () => {
    await mine(2);
    return (await fixture.api.transaction.detail({ id: withdraw_id, type: 2 })).status === 2000;
  });
  expect((await held())?.normal_balance).toBe('7.5');
  expect(await findDrift(server.database.db)).toEqual([]);
}, 90_000);

it('is paid with no more once members agreed on that, and never at once', async () => {
  const made = await fixture.api.token.apply({ ...name(), paid: false });
  expect(made.instant).toBe(false);
  await decideAt(made.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made)).toBe(1);
  await until('the word of both signers', async () => !(await info()).verified);
  expect(await refusalOf(pay())).toBe('coinUnverified');
  expect(await priceOf()).toBeNull();
  expect((await held())?.normal_balance).toBe('7.5');
}, 60_000);
