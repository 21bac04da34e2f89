import { RpcError } from '../../rpc/errors.ts';
import type { JsonRpc } from '../../rpc/json-rpc.ts';
import { heightOf, listOf } from '../../rpc/shape.ts';

/** How often a node is asked for one range: as many pieces of it as one that bounds ranges needs. */
const mostAsked = 250;

const hex = (height: number): string => `0x${height.toString(16)}`;

/**
 * Events since a block, in the chain's order. Many nodes answer for a bounded range alone and refuse a longer one, each with a bound of its own: what is
 * refused is asked for in halves.
 * @throws RpcError `nodeError` for a range of one block that is refused, or where the pieces would be too many
 */
export async function logsSince(rpc: JsonRpc, filter: object, since: number): Promise<readonly unknown[]> {
  const whole = await rpc.ask('eth_getLogs', { ...filter, fromBlock: hex(since), toBlock: 'latest' });
  if (whole.ok) return listOf(whole.result, 'logs');
  const tip = heightOf(await rpc.call('eth_blockNumber'), 'blockNumber');
  let asked = 1;
  let span = Math.max(1, Math.ceil((tip - since + 1) / 2));
  const found: unknown[] = [];
  for (let from = since; from <= tip; ) {
    const to = Math.min(from + span - 1, tip);
    asked += 1;
    const reply = await rpc.ask('eth_getLogs', { ...filter, fromBlock: hex(from), toBlock: hex(to) });
    if (reply.ok) {
      found.push(...listOf(reply.result, 'logs'));
      from = to + 1;
    } else if (span === 1 || asked + (tip - from + 1) / span > mostAsked)
      throw new RpcError('nodeError', `eth_getLogs: ${reply.message}`, reply);
    else span = Math.ceil(span / 2);
  }
  return found;
}
