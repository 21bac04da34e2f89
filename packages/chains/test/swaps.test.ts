import { callText, type Inflow, type Intent, type Outflow, readCall, type Swap } from '@holdfast/policy';
import fc from 'fast-check';
import { type Address, encodeFunctionData, encodePacked, getAddress, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { buildEvm } from '../src/evm/build.ts';
import { type ChainConfig, ChainError, familyOf } from '../src/index.ts';
import { evmChain, intentFor, keyAt, paths, usdc } from './support.ts';

const router = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const [pools, weth] = ['0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'];
const chain: ChainConfig = {
  ...evmChain,
  routers: [
    { kind: 'v2', contract: router },
    { kind: 'v3', contract: pools, quoter: pools, wrapped: weth },
  ],
};
const own = familyOf(chain).addressOf(chain, keyAt(paths.evm), paths.evm) as Address;

const abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct SingleOut { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountOut; uint256 amountInMaximum; uint160 sqrtPriceLimitX96; }',
  'struct Path { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'struct PathOut { bytes path; address recipient; uint256 deadline; uint256 amountOut; uint256 amountInMaximum; }',
  'function swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin,address[] path,address to,uint256 deadline)',
  'function swapTokensForExactTokens(uint256 amountOut,uint256 amountInMax,address[] path,address to,uint256 deadline)',
  'function swapTokensForExactETH(uint256 amountOut,uint256 amountInMax,address[] path,address to,uint256 deadline)',
  'function swapETHForExactTokens(uint256 amountOut,address[] path,address to,uint256 deadline)',
  'function exactInputSingle(Single params)',
  'function exactOutputSingle(SingleOut params)',
  'function exactInput(Path params)',
  'function exactOutput(PathOut params)',
]);

/** Of SwapRouter02. */
const second = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function multicall(uint256 deadline,bytes[] data)',
  'function exactInputSingle(Single params)',
  'function unwrapWETH9(uint256 amountMinimum,address recipient)',
  'function refundETH()',
]);

interface Wanted {
  readonly most: bigint;
  readonly least: bigint;
  readonly path: readonly Address[];
  readonly to: Address;
  readonly until: bigint;
}
const ends = ({ path }: Wanted): [Address, Address] => [path[0] ?? own, path.at(-1) ?? own];
const packed = (path: readonly Address[]) =>
  encodePacked(
    path.flatMap((_, i) => (i === 0 ? ['address'] : ['uint24', 'address'])),
    path.flatMap((one, i) => (i === 0 ? [one] : [3000, one])),
  );
const single = (wanted: Wanted) => {
  const [tokenIn, tokenOut] = ends(wanted);
  const { to: recipient, until: deadline } = wanted;
  return { tokenIn, tokenOut, fee: 3000, recipient, deadline, sqrtPriceLimitX96: 0n };
};
type Coin = 'none' | 'in' | 'out';
/** As viem writes each method. */
const written: Record<string, readonly [Coin, (w: Wanted) => `0x${string}`]> = {
  swapExactTokensForTokens: [
    'none',
    (w) =>
      encodeFunctionData({
        abi,
        functionName: 'swapExactTokensForTokens',
        args: [w.most, w.least, w.path, w.to, w.until],
      }),
  ],
  swapExactTokensForETH: [
    'out',
    (w) =>
      encodeFunctionData({
        abi,
        functionName: 'swapExactTokensForETH',
        args: [w.most, w.least, w.path, w.to, w.until],
      }),
  ],
  swapExactETHForTokens: [
    'in',
    (w) => encodeFunctionData({ abi, functionName: 'swapExactETHForTokens', args: [w.least, w.path, w.to, w.until] }),
  ],
  swapTokensForExactTokens: [
    'none',
    (w) =>
      encodeFunctionData({
        abi,
        functionName: 'swapTokensForExactTokens',
        args: [w.least, w.most, w.path, w.to, w.until],
      }),
  ],
  swapTokensForExactETH: [
    'out',
    (w) =>
      encodeFunctionData({
        abi,
        functionName: 'swapTokensForExactETH',
        args: [w.least, w.most, w.path, w.to, w.until],
      }),
  ],
  swapETHForExactTokens: [
    'in',
    (w) => encodeFunctionData({ abi, functionName: 'swapETHForExactTokens', args: [w.least, w.path, w.to, w.until] }),
  ],
  exactInputSingle: [
    'none',
    (w) =>
      encodeFunctionData({
        abi,
        functionName: 'exactInputSingle',
        args: [{ ...single(w), amountIn: w.most, amountOutMinimum: w.least }],
      }),
  ],
  exactOutputSingle: [
    'none',
    (w) =>
      encodeFunctionData({
        abi,
        functionName: 'exactOutputSingle',
        args: [{ ...single(w), amountOut: w.least, amountInMaximum: w.most }],
      }),
  ],
  exactInput: [
    'none',
    (w) =>
      encodeFunctionData({
        abi,
        functionName: 'exactInput',
        args: [{ ...single(w), path: packed(w.path), amountIn: w.most, amountOutMinimum: w.least }],
      }),
  ],
  exactOutput: [
    'none',
    (w) =>
      encodeFunctionData({
        abi,
        functionName: 'exactOutput',
        args: [{ ...single(w), path: packed(w.path.toReversed()), amountOut: w.least, amountInMaximum: w.most }],
      }),
  ],
};

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  // Of V3's routers the lowest numbers are no addresses.
  .filter((bytes) => bytes.some((byte, i) => i < 19 && byte > 0))
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`));
const units = fc.bigInt({ min: 1n, max: 2n ** 200n });
const wanted: fc.Arbitrary<Wanted> = fc.record({
  ...{ most: units, least: units, to: address, until: units },
  path: fc.array(address, { minLength: 2, maxLength: 5 }),
});

describe('swaps', () => {
  it.each(Object.entries(written))('by %s are read from the bytes that viem makes', (name, [coin, data]) => {
    const property = fc.property(wanted, (one) => {
      const [first, last] = ends(one);
      const outputs = [{ address: router, amount: '0', memo: '', entry: '', path: '' }];
      const swap: Swap = {
        ...{ gives: coin === 'in' ? '' : first, gets: coin === 'out' ? '' : last },
        ...{ most: coin === 'in' ? undefined : one.most, least: one.least, to: one.to, until: one.until },
        by: name.startsWith('exact') ? 'v3First' : 'v2',
      };
      expect(readCall({ call: data(one), from: own, outputs })?.swaps).toEqual([swap]);
    });
    fc.assert(property, { numRuns: 100 });
  });

  const plan = {
    family: 'evm',
    nonce: '0',
    gasLimit: '250000',
    maxFeePerGas: '20000000000',
    maxPriorityFeePerGas: '1000000000',
  } as const;
  const leaves: Outflow = { contract: usdc, units: 9n, decimals: '6', symbol: 'USDC' };
  const coins: Inflow = { contract: '', units: 5n, decimals: '18', symbol: 'ETH' };
  const swapping = (to: string, comes: Inflow): Intent => {
    const path = [usdc, router] as Address[];
    const data = written.swapExactTokensForETH?.[1]({ most: 9n, least: 5n, path, to: own, until: 99n }) ?? '';
    return { ...intentFor(chain, 'ETH', [[to, 0n]]), kind: 'call', call: callText(data, [leaves], comes) };
  };
  const refusal = (intent: Intent, at = chain): string => {
    try {
      buildEvm(at, intent, plan, keyAt);
      return 'none';
    } catch (error) {
      return error instanceof ChainError ? error.code : String(error);
    }
  };

  it('are built through a router that is listed, for what is listed, and for nothing else', () => {
    expect(refusal(swapping(router, coins))).toBe('none');
    expect(refusal(swapping(own.replace(/.$/, '0'), coins))).not.toBe('none');
    expect(refusal(swapping('0x70997970C51812dc3A010C7d01b50e0d17dc79C8', coins))).toBe('badIntent');
    expect(refusal(swapping(router, coins), evmChain)).toBe('badIntent');
    for (const lie of [{ symbol: 'WETH' }, { decimals: '6' }, { contract: router }])
      expect(refusal(swapping(router, { ...coins, ...lie }))).toBe('unknownAsset');
  });

  const bundled = (...calls: `0x${string}`[]): `0x${string}` =>
    encodeFunctionData({ abi: second, functionName: 'multicall', args: [99n, calls] });
  const input = (tokenIn: string, tokenOut: string, recipient: string) =>
    encodeFunctionData({
      ...{ abi: second, functionName: 'exactInputSingle' },
      args: [
        {
          ...{ tokenIn: tokenIn as Address, tokenOut: tokenOut as Address, fee: 500, recipient: recipient as Address },
          ...{ amountIn: 9n, amountOutMinimum: 5n, sqrtPriceLimitX96: 0n },
        },
      ],
    });
  const unwrap = encodeFunctionData({ abi: second, functionName: 'unwrapWETH9', args: [5n, own] });
  const refund = encodeFunctionData({ abi: second, functionName: 'refundETH' });
  const itself = `0x${'0'.repeat(39)}2`;
  const pooled = (data: string, along: bigint, out: readonly Outflow[], comes: Inflow, to = pools): Intent => ({
    ...intentFor(chain, 'ETH', [[to, along]]),
    ...{ kind: 'call', call: callText(data, out, comes) },
  });
  const tokens: Inflow = { contract: usdc, units: 5n, decimals: '6', symbol: 'USDC' };
  const toCoins = (token: string, to = pools) =>
    pooled(bundled(input(token, weth, itself), unwrap), 0n, [leaves], coins, to);
  const fromCoins = (token: string) => pooled(bundled(input(token, usdc, own), refund), 9n, [], tokens);

  it('by pools stand coins for the token of coins alone, and each router is called by its own methods', () => {
    expect(refusal(toCoins(usdc))).toBe('none');
    expect(refusal(fromCoins(weth))).toBe('none');
    // The router would take a token by an allowance, and keep the coins.
    expect(refusal(fromCoins(usdc))).toBe('badIntent');
    expect(refusal(fromCoins(router))).toBe('badIntent');
    const other = bundled(input(usdc, router, itself), unwrap);
    expect(refusal(pooled(other, 0n, [leaves], coins))).toBe('badIntent');
    expect(refusal(toCoins(usdc, router))).toBe('badIntent');
    expect(refusal(swapping(pools, coins))).toBe('badIntent');
    // Where the token of coins is listed, nothing of it leaves: coins go in for it.
    const assets = chain.assets.map((one) => ({
      ...one,
      ...(one.symbol === 'ETH' ? { symbol: 'WETH', contract: weth } : {}),
    }));
    const listed = { ...chain, assets: [...chain.assets, ...assets.filter(({ symbol }) => symbol === 'WETH')] };
    expect(refusal(fromCoins(weth), listed)).toBe('none');
    expect(refusal({ ...fromCoins(weth), call: fromCoins(weth).call.split(' in ')[0] ?? '' }, listed)).toBe(
      'badIntent',
    );
  });
});
