import { AbiError, addressText } from '../../abi/codec.ts';
import {
  type Arguments,
  type Effect,
  type Entry,
  listAt,
  numberAt,
  type Place,
  type Swap,
  standards,
  textAt,
} from './standard.ts';

/** Routers of Uniswap V2 (Router02) and V3 (SwapRouter, SwapRouter02). */

/** So much of a token goes in, and what comes of it goes to somebody. */
const put = (token: string, units: bigint, to: string, { byOwn }: Place): Effect => ({
  leaves: byOwn && units > 0n ? [{ token, units }] : [],
  to: [to],
});
/** A token goes in for another asset. */
const swapped = (swap: Swap & { readonly most: bigint }, at: Place): Effect => ({
  ...put(swap.gives, swap.most, swap.to, at),
  swap,
});
const got = (to: string): Effect => ({ to: [to] });
const both = (a: Effect, b: Effect): Effect => ({
  leaves: [...(a.leaves ?? []), ...(b.leaves ?? [])],
  to: [...new Set([...(a.to ?? []), ...(b.to ?? [])])],
});

/** The coin itself comes out at the end of the path, or goes in at its beginning; in between its token stands for it. */
type Coin = 'none' | 'in' | 'out';
function alongPath(a: Arguments, path: number, coin: Coin): Pick<Swap, 'gives' | 'gets' | 'to' | 'until' | 'by'> {
  const last = listAt(a, path).length - 1;
  const [gives, gets] = [textAt(a, path, 0), textAt(a, path, last)];
  return {
    gives: coin === 'in' ? '' : gives,
    gets: coin === 'out' ? '' : gets,
    to: textAt(a, path + 1),
    until: numberAt(a, path + 2),
    by: 'v2',
  };
}
/** V2: what goes in, what comes out, and the path by their places; receiver and end follow it. */
const v2 = (a: Arguments, at: Place, [most, least, path]: readonly [number, number, number], coin: Coin): Effect =>
  swapped({ ...alongPath(a, path, coin), most: numberAt(a, most), least: numberAt(a, least) }, at);
/** V2, with coins that go along. */
const v2Coins = (a: Arguments): Effect => {
  const swap = { ...alongPath(a, 1, 'in'), most: undefined, least: numberAt(a, 0) };
  return { to: [swap.to], swap };
};
const fees = ['', 'SupportingFeeOnTransferTokens'] as const;

const uniswapV2: readonly Entry[] = [
  ...fees.flatMap((suffix): Entry[] => [
    [
      `swapExactTokensForTokens${suffix}(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)`,
      (a, at) => v2(a, at, [0, 1, 2], 'none'),
    ],
    [
      `swapExactTokensForETH${suffix}(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)`,
      (a, at) => v2(a, at, [0, 1, 2], 'out'),
    ],
    [`swapExactETHForTokens${suffix}(uint256 amountOutMin,address[] path,address to,uint256 deadline)`, v2Coins],
  ]),
  [
    'swapTokensForExactTokens(uint256 amountOut,uint256 amountInMax,address[] path,address to,uint256 deadline)',
    (a, at) => v2(a, at, [1, 0, 2], 'none'),
  ],
  [
    'swapTokensForExactETH(uint256 amountOut,uint256 amountInMax,address[] path,address to,uint256 deadline)',
    (a, at) => v2(a, at, [1, 0, 2], 'out'),
  ],
  ['swapETHForExactTokens(uint256 amountOut,address[] path,address to,uint256 deadline)', v2Coins],
  [
    'addLiquidity(address tokenA,address tokenB,uint256 amountADesired,uint256 amountBDesired,uint256 amountAMin,uint256 amountBMin,address to,uint256 deadline)',
    (a, at) =>
      both(put(textAt(a, 0), numberAt(a, 2), textAt(a, 6), at), put(textAt(a, 1), numberAt(a, 3), textAt(a, 6), at)),
  ],
  [
    'addLiquidityETH(address token,uint256 amountTokenDesired,uint256 amountTokenMin,uint256 amountETHMin,address to,uint256 deadline)',
    (a, at) => put(textAt(a, 0), numberAt(a, 1), textAt(a, 4), at),
  ],
  [
    'removeLiquidity(address tokenA,address tokenB,uint256 liquidity,uint256 amountAMin,uint256 amountBMin,address to,uint256 deadline)',
    (a) => got(textAt(a, 5)),
  ],
  [
    'removeLiquidityETH(address token,uint256 liquidity,uint256 amountTokenMin,uint256 amountETHMin,address to,uint256 deadline)',
    (a) => got(textAt(a, 4)),
  ],
];

/**
 * Numbers that a router of V3 reads in the place of a receiver: SwapRouter takes 0 for itself, and no other; SwapRouter02 takes 1 for whoever calls it and 2 for itself,
 * and pays 0 like any address. What unwraps and sweeps knows none of them.
 */
type Numbers = Readonly<Record<string, 'own' | 'contract'>>;
const [first, second]: readonly [Numbers, Numbers] = [{ 0: 'contract' }, { 1: 'own', 2: 'contract' }];
function receiver(address: string, place: Place, numbers: Numbers): string {
  const named = numbers[String(BigInt(address))];
  return named ? place[named] : address;
}
/** Tokens of a V3 path: 20 bytes each, 3 of a fee between them. */
const tokenIn = (path: string): string => addressText(path.slice(2, 42));
const tokenOut = (path: string): string => addressText(path.slice(-40));

const single = 'address tokenIn,address tokenOut,uint24 fee,address recipient';
/** With the time limit that SwapRouter has, and SwapRouter02 has not. */
const limitsOf = [
  ['uint256 deadline,', 1],
  ['', 0],
] as const;

interface Places {
  /** In the one tuple that V3's methods take. */
  readonly to: number;
  /** 1 with a time limit behind the receiver. */
  readonly more: 0 | 1;
  /** Of what goes in, and of what comes out, without a time limit. */
  readonly most: number;
  readonly least: number;
}
function v3(a: Arguments, at: Place, pair: Pick<Swap, 'gives' | 'gets'>, { to, more, most, least }: Places): Effect {
  return swapped(
    {
      ...pair,
      most: numberAt(a, 0, most + more),
      least: numberAt(a, 0, least + more),
      to: receiver(textAt(a, 0, to), at, more ? first : second),
      until: more ? numberAt(a, 0, to + 1) : undefined,
      by: more ? 'v3First' : 'v3',
    },
    at,
  );
}
const pairAt = (a: Arguments) => ({ gives: textAt(a, 0, 0), gets: textAt(a, 0, 1) });
/**
 * So much comes out of one pool, or less: a router holds a swap to the amount that is to come out only where no price limit ends it before (`exactOutputInternal`). With
 * one nothing is sure to come, and all that may go in can.
 */
function exactOut(a: Arguments, at: Place, more: 0 | 1): Effect {
  const effect = v3(a, at, pairAt(a), { to: 3, more, most: 5, least: 4 });
  const isLimited = numberAt(a, 0, 6 + more) !== 0n;
  return effect.swap && isLimited ? { ...effect, swap: { ...effect.swap, least: 0n } } : effect;
}
const [tokenBytes, stepBytes] = [20, 23];
/**
 * A router goes along a path from its beginning and leaves unread what is no whole step at its end: there a token could be named that is none of the swap.
 * @param turned its path begins with what comes out
 * @throws AbiError
 */
function pairOf(path: string, turned: boolean): Pick<Swap, 'gives' | 'gets'> {
  const size = (path.length - 2) / 2;
  if (size < tokenBytes + stepBytes || size % stepBytes !== tokenBytes) throw new AbiError('no path of whole steps');
  const [first, last] = [tokenIn(path), tokenOut(path)];
  return turned ? { gives: last, gets: first } : { gives: first, gets: last };
}

/** V2 by SwapRouter02: it never ends. */
function v2Endless(a: Arguments, at: Place, most: number, least: number): Effect {
  const last = listAt(a, 2).length - 1;
  return swapped(
    {
      ...{ gives: textAt(a, 2, 0), gets: textAt(a, 2, last), to: receiver(textAt(a, 3), at, second), until: undefined },
      ...{ most: numberAt(a, most), least: numberAt(a, least), by: 'v3' },
    },
    at,
  );
}

const uniswapV3: readonly Entry[] = [
  ...limitsOf.flatMap(([deadline, more]): Entry[] => [
    [
      `exactInputSingle((${single},${deadline}uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)`,
      (a, at) => v3(a, at, pairAt(a), { to: 3, more, most: 4, least: 5 }),
    ],
    [
      `exactOutputSingle((${single},${deadline}uint256 amountOut,uint256 amountInMaximum,uint160 sqrtPriceLimitX96) params)`,
      (a, at) => exactOut(a, at, more),
    ],
    [
      `exactInput((bytes path,address recipient,${deadline}uint256 amountIn,uint256 amountOutMinimum) params)`,
      (a, at) => v3(a, at, pairOf(textAt(a, 0, 0), false), { to: 1, more, most: 2, least: 3 }),
    ],
    [
      `exactOutput((bytes path,address recipient,${deadline}uint256 amountOut,uint256 amountInMaximum) params)`,
      (a, at) => v3(a, at, pairOf(textAt(a, 0, 0), true), { to: 1, more, most: 3, least: 2 }),
    ],
  ]),
  [
    'swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to)',
    (a, at) => v2Endless(a, at, 0, 1),
  ],
  [
    'swapTokensForExactTokens(uint256 amountOut,uint256 amountInMax,address[] path,address to)',
    (a, at) => v2Endless(a, at, 1, 0),
  ],
  [
    'unwrapWETH9(uint256 amountMinimum,address recipient)',
    (a) => ({ ...got(textAt(a, 1)), unwraps: { least: numberAt(a, 0), to: textAt(a, 1) } }),
  ],
  ['unwrapWETH9(uint256 amountMinimum)', (_, at) => got(at.own)],
  ['sweepToken(address token,uint256 amountMinimum,address recipient)', (a) => got(textAt(a, 2))],
  ['sweepToken(address token,uint256 amountMinimum)', (_, at) => got(at.own)],
  ['refundETH()', (_, at) => ({ ...got(at.own), refunds: true })],
  [
    'selfPermit(address token,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s)',
    (a, at) => ({ leaves: [{ token: textAt(a, 0), units: numberAt(a, 1), allowed: true }], to: [at.contract] }),
  ],
];

export const routers = standards([...uniswapV2, ...uniswapV3]);
