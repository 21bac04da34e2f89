import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorEntry } from '@holdfast/contract';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { bytecode, devToken } from '@holdfast/devnet/contracts';
import { deployNft, mintNft } from '@holdfast/devnet/nft';
import { encodeArguments, methodOf, parseIntent, type Value } from '@holdfast/policy';
import { decideAt, outcomeOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { decideSoon, until } from '../../test/flow.ts';

/** Contracts that members call, over HTTP: real signers, and real contracts on a local chain. */
let dir: string;
let devnet: Devnet<'evm'>;
let server: TestServer;
let fixture: SetUp;
let vault: string;

const chain_id = 'evm:31337';
/** An account of the local chain. */
const somebody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const methods = [
  'deposit(uint256 amount)',
  'redeem(uint256 amount,address to)',
  'keepHalf()',
  'multicall(bytes[] data)',
];
const balance = (symbol: string) => fixture.api.withdraw.symbolBalance({ sub_wallet_id: fixture.subWalletId, symbol });
const detail = (id: number) => fixture.api.transaction.detail({ id, type: 2 });
const mine = (blocks = 1) => fixture.api.sandbox.mine({ chain_id, blocks });
const rpc = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
  rpcClient(devnet.evm.url)<T>(method, ...params);
const dataOf = (signature: string, ...values: Value[]): string => {
  const method = methodOf(signature);
  return `${method?.selector}${Buffer.from(encodeArguments(method?.inputs ?? [], values)).toString('hex')}`;
};

async function fund(symbol: string, amount: string): Promise<void> {
  await fixture.api.sandbox.fund({ sub_wallet_id: fixture.subWalletId, symbol, amount });
  await mine(4);
  await until('coins', async () => (await balance(symbol)).normal_balance === amount);
}

/** Puts a vault of the token on the chain. */
async function deployVault(): Promise<string> {
  const data = `${bytecode('DevVault')}${devToken.contract.slice(2).toLowerCase().padStart(64, '0')}`;
  const hash = await rpc<string>('eth_sendTransaction', { from: somebody, data, gas: '0x200000' });
  await mine(1);
  const { contractAddress } = await rpc<{ contractAddress: string }>('eth_getTransactionReceipt', hash);
  const { list } = await fixture.api.addressBook.check({
    items: [{ chains: [chain_id], address: contractAddress, memo: '', symbols: [], label: 'Vault' }],
  });
  return list[0]?.address ?? '';
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-calls-'));
  devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place, { book: { mode: 'off', coolingHours: '0' } });
  await server.keepConfirmed();
  await fund('ETH', '10');
  await fund('USDC', '500');
  vault = await deployVault();
}, 90_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const calling = (input_data: string, change: object = {}) => ({
  sub_wallet_id: fixture.subWalletId,
  main_chain_symbol: chain_id,
  interactive_contract: vault,
  input_data,
  ...change,
});
const asked = (input_data: string, change: object = {}) => ({
  request_id: randomUUID(),
  trans_type: '1' as const,
  ...calling(input_data, change),
});
const codeOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => 0,
    (error: { code: number }) => error.code,
  );

async function approved(id: number): Promise<void> {
  const { evidence } = await detail(id);
  await decideSoon(fixture, evidence.intent_id);
}
/** Agreed to, signed, sent and final. */
async function finished<Id extends number>(id: Id): Promise<Id> {
  await approved(id);
  await until('its end', async () => {
    await mine(2);
    return (await detail(id)).status >= 2000;
  });
  return id;
}
/** Asked for, and all the rest. */
const done = async <Id extends number>(asking: Promise<{ withdraw_id: Id }>): Promise<Id> =>
  finished((await asking).withdraw_id);
const called = (input_data: string, change: object = {}) => done(fixture.api.web3.create(asked(input_data, change)));

async function agree(): Promise<void> {
  const item = { chains: [chain_id], address: vault, memo: '', symbols: [], label: 'Vault', methods };
  const made = await fixture.api.addressBook.add({ items: [item] });
  await decideAt(made.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made)).toBe(1);
  await until('the entry', async () => (await fixture.api.addressBook.list({})).list.length === 1);
}

it('is refused where nobody agreed on its methods, and read by them once members did', async () => {
  const look = () => fixture.api.web3.simulate(calling(dataOf('keepHalf()'), { amount: '1' }));
  expect(await look()).toMatchObject({ problem: 'rawCall', simulation: { success: true } });
  expect(await codeOf(fixture.api.web3.create(asked(dataOf('keepHalf()'), { amount: '1' })))).toBe(
    errorEntry('policyDenied').code,
  );
  await agree();
  expect((await fixture.api.addressBook.list({})).list[0]?.methods).toEqual(methods);
  expect(await look()).toMatchObject({ problem: '', outflows: [], fee_symbol: 'ETH' });
}, 60_000);

it('leaves what it says, and what comes back is booked', async () => {
  const before = Number((await balance('ETH')).normal_balance);
  const id = await called(dataOf('keepHalf()'), { amount: '1' });
  const shown = await detail(id);
  expect(shown).toMatchObject({ status: 2000, type: 3, stake: { kind: 'call' }, amount: '1' });
  const after = Number((await balance('ETH')).normal_balance);
  expect(before - after).toBeCloseTo(0.5 + Number(shown.real_fee), 9);
  expect(await findDrift(server.database.db)).toEqual([]);
}, 60_000);

const allow = (amount: string) => {
  const ask = { request_id: randomUUID(), sub_wallet_id: fixture.subWalletId, main_chain_symbol: chain_id };
  return done(fixture.api.web3.create({ ...ask, interactive_contract: devToken.contract, spender: vault, amount }));
};

it('says of tokens what the node says that leaves, holds that, and books what left', async () => {
  await allow('300');
  const deposit = dataOf('deposit(uint256 amount)', 100_000_000n);
  const { outflows, simulation } = await fixture.api.web3.simulate(calling(deposit));
  expect(outflows).toEqual([{ symbol: 'USDC', contract_address: devToken.contract, amount: '100', allowed: '0' }]);
  expect(simulation).toMatchObject({ told: 'moves', changes: [{ symbol: 'USDC', out: '100', in: '0' }], nfts: [] });
  expect(simulation.events.map(({ name }) => name)).toContain('Transfer');
  const { withdraw_id: id } = await fixture.api.web3.create(asked(deposit));
  expect(await balance('USDC')).toMatchObject({ normal_balance: '400', lock_balance: '100' });
  const { rows } = await server.database.pool.query<{ intent: string }>('select intent from orders where id = $1', [
    id,
  ]);
  const intent = parseIntent(rows[0]?.intent ?? '');
  expect(intent.call).toBe(`${deposit} out ${devToken.contract} 100000000 6 USDC`);
  await finished(id);
  expect(await balance('USDC')).toMatchObject({ normal_balance: '400', lock_balance: '0' });
  // What comes to another account of this workspace is told as that account's.
  const place = { sub_wallet_id: fixture.subWalletId, symbol: 'USDC', chain_id };
  const second = (await fixture.api.deposit.createAddress({ ...place, num: 1, label: '' })).list.at(-1)?.address ?? '';
  const redeem = calling(dataOf('redeem(uint256 amount,address to)', 40_000_000n, second));
  expect((await fixture.api.web3.simulate(redeem)).simulation.changes).toEqual([
    { address: second, symbol: 'USDC', contract_address: devToken.contract, out: '0', in: '40', counted: true },
  ]);
  const redeemed = await called(dataOf('redeem(uint256 amount,address to)', 40_000_000n, intent.from));
  expect((await detail(redeemed)).status).toBe(2000);
  await until('what came back', async () => {
    await mine(2);
    return (await balance('USDC')).normal_balance === '440';
  });
  expect(await findDrift(server.database.db)).toEqual([]);
  expect((await fixture.api.transaction.chains({})).frozen).toEqual([]);
}, 90_000);

it('is not asked for where it would fail, take more than it says, or is a payment of its own', async () => {
  const deposit = dataOf('deposit(uint256 amount)', 100_000_000n);
  expect(await codeOf(fixture.api.web3.create(asked(dataOf('deposit(uint256 amount)', 10n ** 12n))))).toBe(
    errorEntry('callFails').code,
  );
  const outflows = [{ contract_address: devToken.contract, amount: '99.999999' }];
  expect(await codeOf(fixture.api.web3.create(asked(deposit, { outflows })))).toBe(errorEntry('callTakesMore').code);
  const pay = dataOf('transfer(address to,uint256 amount)', somebody, 1n);
  expect(await codeOf(fixture.api.web3.create(asked(pay, { interactive_contract: devToken.contract })))).toBe(
    errorEntry('callIsPayment').code,
  );
  expect(await codeOf(fixture.api.web3.create(asked(`${dataOf('multicall(bytes[] data)', [])}00`)))).toBe(
    errorEntry('callUnreadable').code,
  );
  expect(await codeOf(fixture.api.web3.create({ ...asked(deposit), input_data: undefined }))).toBe(
    errorEntry('invalidParameters').code,
  );
});

it('stops before it is signed where the contract would do something else by then, and says what', async () => {
  const { withdraw_id: id } = await fixture.api.web3.create(asked(dataOf('deposit(uint256 amount)', 10_000_000n)));
  const greed = (times: bigint) =>
    rpc('eth_sendTransaction', { from: somebody, to: vault, data: dataOf('setGreed(uint256 times)', times) });
  await greed(2n);
  await mine(1);
  await approved(id);
  await until('the stop', async () => (await detail(id)).sub_status === 'call_changed');
  const { timeline } = await detail(id);
  const told = timeline.find(({ sub_status }) => sub_status === 'call_changed');
  expect(told?.detail.difference).toBe('20 USDC would leave, 10 USDC were agreed to');
  await greed(1n);
  await mine(1);
  await until(
    'its end',
    async () => {
      await mine(2);
      return (await detail(id)).status >= 2000;
    },
    90_000,
  );
  expect((await detail(id)).status).toBe(2000);
}, 120_000);

/** Code that a contract runs, put on the chain as it stands. */
async function deployCode(code: string): Promise<string> {
  const length = (code.length / 2).toString(16).padStart(4, '0');
  const data = `0x61${length}80600a3d393df3${code}`;
  const hash = await rpc<string>('eth_sendTransaction', { from: somebody, data, gas: '0x200000' });
  await mine(1);
  const { contractAddress } = await rpc<{ contractAddress: string }>('eth_getTransactionReceipt', hash);
  const { list } = await fixture.api.addressBook.check({
    items: [{ chains: [chain_id], address: contractAddress, memo: '', symbols: [], label: 'Proxy' }],
  });
  return list[0]?.address ?? '';
}
const bare = (address: string): string => address.slice(2).toLowerCase();
/** Whatever is called is run by the contract whose address stands in one place; a call of exactly 32 bytes writes another there. */
const proxyCode = [
  ...['36', '6020', '14', '602c', '57'],
  ...['36', '6000', '6000', '37', '6000', '6000', '36', '6000', '61beef', '54', '5a', 'f4'],
  ...['3d', '6000', '6000', '3e', '6027', '57', '3d', '6000', 'fd', '5b', '3d', '6000', 'f3'],
  ...['5b', '6000', '35', '61beef', '55', '00'],
].join('');
/** Takes one NFT of whoever calls, by what the proxy was allowed, and nothing else. */
const thiefCode = (nft: string, id: number): string =>
  [
    ...['63', '23b872dd', '60e0', '1b', '6000', '52', '33', '6004', '52', '73', bare(somebody), '6024', '52'],
    ...['60', id.toString(16).padStart(2, '0'), '6044', '52', '6000', '6000', '6064', '6000', '6000', '73', bare(nft)],
    ...['5a', 'f1', '00'],
  ].join('');
const upgrade = (proxy: string, to: string) =>
  rpc('eth_sendTransaction', { from: somebody, to: proxy, data: `0x${bare(to).padStart(64, '0')}` });

/** As if the account had called it before anybody watched: no order of ours, no nonce and no coins of it are taken. */
async function allowed(own: string, contract: string, data: string): Promise<void> {
  const [nonce, coins] = await Promise.all([
    rpc<string>('eth_getTransactionCount', own, 'latest'),
    rpc<string>('eth_getBalance', own, 'latest'),
  ]);
  await rpc('anvil_impersonateAccount', own);
  await rpc('eth_sendTransaction', { from: own, to: contract, data });
  await mine(1);
  await rpc('anvil_stopImpersonatingAccount', own);
  await rpc('anvil_setNonce', own, nonce);
  await rpc('anvil_setBalance', own, coins);
}

/** A proxy that runs the vault, which may take one NFT of the account, and that members have listed. */
async function listedProxy() {
  const proxy = await deployCode(proxyCode);
  await upgrade(proxy, vault);
  await mine(1);
  await rpc('eth_sendTransaction', { from: somebody, to: proxy, data: dataOf('setGreed(uint256 times)', 1n) });
  const { address: own } = await fixture.api.web3.info({
    sub_wallet_id: fixture.subWalletId,
    main_chain_symbol: chain_id,
  });
  const nft = await deployNft(rpcClient(devnet.evm.url), 'Ones', 'ONE');
  await mintNft(rpcClient(devnet.evm.url), nft, own, 7n, 'ipfs://nothing');
  await mine(4);
  await allowed(own, nft, dataOf('approve(address,uint256)', proxy, 7n));
  const item = { chains: [chain_id], address: proxy, memo: '', symbols: [], label: 'Proxy', methods };
  const made = await fixture.api.addressBook.add({ items: [item] });
  await decideAt(made.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made)).toBe(1);
  await until('the entry', async () => (await fixture.api.addressBook.list({})).list.length === 2);
  const call = { ...calling(dataOf('multicall(bytes[] data)', [])), interactive_contract: proxy };
  return { proxy, nft, own, call };
}

it('stops before it is signed where the proxy that it calls runs another contract by then, which takes an NFT', async () => {
  const { proxy, nft, own, call } = await listedProxy();
  const look = async () => (await fixture.api.web3.simulate(call)).simulation;
  expect(await look()).toMatchObject({ nfts: [], events: [] });
  const { withdraw_id: id } = await fixture.api.web3.create({ ...asked(''), ...call });
  await upgrade(proxy, await deployCode(thiefCode(nft, 7)));
  await mine(1);
  // Whoever asks now is told, though no byte of the call says so.
  const { nfts, events } = await look();
  expect(nfts).toEqual([{ contract_address: expect.any(String), token_id: '7', out: '1', in: '0', said: false }]);
  expect(bare(nfts[0]?.contract_address ?? '')).toBe(bare(nft));
  expect(events.find(({ name }) => name === 'Transfer')?.args).toEqual([
    { name: 'from', text: own },
    { name: 'to', text: somebody },
    { name: 'amountOrId', text: '7' },
  ]);
  await approved(id);
  await until('the stop', async () => (await detail(id)).sub_status === 'call_changed');
  const told = (await detail(id)).timeline.find(({ sub_status }) => sub_status === 'call_changed');
  expect(told?.detail.difference).toMatch(/^1 of NFT 7 of 0x[0-9a-fA-F]{40} would leave, 0 were agreed to$/);
  // The proxy runs what members were shown again, and it goes on.
  await upgrade(proxy, vault);
  await mine(1);
  await until(
    'its end',
    async () => {
      await mine(2);
      return (await detail(id)).status >= 2000;
    },
    90_000,
  );
  expect((await detail(id)).status).toBe(2000);
  const owner = await rpc<string>('eth_call', { to: nft, data: dataOf('ownerOf(uint256)', 7n) }, 'latest');
  expect(owner.slice(-40)).toBe(bare(own));
}, 120_000);

it('stops the asset where more left than it said', async () => {
  const deposit = dataOf('deposit(uint256 amount)', 5_000_000n);
  const { withdraw_id: id } = await fixture.api.web3.create(asked(deposit));
  await approved(id);
  await until('its bytes', async () => (await detail(id)).status === 1200);
  // The contract changes in the very block, after the last look.
  const data = dataOf('setGreed(uint256 times)', 3n);
  await rpc('eth_sendTransaction', {
    from: somebody,
    to: vault,
    data,
    maxPriorityFeePerGas: '0x174876e800',
    maxFeePerGas: '0x2e90edd000',
  });
  await until('its end', async () => {
    await mine(2);
    return (await detail(id)).status >= 2000;
  });
  const { frozen } = await fixture.api.transaction.chains({});
  expect(frozen).toMatchObject([{ symbol: 'USDC', reason: 'call_took_more' }]);
  expect(await findDrift(server.database.db)).toEqual([]);
}, 60_000);
