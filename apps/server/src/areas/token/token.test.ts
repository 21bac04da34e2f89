import { randomUUID } from 'node:crypto';
import type { AssetConfig, ChainConfig } from '@holdfast/chains';
import { refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Flow, startFlow, stranger, until } from '../../test/flow.ts';
import { mintCall, tokenCode } from '../../test/tokens.ts';

/** Tokens of strangers on a real chain, from contracts that anybody could have written. */
let flow: Flow;
/** What the stand-ins of signers have in their settings; the server has its own. */
let settings: AssetConfig[];
beforeAll(async () => {
  flow = await startFlow({}, (chains) =>
    chains.map((chain): ChainConfig => {
      if (chain.id !== 'evm:31337') return chain;
      settings = [...chain.assets];
      return { ...chain, assets: settings };
    }),
  );
});
afterAll(() => flow?.close());

/** A new token that says this of itself. @returns its contract */
async function deploy(name: string, symbol: string, decimals: number): Promise<string> {
  const data = tokenCode(name, symbol, decimals);
  const hash = await flow.rpc('evm', 'eth_sendTransaction', { from: stranger.evm, gas: '0x400000', data });
  await flow.mine('evm');
  const receipt = (await flow.rpc('evm', 'eth_getTransactionReceipt', hash)) as { contractAddress: string };
  return receipt.contractAddress;
}
async function mint(contract: string, units: bigint): Promise<void> {
  const { list } = await flow.api.wallet.coinsAsset({ sub_wallet_id: flow.installed.subWalletId });
  const to = list.find(({ chain_id }) => chain_id === 'evm:31337')?.address ?? '';
  const data = mintCall(to, units);
  await flow.rpc('evm', 'eth_sendTransaction', { from: stranger.evm, gas: '0x100000', to: contract, data });
  await flow.mine('evm', 4);
}
const inWallet = () => ({ sub_wallet_id: flow.installed.subWalletId });
const search = async (keyword: string) => (await flow.api.token.search({ ...inWallet(), keyword })).list;
const add = (contract_address: string) => flow.api.token.add({ base_symbol: 'ETH', contract_address });
const held = async (contract: string) => {
  const { list } = await flow.api.wallet.coinsAsset(inWallet());
  return list.find((coin) => coin.contract_address.toLowerCase() === contract.toLowerCase());
};

test('coins are found by symbol, name and contract, favourites marked', async () => {
  await flow.api.wallet.setFocus({ ...inWallet(), symbol: 'USDC', focus: true });
  expect((await search('usd')).map(({ symbol, added, is_focus }) => [symbol, added, is_focus])).toEqual([
    ['USDC', true, true],
  ]);
  expect((await search('')).map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'BTC']);
  const [usdc] = await search('USDC');
  const byContract = await flow.api.token.search({ ...inWallet(), contract_address: usdc?.contract_address });
  expect(byContract.list.map(({ symbol }) => symbol)).toEqual(['USDC']);
});

test('a token says itself what it is; it is counted once added, and exactly', async () => {
  const contract = await deploy('Acorn', 'ACRN', 7);
  const [seen] = await search(contract.toLowerCase());
  expect(seen).toMatchObject({ symbol: 'ACRN', name: 'Acorn', decimals: 7, added: false, warnings: [] });
  expect(await add(contract)).toMatchObject({ symbol: 'ACRN', name: 'Acorn', decimals: 7, warnings: [] });
  expect(await refusalOf(add(contract))).toBe('duplicateCoinApplication');
  await flow.server.logSettled();
  const { rows } = await flow.server.database.pool.query<{ entry: string }>('select entry from audit_log order by seq');
  const told = rows.map(({ entry }) => JSON.parse(entry)).filter(({ action }) => action === 'token.add');
  expect(told).toMatchObject([
    { result: 'ok', detail: { chain: 'evm:31337', contract: seen?.contract_address, symbol: 'ACRN', decimals: '7' } },
  ]);
  await mint(contract, 12_345_678_901n);
  const coin = await until('the deposit', async () => {
    const found = await held(contract);
    return found?.normal_balance === '1234.5678901' && found;
  });
  expect([coin.enable_deposit, coin.enable_withdraw, coin.price_usd]).toEqual([true, false, null]);
  // What has no price, and no operator listed, takes no total away.
  expect((await flow.api.wallet.asset({})).total_usd).toBe('0');
});

test('what members added is paid with only once every signer has exactly it, and never by its symbol’s likes', async () => {
  const [{ contract_address: contract, symbol } = { contract_address: '', symbol: '' }] = await search('ACRN');
  const name = { symbol, chain_id: 'evm:31337', contract_address: contract };
  const pay = () =>
    refusalOf(
      flow.api.withdraw.create({
        ...{ ...inWallet(), ...name, request_id: randomUUID() },
        ...{ amount: '1', address_to: stranger.evm },
      }),
    );
  const told = async () => (await flow.api.withdraw.info({ ...inWallet(), ...name })).disabled_reason;
  expect(await pay()).toBe('coinUnverified');
  expect(await told()).toBe('unverified');
  expect((await flow.api.token.info(name)).signers.map(({ state }) => state)).toEqual(['none', 'none']);
  const setting = JSON.parse((await flow.api.token.info(name)).setting) as AssetConfig;
  settings.push({ ...setting, decimals: 18 });
  expect((await flow.api.token.info(name)).signers.map(({ state }) => state)).toEqual(['other', 'other']);
  expect(await pay()).toBe('coinUnverified');
  settings.splice(-1, 1, setting);
  flow.server.signers[1]?.refuse('asset', 'badRequest');
  expect((await flow.api.token.info(name)).signers.map(({ state }) => state)).toEqual(['same', 'silent']);
  expect(await pay()).toBe('coinUnverified');
  flow.server.signers[1]?.refuse('asset', undefined);
  expect(await flow.api.token.info(name)).toMatchObject({ verified: true });
  expect(await pay()).not.toBe('coinUnverified');
  expect(await told()).toBe('');
  expect(await refusalOf(add(contract))).toBe('coinExists');
});

test('a token that takes a listed one’s symbol is warned of, and its symbol alone goes on meaning the listed one', async () => {
  const contract = await deploy('USD Coin', 'USDC', 18);
  expect((await search(contract))[0]?.warnings).toEqual(['sameSymbol']);
  await add(contract);
  const { decimals } = await flow.api.deposit.info({ ...inWallet(), symbol: 'USDC' });
  expect(decimals).toBe(6);
  expect(
    (
      await flow.api.deposit.info({
        ...inWallet(),
        symbol: 'USDC',
        chain_id: 'evm:31337',
        contract_address: (await search('USD Coin')).at(-1)?.contract_address,
      })
    ).decimals,
  ).toBe(18);
});

test('likenesses, lures and what cannot be told from other coins are warned of or refused', async () => {
  const [like, lure, cyrillic, none] = [
    await deploy('Anything', 'U5DC', 6),
    await deploy('Visit usdc-bonus.com to claim', 'GIFT', 18),
    await deploy('USD Coin', 'USD\u0421', 6),
    stranger.evm,
  ];
  const warnings = async (contract: string) => (await search(contract))[0]?.warnings;
  expect(await warnings(lure)).toContain('spam');
  expect((await search(like))[0]?.symbol).toBe('U5DC');
  for (const contract of [cyrillic, none]) {
    expect(await search(contract)).toEqual([]);
    expect(await refusalOf(add(contract))).toBe('tokenUnreadable');
  }
  expect(await refusalOf(add('0x12'))).toBe('invalidAddress');
  expect(await refusalOf(flow.api.token.add({ base_symbol: 'BTC', contract_address: stranger.bitcoin }))).toBe(
    'tokenUnreadable',
  );
  expect(await refusalOf(flow.api.token.add({ base_symbol: 'DOGE', contract_address: like }))).toBe('unsupportedCoin');
});

test('of many who add one at once one does, and it is counted after a restart', async () => {
  const contract = await deploy('Basswood', 'BSWD', 2);
  const results = await Promise.all(Array.from({ length: 6 }, () => refusalOf(add(contract))));
  expect(results.filter((result) => result !== 'duplicateCoinApplication')).toHaveLength(1);
  await flow.server.restart();
  expect((await search('BSWD'))[0]).toMatchObject({ added: true, decimals: 2, verified: false });
  await mint(contract, 105n);
  await until('the deposit', async () => (await held(contract))?.normal_balance === '1.05');
});
