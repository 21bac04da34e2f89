import { longestText } from '../../../rpc/answers.ts';
import type { JsonRpc } from '../../../rpc/json-rpc.ts';
import type { SwapBounds, SwapTerms } from '../../../rpc/swaps.ts';
import type { PoolRouter } from '../../../types.ts';
import { view } from '../view.ts';
import { type Amounts, asView, bestOf, type Exchange, encoded, fairOf, wordsOf } from './exchange.ts';

/** SwapRouter02 of Uniswap, over pools of V3: prices are asked of QuoterV2, which tries the swap and takes it back. */

/** Every fee that pools of V3 have, in millionths of what goes in. */
const tiers = [100, 500, 3_000, 10_000] as const;
/** The quoter makes the swap to tell what it brings: that takes far more than other answers. */
const quoterBounds = { text: longestText, gas: 10_000_000 };

/** A way through pools: tokens, and the fee of the pool between each two. */
interface Way {
  readonly path: readonly string[];
  readonly fees: readonly number[];
}

/** Tokens of 20 bytes with fees of 3 between them; of an exact output it goes backwards. */
export function packed({ path, fees }: Way, exactOut: boolean): string {
  const [tokens, between] = exactOut ? [path.toReversed(), fees.toReversed()] : [path, fees];
  const hex = tokens.map((token, i) => {
    const fee = i === 0 ? '' : (between[i - 1] ?? 0).toString(16).padStart(6, '0');
    return `${fee}${token.slice(2).toLowerCase()}`;
  });
  return `0x${hex.join('')}`;
}

/** Undefined where there is no such pool, or too little in it. */
async function amountsAlong(
  rpc: JsonRpc,
  { quoter }: PoolRouter,
  way: Way,
  amount: bigint,
  exactOut: boolean,
): Promise<Amounts | undefined> {
  const method = exactOut ? 'quoteExactOutput' : 'quoteExactInput';
  const data = encoded(`${method}(bytes path,uint256 amount)`, packed(way, exactOut), amount);
  const answer = await view(rpc, quoter, asView(data), quoterBounds);
  const [word] = answer ? wordsOf(answer) : [];
  if (word === undefined) return undefined;
  const other = BigInt(`0x${word}`);
  const told = exactOut ? { pays: other, brings: amount } : { pays: amount, brings: other };
  return told.pays === 0n || told.brings === 0n ? undefined : told;
}

type Found = Way & Amounts;

/** The best pool from one token to the next. */
async function bestStep(rpc: JsonRpc, router: PoolRouter, pair: readonly [string, string], terms: SwapTerms) {
  const { amount, exactOut } = terms;
  const found = await Promise.all(
    tiers.map(async (fee) => {
      const way = { path: pair, fees: [fee] };
      const told = await amountsAlong(rpc, router, way, amount, exactOut);
      return told ? [{ ...way, ...told }] : [];
    }),
  );
  return bestOf<Found>(found.flat(), exactOut);
}

/** Over the coin. What the first pool brings most of brings most through the second as well, so each is chosen by itself; of an exact output from the end. */
async function overCoin(rpc: JsonRpc, router: PoolRouter, [first, last]: readonly [string, string], terms: SwapTerms) {
  const { exactOut } = terms;
  const [near, far] = exactOut
    ? ([
        [router.wrapped, last],
        [first, router.wrapped],
      ] as const)
    : ([
        [first, router.wrapped],
        [router.wrapped, last],
      ] as const);
  const one = await bestStep(rpc, router, near, terms);
  if (!one) return undefined;
  const other = await bestStep(rpc, router, far, { ...terms, amount: exactOut ? one.pays : one.brings });
  if (!other) return undefined;
  const [before, after] = exactOut ? [other, one] : [one, other];
  const path = [first, router.wrapped, last];
  return { path, fees: [...before.fees, ...after.fees], pays: before.pays, brings: after.brings };
}

async function bestWay(rpc: JsonRpc, router: PoolRouter, terms: SwapTerms): Promise<Found | undefined> {
  const { wrapped } = router;
  const ends = [terms.gives || wrapped, terms.gets || wrapped] as const;
  if (ends[0] === ends[1]) return undefined;
  const ways = [
    bestStep(rpc, router, ends, terms),
    ...(ends.includes(wrapped) ? [] : [overCoin(rpc, router, ends, terms)]),
  ];
  const found = await Promise.all(ways);
  return bestOf(
    found.flatMap((one) => one ?? []),
    terms.exactOut,
  );
}

/** Numbers that the router takes for itself, in the place of a receiver. */
const routerItself = `0x${'0'.repeat(39)}2`;
const anyPrice = 0n;

function swapData(terms: SwapTerms, { path, fees, most, least, to }: SwapBounds): string {
  const sums = terms.exactOut ? [least, most] : [most, least];
  const receiver = terms.gets === '' ? routerItself : to;
  const [first = '', last = ''] = [path[0], path.at(-1)];
  const how = terms.exactOut ? 'Output' : 'Input';
  if (fees.length > 1)
    return encoded(`exact${how}((bytes path,address recipient,uint256 a,uint256 b) params)`, [
      ...[packed({ path, fees }, terms.exactOut), receiver, ...sums],
    ]);
  const single = 'address tokenIn,address tokenOut,uint24 fee,address recipient,uint256 a,uint256 b,uint160 limit';
  return encoded(`exact${how}Single((${single}) params)`, [
    first,
    last,
    BigInt(fees[0] ?? 0),
    receiver,
    ...sums,
    anyPrice,
  ]);
}

export const pools: Exchange<PoolRouter> = {
  async quote(rpc, router, terms) {
    const best = await bestWay(rpc, router, terms);
    if (!best) return undefined;
    const bringsFor = async (small: bigint) => (await amountsAlong(rpc, router, best, small, false))?.brings;
    return { ...best, fair: await fairOf(best.pays, bringsFor) };
  },
  call({ contract }, terms, bounds) {
    const { least, most, to, until } = bounds;
    const calls = [
      swapData(terms, bounds),
      ...(terms.gets === '' ? [encoded('unwrapWETH9(uint256 least,address to)', least, to)] : []),
      ...(terms.gives === '' ? [encoded('refundETH()')] : []),
    ];
    const data = encoded('multicall(uint256 deadline,bytes[] data)', until, calls);
    return { to: contract, amount: terms.gives === '' ? most : 0n, data };
  },
};
