import { encodeArguments, methodOf, type Value } from '@holdfast/policy';
import { bytesToHex } from '@noble/hashes/utils.js';
import { RpcError } from '../../rpc/errors.ts';
import type { JsonRpc } from '../../rpc/json-rpc.ts';
import { fieldsOf, quantityOf, textOf } from '../../rpc/shape.ts';
import type { Swaps, SwapTerms } from '../../rpc/types.ts';
import type { RouterConfig } from '../../types.ts';
import { checkEvmAddress } from '../address.ts';
import { reasonIn } from './simulate.ts';
import { view, wordBytes } from './view.ts';

/** Swaps through routers of Uniswap V2: what one would bring, asked of the router itself, and the call that makes it. */

function encoded(signature: string, ...values: readonly Value[]): string {
  const method = methodOf(signature);
  if (!method) throw new Error(`no method: ${signature}`);
  return `${method.selector}${bytesToHex(encodeArguments(method.inputs, values))}`;
}
const asView = (data: string): string => data.slice(2);
const wordsOf = (answer: Uint8Array): string[] =>
  Array.from({ length: Math.floor(answer.length / wordBytes) }, (_, i) =>
    bytesToHex(answer.subarray(i * wordBytes, (i + 1) * wordBytes)),
  );

/** The token that stands for the coin at a router; undefined for what is none. */
async function wrappedAt(rpc: JsonRpc, { contract }: RouterConfig): Promise<string | undefined> {
  const answer = await view(rpc, contract, asView(encoded('WETH()')));
  const checked = answer?.length === wordBytes ? checkEvmAddress(`0x${bytesToHex(answer).slice(24)}`) : undefined;
  return checked?.ok ? checked.address : undefined;
}

/** How much goes in and how much comes out along a path; undefined where there is no such pool, or too little in it. */
async function amountsAlong(rpc: JsonRpc, router: string, path: readonly string[], amount: bigint, exactOut: boolean) {
  const method = exactOut ? 'getAmountsIn' : 'getAmountsOut';
  const answer = await view(rpc, router, asView(encoded(`${method}(uint256 amount,address[] path)`, amount, path)));
  const [, , ...sums] = answer ? wordsOf(answer) : [];
  const [first, last] = [sums[0], sums.at(-1)];
  if (first === undefined || last === undefined || sums.length !== path.length) return undefined;
  return { pays: BigInt(`0x${first}`), brings: BigInt(`0x${last}`) };
}

/** A thousandth of it tells the price before the swap moves it. */
const part = 1_000n;
async function fairOf(
  rpc: JsonRpc,
  router: string,
  path: readonly string[],
  pays: bigint,
): Promise<bigint | undefined> {
  const small = pays / part;
  const told = small > 0n ? await amountsAlong(rpc, router, path, small, false) : undefined;
  return told && told.brings > 0n ? (told.brings * pays) / small : undefined;
}

/** The best of the straight path and the one over the coin. */
async function bestPath(rpc: JsonRpc, router: RouterConfig, wrapped: string, terms: SwapTerms) {
  const [first, last] = [terms.gives || wrapped, terms.gets || wrapped];
  const paths = [[first, last], ...([first, last].includes(wrapped) ? [] : [[first, wrapped, last]])];
  const found = await Promise.all(
    paths.map(async (path) => {
      const told = await amountsAlong(rpc, router.contract, path, terms.amount, terms.exactOut);
      return told ? [{ ...told, path }] : [];
    }),
  );
  return found.flat().toSorted((a, b) => {
    const better = terms.exactOut ? a.pays - b.pays : b.brings - a.brings;
    return better < 0n ? -1 : better > 0n ? 1 : 0;
  })[0];
}

const quoted = async (rpc: JsonRpc, router: RouterConfig, terms: SwapTerms) => {
  const wrapped = await wrappedAt(rpc, router);
  if (wrapped === undefined || (terms.gives || wrapped) === (terms.gets || wrapped)) return undefined;
  const best = await bestPath(rpc, router, wrapped, terms);
  if (!best || best.pays === 0n || best.brings === 0n) return undefined;
  return { ...best, fair: await fairOf(rpc, router.contract, best.path, best.pays) };
};

const methodFor = ({ gives, gets, exactOut }: Pick<SwapTerms, 'gives' | 'gets' | 'exactOut'>): string => {
  const rest = 'address[] path,address to,uint256 deadline)';
  if (gives === '')
    return exactOut ? `swapETHForExactTokens(uint256 out,${rest}` : `swapExactETHForTokens(uint256 least,${rest}`;
  const out = gets === '' ? 'ETH' : 'Tokens';
  return exactOut
    ? `swapTokensForExact${out}(uint256 out,uint256 most,${rest}`
    : `swapExactTokensFor${out}(uint256 pays,uint256 least,${rest}`;
};

/** Why a mined swap failed, by doing it again where it was mined. Undefined where it would have succeeded there. */
async function whyFailed(rpc: JsonRpc, txid: string): Promise<string | undefined> {
  const found = await rpc.call('eth_getTransactionByHash', txid);
  if (found === null) return undefined;
  const { from, to, input, value, blockNumber } = fieldsOf(found, 'transaction');
  const height = quantityOf(blockNumber, 'blockNumber');
  for (const at of [height - 1n, height]) {
    const reply = await rpc.ask('eth_call', { from, to, data: input, value }, `0x${at.toString(16)}`);
    if (!reply.ok) {
      const { data } = reply as { readonly data?: unknown };
      return (typeof data === 'string' ? reasonIn(data) : '') || reply.message;
    }
  }
  return undefined;
}

/** What routers say where the price has moved by more than was agreed to. */
const slipped = /INSUFFICIENT_OUTPUT_AMOUNT|EXCESSIVE_INPUT_AMOUNT|Too little received|Too much requested/;

export const evmSwaps = (rpc: JsonRpc): Swaps => ({
  quote: (router, terms) => quoted(rpc, router, terms),
  call: ({ contract }, terms, { path, most, least, to, until }) => {
    // Where coins go along, how much does not stand in the data.
    const sums = terms.exactOut ? [least, most] : [most, least];
    const said = terms.gives === '' ? [least] : sums;
    const data = encoded(methodFor(terms), ...said, path, to, until);
    return { to: contract, amount: terms.gives === '' ? most : 0n, data };
  },
  isSlippage: (reason) => slipped.test(reason),
  async whyFailed(txid) {
    try {
      return await whyFailed(rpc, textOf(txid, /^0x[0-9a-f]{64}$/, 'txid'));
    } catch (error) {
      if (error instanceof RpcError) return undefined;
      throw error;
    }
  },
});
