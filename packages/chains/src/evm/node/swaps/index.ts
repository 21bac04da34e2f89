import { RpcError } from '../../../rpc/errors.ts';
import type { JsonRpc } from '../../../rpc/json-rpc.ts';
import { fieldsOf, quantityOf, textOf } from '../../../rpc/shape.ts';
import type { Swaps } from '../../../rpc/swaps.ts';
import type { ChainRouter } from '../../../types.ts';
import { reasonIn } from '../reverts.ts';
import type { Exchange } from './exchange.ts';
import { pairs } from './pairs.ts';
import { pools } from './pools.ts';

/** Swaps through routers on the chain, by whichever kind each is of. */
const exchanges: { readonly [K in ChainRouter['kind']]: Exchange<Extract<ChainRouter, { readonly kind: K }>> } = {
  v2: pairs,
  v3: pools,
};
const exchangeOf = ({ kind }: ChainRouter): Exchange<ChainRouter> => exchanges[kind] as Exchange<ChainRouter>;

/** Why a mined swap failed, by doing it again where it was mined. Undefined where it would have succeeded there. */
async function whyFailed(rpc: JsonRpc, txid: string): Promise<string | undefined> {
  const found = await rpc.call('eth_getTransactionByHash', txid);
  if (found === null) return undefined;
  const { from, to, input, value, blockNumber } = fieldsOf(found, 'transaction');
  const height = quantityOf(blockNumber, 'blockNumber');
  for (const at of [height - 1n, height]) {
    const reply = await rpc.ask('eth_call', { from, to, data: input, value }, `0x${at.toString(16)}`);
    if (!reply.ok) return reasonIn(reply.data) || reply.message;
  }
  return undefined;
}

/** What routers say where the price has moved by more than was agreed to; the last is 0x's. */
const slipped =
  /INSUFFICIENT_OUTPUT_AMOUNT|EXCESSIVE_INPUT_AMOUNT|Too little received|Too much requested|Insufficient WETH9|TooMuchSlippage/;

export const evmSwaps = (rpc: JsonRpc): Swaps => ({
  quote: (router, terms) => exchangeOf(router).quote(rpc, router, terms),
  call: (router, terms, bounds) => exchangeOf(router).call(router, terms, bounds),
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
