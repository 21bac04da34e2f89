import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { familyOf } from '@holdfast/chains';
import { disperseCall, disperseContract } from '@holdfast/chains/disperse';
import { accountReader, readerOf } from '@holdfast/chains/rpc';
import { errorEntry } from '@holdfast/contract';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { devToken } from '@holdfast/devnet/contracts';
import { deploy, deployNft, deployNfts, mintNft, mintSome } from '@holdfast/devnet/nft';
import { encodeArguments, methodOf, type Value } from '@holdfast/policy';
import { decideAt, outcomeOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type Lacks, startLackingNode } from '../../../test/lacking-node.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { type Changes, changesOf, nftChangesOf } from '../../orders/service.ts';
import { decideSoon, until } from '../../test/flow.ts';

/** Calls where the node has no `eth_simulateV1`: what the account has before and after is told by `eth_call`, with code laid at the account. */
let dir: string;
let devnet: Devnet<'evm'>;
let node: Awaited<ReturnType<typeof startLackingNode>>;
let server: TestServer;
let fixture: SetUp;
let vault: string;
let things: { readonly nft: string; readonly nfts: string };

const lacks: Lacks = { methods: ['eth_simulateV1'] };
const chain_id = 'evm:31337';
/** Accounts of the local chain. */
const [own, somebody] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'];
const rpc = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
  rpcClient(devnet.evm.url)<T>(method, ...params);
const dataOf = (signature: string, ...values: Value[]): string => {
  const method = methodOf(signature);
  return `${method?.selector}${Buffer.from(encodeArguments(method?.inputs ?? [], values)).toString('hex')}`;
};
const send = async (to: string, data: string, from = own) => {
  await rpc('eth_sendTransaction', { from, to, data });
  await rpc('evm_mine');
};

/** In the one spelling that there is of it here. */
function spelled(address: string): string {
  const checked = familyOf({ family: 'evm' }).checkAddress({} as never, address);
  return checked.ok ? checked.address : address;
}
async function prepare(): Promise<void> {
  const call = rpcClient(devnet.evm.url);
  vault = await deploy(call, 'DevVault', devToken.contract.slice(2).toLowerCase().padStart(64, '0'));
  things = { nft: spelled(await deployNft(call, 'Ones', 'ONE')), nfts: spelled(await deployNfts(call, 'Some')) };
  await mintNft(call, things.nft, own, 7n, 'ipfs://nothing');
  await mintSome(call, things.nfts, own, 5n, 10n, 'ipfs://nothing');
  await rpc('evm_mine');
  await send(devToken.contract, dataOf('approve(address,uint256)', vault, 10n ** 12n));
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-balances-'));
  devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  node = await startLackingNode(devnet.evm.url, lacks);
  const chains = devnetChains(devnet).map((chain) => ({ ...chain, rpcUrl: node.url }));
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains, config });
  fixture = await setUp(server.place, { book: { mode: 'off', coolingHours: '0' } });
  await server.keepConfirmed();
  for (const [symbol, amount] of [
    ['ETH', '10'],
    ['USDC', '500'],
  ] as const) {
    await fixture.api.sandbox.fund({ sub_wallet_id: fixture.subWalletId, symbol, amount });
    await fixture.api.sandbox.mine({ chain_id, blocks: 4 });
  }
  const usdc = { sub_wallet_id: fixture.subWalletId, symbol: 'USDC' };
  await until('coins', async () => (await fixture.api.withdraw.symbolBalance(usdc)).normal_balance === '500');
  await prepare();
}, 120_000);
afterAll(async () => {
  await server?.close();
  await node?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const net = (changes: Changes): Record<string, bigint> =>
  Object.fromEntries([...changes].map(([key, { out, in: came }]) => [key, came - out]));

/** By the node with `eth_simulateV1`, and by the one without. */
async function both(call: { to: string; amount?: bigint; data: string }) {
  const asked = { from: own, amount: 0n, ...call };
  const named = async () => ({
    tokens: [devToken.contract],
    nfts: [
      { contract: things.nft, tokenId: 7n },
      { contract: things.nft, tokenId: 8n },
      { contract: things.nfts, tokenId: 5n },
    ],
  });
  return Promise.all(
    [devnet.evm.url, node.url].map(async (rpcUrl) => {
      const [chain] = devnetChains(devnet);
      if (!chain) throw new Error('no chain');
      const told = await accountReader(readerOf({ ...chain, rpcUrl })).simulate?.(asked, named);
      if (!told) throw new Error('nothing told');
      const { success, reason, untold } = told;
      return { success, reason, untold, changes: { ...net(changesOf(told, own)), ...net(nftChangesOf(told, own)) } };
    }),
  );
}

it('tells of the account’s coins, tokens and NFTs what a node with eth_simulateV1 tells', async () => {
  await rpc('anvil_setBalance', own, '0x56bc75e2d63100000');
  await fixture.api.sandbox.mine({ chain_id, blocks: 1 });
  await send(devToken.contract, dataOf('transfer(address,uint256)', own, 50_000_000n), await holderOfTokens());
  const calls: Record<string, { to: string; amount?: bigint; data: string }> = {
    'a token taken by an allowance': { to: vault, data: dataOf('deposit(uint256)', 20_000_000n) },
    'coins, of which half come back': { to: vault, amount: 10n ** 18n, data: dataOf('keepHalf()') },
    'a coin alone': { to: somebody, amount: 5n, data: '0x' },
    'an NFT that leaves': {
      to: things.nft,
      data: dataOf('safeTransferFrom(address,address,uint256)', own, somebody, 7n),
    },
    'an NFT that is made': { to: things.nft, data: dataOf('mint(address,uint256,string)', own, 8n, 'ipfs://x') },
    'some of several': {
      to: things.nfts,
      data: dataOf('safeTransferFrom(address,address,uint256,uint256,bytes)', own, somebody, 5n, 4n, '0x'),
    },
    'some that come': {
      to: things.nfts,
      data: dataOf('mint(address,uint256,uint256,string)', own, 5n, 3n, 'ipfs://x'),
    },
    'a contract that is begun': { to: '', data: '0x00' },
    nothing: { to: vault, data: dataOf('setGreed(uint256)', 1n) },
  };
  for (const [what, call] of Object.entries(calls)) {
    const [by, without] = await both(call);
    expect(without, what).toEqual({ ...by, untold: [] });
    expect(by?.success, what).toBe(true);
  }
  const [, moved] = await both(calls['a token taken by an allowance'] ?? { to: '', data: '' });
  expect(moved?.changes).toEqual({ [devToken.contract]: -20_000_000n });
});

/** Whoever has tokens on the local chain. */
async function holderOfTokens(): Promise<string> {
  const [holder] = await rpc<string[]>('eth_accounts');
  await rpc('eth_sendTransaction', {
    from: holder,
    to: devToken.contract,
    data: dataOf('mint(address,uint256)', holder ?? '', 10n ** 9n),
  });
  await rpc('evm_mine');
  return holder ?? '';
}

it('says why a call fails in its contract’s words, with their numbers, by either node', async () => {
  const { to, data } = disperseCall('', [{ address: somebody, amount: 5n }]);
  expect(to).toBe(disperseContract.address);
  for (const told of await both({ to, amount: 4n, data }))
    expect(told).toMatchObject({ success: false, reason: 'WrongSum()' });
  const more = dataOf('deposit(uint256)', 10n ** 15n);
  for (const { success, reason } of await both({ to: vault, data: more })) {
    expect(success).toBe(false);
    expect(reason).toMatch(/[a-z]/);
  }
});

it('does not take it for no change where the node lays no code, and says of a token that does not answer that it is not told', async () => {
  const deposit = { to: vault, data: dataOf('deposit(uint256)', 20_000_000n) };
  for (const overrides of ['refused', 'ignored'] as const) {
    lacks.overrides = overrides;
    const [, without] = await both(deposit);
    expect(without).toMatchObject({ success: true, untold: undefined, changes: {} });
  }
  lacks.overrides = undefined;
  const [chain] = devnetChains(devnet);
  if (!chain) throw new Error('no chain');
  const silent = { tokens: [vault, devToken.contract], nfts: [] };
  const call = { from: own, amount: 0n, ...deposit };
  const told = await accountReader(readerOf({ ...chain, rpcUrl: node.url })).simulate?.(call, async () => silent);
  expect(told?.untold).toEqual([vault]);
  expect(told?.moves).toEqual([{ contract: devToken.contract, from: own, to: '', amount: 20_000_000n }]);
});

const calling = (input_data: string, change: object = {}) => ({
  sub_wallet_id: fixture.subWalletId,
  main_chain_symbol: chain_id,
  interactive_contract: vault,
  input_data,
  ...change,
});
const ask = (input_data: string, change: object = {}) =>
  fixture.api.web3.create({ request_id: randomUUID(), trans_type: '1', ...calling(input_data, change) });
const detail = (id: number) => fixture.api.transaction.detail({ id, type: 2 });

async function agreed(): Promise<void> {
  const methods = ['deposit(uint256 amount)'];
  const item = { chains: [chain_id], address: vault, memo: '', symbols: [], label: 'Vault', methods };
  const made = await fixture.api.addressBook.add({ items: [item] });
  await decideAt(made.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made)).toBe(1);
  await until('the entry', async () => (await fixture.api.addressBook.list({})).list.length === 1);
  const allowance = { request_id: randomUUID(), sub_wallet_id: fixture.subWalletId, main_chain_symbol: chain_id };
  const { withdraw_id: id } = await fixture.api.web3.create({
    ...allowance,
    ...{ interactive_contract: devToken.contract, spender: vault, amount: '300' },
  });
  await ended(id);
}
async function ended(id: number): Promise<void> {
  await decideSoon(fixture, (await detail(id)).evidence.intent_id);
  await until('its end', async () => {
    await fixture.api.sandbox.mine({ chain_id, blocks: 2 });
    return (await detail(id)).status >= 2000;
  });
}

it('counts what leaves by balances as what leaves by events: more than was said is refused, and a growth before the signature stops it', async () => {
  await agreed();
  const deposit = dataOf('deposit(uint256)', 10_000_000n);
  const { simulation, outflows } = await fixture.api.web3.simulate(calling(deposit));
  expect(simulation).toMatchObject({ told: 'balances', untold: [], changes: [{ symbol: 'USDC', out: '10', in: '0' }] });
  expect(outflows).toMatchObject([{ symbol: 'USDC', amount: '10' }]);
  const less = ask(deposit, { outflows: [{ contract_address: devToken.contract, amount: '9.999999' }] });
  await expect(less).rejects.toMatchObject({ code: errorEntry('callTakesMore').code });

  const { withdraw_id: id } = await ask(deposit);
  await send(vault, dataOf('setGreed(uint256)', 2n));
  await decideSoon(fixture, (await detail(id)).evidence.intent_id);
  await until('the stop', async () => (await detail(id)).sub_status === 'call_changed');
  const stopped = (await detail(id)).timeline.find(({ sub_status }) => sub_status === 'call_changed');
  expect(stopped?.detail.difference).toBe('20 USDC would leave, 10 USDC were agreed to');
  await send(vault, dataOf('setGreed(uint256)', 1n));
  await until(
    'its end',
    async () => {
      await fixture.api.sandbox.mine({ chain_id, blocks: 2 });
      return (await detail(id)).status >= 2000;
    },
    90_000,
  );
  expect((await detail(id)).status).toBe(2000);
}, 150_000);
