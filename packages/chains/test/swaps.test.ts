import { callText, type Inflow, type Intent, type Outflow, readCall, type Swap, tradeOf } from '@holdfast/policy';
import fc from 'fast-check';
import { type Address, encodeFunctionData, encodePacked, getAddress, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { buildEvm } from '../src/evm/build.ts';
import { type ChainConfig, ChainError, familyOf, readChainConfig } from '../src/index.ts';
import { evmChain, intentFor, keyAt, paths, usdc } from './support.ts';

const router = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const [pools, weth] = ['0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'];
const [holder, settler] = [
  '0x0000000000001fF3684f28c67538d4D072C22734',
  '0x70bf6634eE8Cb27D04478f184b9b8BB13E5f4710',
] as const;
const chain: ChainConfig = {
  ...evmChain,
  routers: [
    { kind: 'v2', contract: router },
    { kind: 'v3', contract: pools, quoter: pools, wrapped: weth },
    { kind: 'settler', contract: holder, settlers: [settler] },
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

/** Of 0x: who holds the allowance, who swaps, and the step that says the end. */
const zeroEx = parseAbi([
  'struct Permitted { address token; uint256 amount; }',
  'struct Permit { Permitted permitted; uint256 nonce; uint256 deadline; }',
  'struct Slippage { address recipient; address buyToken; uint256 minAmountOut; }',
  'function exec(address operator,address token,uint256 amount,address target,bytes data)',
  'function execute(Slippage slippage,bytes[] actions,bytes32 affiliate)',
  'function TRANSFER_FROM(address recipient,Permit permit,bytes sig)',
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

  /** As viem writes one by 0x. */
  const held = ({ most, least, path, to, until }: Wanted, by: Address = settler): `0x${string}` => {
    const [gives, gets] = [path[0] ?? own, path.at(-1) ?? own];
    const permit = { permitted: { token: gives, amount: most }, nonce: 0n, deadline: until };
    const first = encodeFunctionData({ abi: zeroEx, functionName: 'TRANSFER_FROM', args: [by, permit, '0x'] });
    const slippage = { recipient: to, buyToken: gets, minAmountOut: least };
    const affiliate = `0x${'00'.repeat(32)}` as const;
    const inner = encodeFunctionData({
      ...{ abi: zeroEx, functionName: 'execute', args: [slippage, [first, '0xdeadbeef'], affiliate] },
    });
    return encodeFunctionData({ abi: zeroEx, functionName: 'exec', args: [by, gives, most, by, inner] });
  };

  it('by 0x are read from the bytes that viem makes', () => {
    const property = fc.property(wanted, (one) => {
      const [gives, gets] = ends(one);
      const outputs = [{ address: holder, amount: '0', memo: '', entry: '', path: '' }];
      const reading = readCall({ call: held(one), from: own, outputs });
      const { most, least, to, until } = one;
      const trade = { gives, gets, most, least, to, until, by: 'settler', through: settler };
      expect(reading && tradeOf({ outputs }, reading)).toEqual(trade);
      expect(reading?.leaves).toEqual([{ token: gives, units: most }]);
    });
    fc.assert(property, { numRuns: 100 });
  });

  it('by 0x are built through a holder and a Settler that are listed, and through no others', () => {
    const one = {
      most: 9n,
      least: 5n,
      path: [usdc, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'] as Address[],
      to: own,
    };
    const by = (who: Address, to = holder as string): Intent => ({
      ...intentFor(chain, 'ETH', [
        [to, 0n],
        [who, 0n],
      ]),
      ...{ kind: 'call', call: callText(held({ ...one, until: 99n }, who), [leaves], coins) },
    });
    expect(refusal(by(settler))).toBe('none');
    expect(refusal(by(pools as Address))).toBe('badIntent');
    expect(refusal(by(settler, pools))).toBe('badIntent');
    expect(refusal(by(settler), { ...chain, routers: chain.routers?.slice(0, 2) ?? [] })).toBe('badIntent');
    // What holds an allowance makes no swap of a router's.
    expect(refusal({ ...swapping(holder, coins), call: swapping(router, coins).call })).toBe('badIntent');
  });

  it('by 0x need a list of Settlers in the configuration', () => {
    const read = (settlers: unknown) =>
      readChainConfig({ ...chain, routers: [{ kind: 'settler', contract: holder, settlers }] }, 'chain');
    expect(read([settler]).routers).toEqual([{ kind: 'settler', contract: holder, settlers: [settler] }]);
    for (const wrong of [undefined, [], settler, [7], [settler.toLowerCase()], Array(9).fill(settler)])
      expect(() => read(wrong)).toThrow(ChainError);
  });
});
