import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { bytecode } from '@holdfast/devnet/contracts';
import { type DevPool, deployFirstRouter, devPoolRouter, openPools } from '@holdfast/devnet/pools';
import {
  callText,
  encodeArguments,
  type Intent,
  methodOf,
  type Outflow,
  readCall,
  statedTrade,
  type Value,
} from '@holdfast/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChainConfig, familyOf } from '../src/index.ts';
import { accountReader, readerOf, type SwapTerms } from '../src/rpc.ts';
import { intentFor } from './support.ts';

/** Uniswap's own contracts of V3 on a local chain: what is quoted, what is written, what is read, and what then happens are one. */

let dir = '';
let devnet: Devnet<'evm'>;
let chain: ChainConfig;
/** An account of the node, which signs for it. */
const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const stranger = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const forever = 2n ** 40n;

const rpc = <T = string>(method: string, ...params: readonly unknown[]): Promise<T> =>
  rpcClient(devnet.evm.url)<T>(method, ...params);
const mine = () => rpc('evm_mine');
const dataOf = (signature: string, ...values: Value[]): string => {
  const method = methodOf(signature);
  return `${method?.selector}${Buffer.from(encodeArguments(method?.inputs ?? [], values)).toString('hex')}`;
};
async function sent(transaction: object): Promise<{ status: string; contractAddress: string; gas: bigint }> {
  const hash = await rpc('eth_sendTransaction', { from: own, gas: '0x5b8d80', ...transaction });
  await mine();
  const receipt = await rpc<{ status: string; contractAddress: string; gasUsed: string; effectiveGasPrice: string }>(
    'eth_getTransactionReceipt',
    hash,
  );
  return { ...receipt, gas: BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice) };
}
const spelled = (text: string): string => {
  const checked = familyOf(chain).checkAddress(chain, text);
  return checked.ok ? checked.address : '';
};
const balanceOf = async (contract: string, owner: string): Promise<bigint> =>
  BigInt(
    contract === ''
      ? await rpc('eth_getBalance', owner, 'latest')
      : await rpc('eth_call', { to: contract, data: dataOf('balanceOf(address)', owner) }, 'latest'),
  );

/** Each is swapped for the coin by pools of one fee alone. */
const fees = [100, 500, 3_000, 10_000] as const;
const tokens = new Map<number, string>();
const token = (fee: number): string => tokens.get(fee) ?? '';

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'swaps-'));
  devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  const [evm] = devnetChains(devnet);
  if (!evm) throw new Error('a chain');
  chain = evm;
  for (const fee of fees) {
    const { contractAddress } = await sent({ data: bytecode('DevUsdc') });
    tokens.set(fee, spelled(contractAddress));
    const pool: DevPool = {
      fee,
      holds: [
        ['', 10n ** 20n],
        [token(fee), BigInt(fee) * 10n ** 9n],
      ],
    };
    await openPools(rpc, mine, [pool]);
    await sent({ to: token(fee), data: dataOf('mint(address,uint256)', own, 10n ** 15n) });
    await sent({ to: token(fee), data: dataOf('approve(address,uint256)', devPoolRouter.contract, 10n ** 15n) });
  }
}, 60_000);
afterAll(async () => {
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const swaps = () => {
  const found = accountReader(readerOf(chain)).swaps;
  if (!found) throw new Error('swaps');
  return found;
};
const outflow = (contract: string, units: bigint): Outflow[] =>
  contract === '' ? [] : [{ contract, units, decimals: '6', symbol: 'T' }];

/** Quotes, makes and reads a swap. */
async function swapped(terms: SwapTerms) {
  const quote = await swaps().quote(devPoolRouter, terms);
  if (!quote) throw new Error('no quote');
  const bounds = { ...quote, most: quote.pays, least: quote.brings, to: own, until: forever };
  const call = swaps().call(devPoolRouter, terms, bounds);
  const before = [await balanceOf(terms.gives, own), await balanceOf(terms.gets, own)] as const;
  const { status, gas } = await sent({ to: call.to, data: call.data, value: `0x${call.amount.toString(16)}` });
  const after = [await balanceOf(terms.gives, own), await balanceOf(terms.gets, own)] as const;
  const [paid, came] = [before[0] - after[0], after[1] - before[1]];
  const comes = { contract: terms.gets, units: quote.brings, decimals: '6', symbol: 'T' };
  const intent: Intent = {
    ...intentFor(chain, 'ETH', [[call.to, call.amount]]),
    ...{ kind: 'call', from: own, call: callText(call.data, outflow(terms.gives, quote.pays), comes) },
  };
  const fee = (contract: string): bigint => (contract === '' ? gas : 0n);
  return {
    ...{ quote, status, read: statedTrade(intent) },
    ...{ paid: paid - fee(terms.gives), came: came + fee(terms.gets) },
  };
}

describe('swaps over pools of V3', () => {
  const sides = [false, true];
  const single = fees.flatMap((fee) =>
    sides.flatMap((exactOut) => [true, false].map((pays) => ({ fee, exactOut, pays }))),
  );
  it.each(single)('pay and bring what was quoted: %o', async ({ fee, exactOut, pays }) => {
    const [gives, gets] = pays ? ['', token(fee)] : [token(fee), ''];
    const coins = 10n ** 16n;
    const units = BigInt(fee) * 10n ** 5n;
    const amount = (exactOut ? gets : gives) === '' ? coins : units;
    const { quote, status, read, paid, came } = await swapped({ gives, gets, amount, exactOut });
    expect(status).toBe('0x1');
    expect(quote.fees).toEqual([fee]);
    expect({ paid, came }).toEqual({ paid: quote.pays, came: quote.brings });
    expect(read).toMatchObject({
      ...{ gives, gets, to: own, until: forever, by: 'v3', wrapped: devPoolRouter.wrapped },
      ...{ most: gives === '' ? undefined : paid, least: came },
    });
  });

  it.each(sides)('go over the coin where there is no pool of both, exact output: %o', async (exactOut) => {
    for (const [first, last] of [
      [100, 10_000],
      [3_000, 500],
    ] as const) {
      const [gives, gets] = [token(first), token(last)];
      const { quote, status, read, paid, came } = await swapped({ gives, gets, amount: 1_000_000n, exactOut });
      expect(status).toBe('0x1');
      expect(quote).toMatchObject({ fees: [first, last], path: [gives, devPoolRouter.wrapped, gets] });
      expect({ paid, came }).toEqual({ paid: quote.pays, came: quote.brings });
      expect(read).toEqual({ gives, gets, to: own, until: forever, by: 'v3', most: paid, least: came });
    }
  });

  it('take the pool that gives most, whatever its fee', async () => {
    const fee = 3_000;
    const asked = { gives: token(fee), gets: '', amount: 10n ** 9n, exactOut: false };
    const before = await swaps().quote(devPoolRouter, asked);
    await openPools(rpc, mine, [
      {
        fee: 500,
        holds: [
          ['', 10n ** 20n],
          [token(fee), BigInt(fee) * 10n ** 9n],
        ],
      },
    ]);
    const after = await swaps().quote(devPoolRouter, asked);
    expect([before?.fees, after?.fees]).toEqual([[3_000], [500]]);
    expect((after?.brings ?? 0n) > (before?.brings ?? 0n)).toBe(true);
    expect(await swaps().quote(devPoolRouter, { ...asked, gives: stranger })).toBeUndefined();
    expect(await swaps().quote(devPoolRouter, { ...asked, gives: '', gets: devPoolRouter.wrapped })).toBeUndefined();
  });

  it('fail where the price has moved too far, and say so', async () => {
    const terms = { gives: token(500), gets: '', amount: 1_000_000n, exactOut: false };
    const quote = await swaps().quote(devPoolRouter, terms);
    if (!quote) throw new Error('no quote');
    const bounds = { ...quote, most: quote.pays, least: quote.brings + 1n, to: own, until: forever };
    const { data, to } = swaps().call(devPoolRouter, terms, bounds);
    const hash = await rpc('eth_sendTransaction', { from: own, gas: '0x5b8d80', to, data });
    await mine();
    const reason = await swaps().whyFailed(hash);
    expect(swaps().isSlippage(reason ?? '')).toBe(true);
  });
});

describe('who gets what a router of V3 gives', () => {
  const numbered = (number: number): string => `0x${'0'.repeat(39)}${number}`;
  const receivers = [own, stranger, ...[0, 1, 2].map(numbered)];
  /** Whoever of these has more of the token than before. */
  async function gets(contract: string, to: string, data: string): Promise<string[]> {
    const all = [...receivers, to];
    const before = await Promise.all(all.map((one) => balanceOf(contract, one)));
    const { status } = await sent({ to, data });
    if (status !== '0x1') return ['nobody'];
    const after = await Promise.all(all.map((one) => balanceOf(contract, one)));
    return all.filter((_, i) => (after[i] ?? 0n) > (before[i] ?? 0n));
  }
  const readBy = (to: string, data: string): string | undefined =>
    readCall({ call: data, from: own, outputs: [{ address: to, amount: '0', memo: '', entry: '', path: '' }] })
      ?.swaps[0]?.to;
  const single = (limit: string): string =>
    `exactInputSingle((address tokenIn,address tokenOut,uint24 fee,address recipient,${limit}uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)`;

  it.each(receivers)('is read as SwapRouter02 takes it: %s', async (to) => {
    const pay = [token(100), devPoolRouter.wrapped, 100n];
    const data = dataOf(single(''), [...pay, to, 10_000n, 1n, 0n]);
    expect(await gets(devPoolRouter.wrapped, devPoolRouter.contract, data)).toEqual([
      readBy(devPoolRouter.contract, data),
    ]);
  });

  it.each(receivers)('is read as the first SwapRouter takes it: %s', async (to) => {
    const first = spelled(await deployFirstRouter(rpc, mine));
    await sent({ to: token(100), data: dataOf('approve(address,uint256)', first, 10n ** 15n) });
    const data = dataOf(single('uint256 deadline,'), [
      ...[token(100), devPoolRouter.wrapped, 100n, to, forever, 10_000n, 1n, 0n],
    ]);
    expect(await gets(devPoolRouter.wrapped, first, data)).toEqual([readBy(first, data)]);
  });
});
