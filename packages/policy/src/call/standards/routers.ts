import { addressText } from '../../abi/codec.ts';
import { type Arguments, type Effect, type Entry, numberAt, type Place, standards, textAt } from './standard.ts';

/** Routers of Uniswap V2 (Router02) and V3 (SwapRouter, SwapRouter02). */

/** So much of a token goes in, and what comes of it goes to somebody. */
const swapped = (token: string, units: bigint, to: string, { byOwn }: Place): Effect => ({
  leaves: byOwn && units > 0n ? [{ token, units }] : [],
  to: [to],
});
const got = (to: string): Effect => ({ to: [to] });
const both = (a: Effect, b: Effect): Effect => ({
  leaves: [...(a.leaves ?? []), ...(b.leaves ?? [])],
  to: [...new Set([...(a.to ?? []), ...(b.to ?? [])])],
});

/** V2: amount in, path and receiver by their places. */
const v2 = (a: Arguments, at: Place, amount: number, path: number): Effect =>
  swapped(textAt(a, path, 0), numberAt(a, amount), textAt(a, path + 1), at);
const fees = ['', 'SupportingFeeOnTransferTokens'] as const;

const uniswapV2: readonly Entry[] = [
  ...fees.flatMap((suffix): Entry[] => [
    [
      `swapExactTokensForTokens${suffix}(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)`,
      (a, at) => v2(a, at, 0, 2),
    ],
    [
      `swapExactTokensForETH${suffix}(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)`,
      (a, at) => v2(a, at, 0, 2),
    ],
    [
      `swapExactETHForTokens${suffix}(uint256 amountOutMin,address[] path,address to,uint256 deadline)`,
      (a) => got(textAt(a, 2)),
    ],
  ]),
  [
    'swapTokensForExactTokens(uint256 amountOut,uint256 amountInMax,address[] path,address to,uint256 deadline)',
    (a, at) => v2(a, at, 1, 2),
  ],
  [
    'swapTokensForExactETH(uint256 amountOut,uint256 amountInMax,address[] path,address to,uint256 deadline)',
    (a, at) => v2(a, at, 1, 2),
  ],
  ['swapETHForExactTokens(uint256 amountOut,address[] path,address to,uint256 deadline)', (a) => got(textAt(a, 2))],
  [
    'addLiquidity(address tokenA,address tokenB,uint256 amountADesired,uint256 amountBDesired,uint256 amountAMin,uint256 amountBMin,address to,uint256 deadline)',
    (a, at) =>
      both(
        swapped(textAt(a, 0), numberAt(a, 2), textAt(a, 6), at),
        swapped(textAt(a, 1), numberAt(a, 3), textAt(a, 6), at),
      ),
  ],
  [
    'addLiquidityETH(address token,uint256 amountTokenDesired,uint256 amountTokenMin,uint256 amountETHMin,address to,uint256 deadline)',
    (a, at) => swapped(textAt(a, 0), numberAt(a, 1), textAt(a, 4), at),
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

/** By V3's routers 0 and 2 are the router itself, and 1 whoever calls it. */
function receiver(address: string, { own, contract }: Place): string {
  const number = BigInt(address);
  return number === 1n ? own : number === 0n || number === 2n ? contract : address;
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

const uniswapV3: readonly Entry[] = [
  ...limitsOf.flatMap(([deadline, more]): Entry[] => [
    [
      `exactInputSingle((${single},${deadline}uint256 amountIn,uint256 amountOutMinimum,uint160 sqrtPriceLimitX96) params)`,
      (a, at) => swapped(textAt(a, 0, 0), numberAt(a, 0, 4 + more), receiver(textAt(a, 0, 3), at), at),
    ],
    [
      `exactOutputSingle((${single},${deadline}uint256 amountOut,uint256 amountInMaximum,uint160 sqrtPriceLimitX96) params)`,
      (a, at) => swapped(textAt(a, 0, 0), numberAt(a, 0, 5 + more), receiver(textAt(a, 0, 3), at), at),
    ],
    [
      `exactInput((bytes path,address recipient,${deadline}uint256 amountIn,uint256 amountOutMinimum) params)`,
      (a, at) => swapped(tokenIn(textAt(a, 0, 0)), numberAt(a, 0, 2 + more), receiver(textAt(a, 0, 1), at), at),
    ],
    [
      `exactOutput((bytes path,address recipient,${deadline}uint256 amountOut,uint256 amountInMaximum) params)`,
      (a, at) => swapped(tokenOut(textAt(a, 0, 0)), numberAt(a, 0, 3 + more), receiver(textAt(a, 0, 1), at), at),
    ],
  ]),
  [
    'swapExactTokensForTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to)',
    (a, at) => swapped(textAt(a, 2, 0), numberAt(a, 0), receiver(textAt(a, 3), at), at),
  ],
  [
    'swapTokensForExactTokens(uint256 amountOut,uint256 amountInMax,address[] path,address to)',
    (a, at) => swapped(textAt(a, 2, 0), numberAt(a, 1), receiver(textAt(a, 3), at), at),
  ],
  ['unwrapWETH9(uint256 amountMinimum,address recipient)', (a, at) => got(receiver(textAt(a, 1), at))],
  ['unwrapWETH9(uint256 amountMinimum)', (_, at) => got(at.own)],
  ['sweepToken(address token,uint256 amountMinimum,address recipient)', (a, at) => got(receiver(textAt(a, 2), at))],
  ['sweepToken(address token,uint256 amountMinimum)', (_, at) => got(at.own)],
  ['refundETH()', (_, at) => got(at.own)],
  [
    'selfPermit(address token,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s)',
    (a, at) => ({ leaves: [{ token: textAt(a, 0), units: numberAt(a, 1), allowed: true }], to: [at.contract] }),
  ],
];

export const routers = standards([...uniswapV2, ...uniswapV3]);
