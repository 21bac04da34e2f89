import { accountReader } from '@holdfast/chains/rpc';
import { orderStatus } from '@holdfast/contract';
import type { TradeDeps } from './deps.ts';
import { explain, findUnexplained } from './queries.ts';

/** Why swaps failed that nobody has looked at: the price moved by more than was agreed to (2410), or something else. */
export async function lookAtFailures({ db, catalog, readerOf }: TradeDeps): Promise<void> {
  for (const { id, chain: name, txid, status, said } of await findUnexplained(db)) {
    const chain = catalog.chain(name);
    const swaps = chain && accountReader(readerOf(chain)).swaps;
    if (!swaps) continue;
    // On the chain its own transaction tells; before it was signed, what kept it from that.
    const reason = status === orderStatus.failed && txid ? await swaps.whyFailed(txid) : (said ?? '');
    await explain(db, id, swaps.isSlippage(reason ?? '') ? 'slippage' : 'other');
  }
}
