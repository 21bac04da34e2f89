import { bytesToHex } from '@noble/hashes/utils.js';
import { wordBytes } from '../../../rpc/answers.ts';
import type { JsonRpc } from '../../../rpc/json-rpc.ts';
import type { SwapTerms } from '../../../rpc/swaps.ts';
import type { PairRouter } from '../../../types.ts';
import { checkEvmAddress } from '../../address.ts';
import { view } from '../view.ts';
import { type Amounts, asView, bestOf, type Exchange, encoded, fairOf, wordsOf } from './exchange.ts';

/** Routers of Uniswap V2, which say themselves what a swap would bring. */

/** The token that stands for the coin at a router; undefined for what is none. */
async function wrappedAt(rpc: JsonRpc, { contract }: PairRouter): Promise<string | undefined> {
  const answer = await view(rpc, contract, asView(encoded('WETH()')));
  const checked = answer?.length === wordBytes ? checkEvmAddress(`0x${bytesToHex(answer).slice(24)}`) : undefined;
  return checked?.ok ? checked.address : undefined;
}

/** How much goes in and how much comes out along a path; undefined where there is no such pool, or too little in it. */
async function amountsAlong(
  rpc: JsonRpc,
  router: string,
  path: readonly string[],
  amount: bigint,
  exactOut: boolean,
): Promise<Amounts | undefined> {
  const method = exactOut ? 'getAmountsIn' : 'getAmountsOut';
  const answer = await view(rpc, router, asView(encoded(`${method}(uint256 amount,address[] path)`, amount, path)));
  const [, , ...sums] = answer ? wordsOf(answer) : [];
  const [first, last] = [sums[0], sums.at(-1)];
  if (first === undefined || last === undefined || sums.length !== path.length) return undefined;
  return { pays: BigInt(`0x${first}`), brings: BigInt(`0x${last}`) };
}

/** The best of the straight path and the one over the coin. */
async function bestPath(rpc: JsonRpc, router: PairRouter, wrapped: string, terms: SwapTerms) {
  const [first, last] = [terms.gives || wrapped, terms.gets || wrapped];
  const paths = [[first, last], ...([first, last].includes(wrapped) ? [] : [[first, wrapped, last]])];
  const found = await Promise.all(
    paths.map(async (path) => {
      const told = await amountsAlong(rpc, router.contract, path, terms.amount, terms.exactOut);
      return told ? [{ ...told, path }] : [];
    }),
  );
  return bestOf(found.flat(), terms.exactOut);
}

const methodFor = ({ gives, gets, exactOut }: Pick<SwapTerms, 'gives' | 'gets' | 'exactOut'>): string => {
  const rest = 'address[] path,address to,uint256 deadline)';
  if (gives === '')
    return exactOut ? `swapETHForExactTokens(uint256 out,${rest}` : `swapExactETHForTokens(uint256 least,${rest}`;
  const out = gets === '' ? 'ETH' : 'Tokens';
  return exactOut
    ? `swapTokensForExact${out}(uint256 out,uint256 most,${rest}`
    : `swapExactTokensFor${out}(uint256 pays,uint256 least,${rest}`;
};

export const pairs: Exchange<PairRouter> = {
  async quote(rpc, router, terms) {
    const wrapped = await wrappedAt(rpc, router);
    if (wrapped === undefined || (terms.gives || wrapped) === (terms.gets || wrapped)) return undefined;
    const best = await bestPath(rpc, router, wrapped, terms);
    if (!best || best.pays === 0n || best.brings === 0n) return undefined;
    const bringsFor = async (small: bigint) =>
      (await amountsAlong(rpc, router.contract, best.path, small, false))?.brings;
    return { ...best, fees: [], fair: await fairOf(best.pays, bringsFor) };
  },
  call({ contract }, terms, { path, most, least, to, until }) {
    // Where coins go along, how much does not stand in the data.
    const sums = terms.exactOut ? [least, most] : [most, least];
    const said = terms.gives === '' ? [least] : sums;
    const data = encoded(methodFor(terms), ...said, path, to, until);
    return { to: contract, amount: terms.gives === '' ? most : 0n, data };
  },
};
