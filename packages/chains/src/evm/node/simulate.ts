import type { Simulation, Things, TokenMove, TriedCall } from '../../rpc/calls.ts';
import type { JsonRpc, Reply } from '../../rpc/json-rpc.ts';
import { type Fields, fieldsOf, listOf, quantityOf, textOf } from '../../rpc/shape.ts';
import { checkEvmAddress } from '../address.ts';
import { eventsTried } from './events.ts';
import { nftsTried } from './nfts.ts';
import { longestReason, reasonIn } from './reverts.ts';
import { transferTopic } from './transfers.ts';
import { changesTried } from './trial.ts';

/** As nodes call the chain's own coin where they tell of it as of a token (geth, `traceTransfers`). */
const coin = `0x${'e'.repeat(40)}`;
const addressIn = (word: string): string => {
  const checked = checkEvmAddress(`0x${word.slice(-40)}`);
  return checked.ok ? checked.address : `0x${word.slice(-40)}`;
};

/** Transfer events of whatever contract, and of coins where the node tells of them; of single NFTs there is a fourth topic. */
export function movesIn(logs: readonly unknown[]): TokenMove[] {
  return logs.flatMap((each) => {
    const log = fieldsOf(each, 'log');
    const [topic, from, to, ...more] = listOf(log.topics, 'log.topics').map((one) =>
      textOf(one, /^0x[0-9a-f]{64}$/, 'topic'),
    );
    if (topic !== transferTopic || from === undefined || to === undefined || more.length > 0) return [];
    const address = textOf(log.address, /^0x[0-9a-fA-F]{40}$/, 'log.address').toLowerCase();
    const amount = BigInt(textOf(log.data, /^0x[0-9a-f]{64}$/, 'log.data'));
    const contract = address === coin ? '' : addressIn(address);
    return amount === 0n ? [] : [{ contract, from: addressIn(from), to: addressIn(to), amount }];
  });
}

const callOf = ({ from, to, amount, data }: TriedCall) => ({
  ...{ from, ...(to === '' ? {} : { to }) },
  value: `0x${amount.toString(16)}`,
  data,
});

function reasonOf(error: Fields | undefined, returned: unknown): string {
  const data = error?.data ?? returned;
  const said = typeof data === 'string' ? reasonIn(data) : '';
  return said || (typeof error?.message === 'string' ? error.message.slice(0, longestReason) : '');
}

const dataOf = (reply: Reply): unknown => (reply.ok ? reply.result : undefined);

/** Whether it fails, and else what the account has before and after, where the node knows nothing better than `eth_call`. */
async function tried(rpc: JsonRpc, call: TriedCall, things: () => Promise<Things>): Promise<Simulation> {
  const reply = await rpc.ask('eth_call', callOf(call), 'latest');
  if (reply.ok)
    return {
      ...{ success: true, reason: '', gas: undefined, moves: undefined },
      ...(await changesTried(rpc, call, await things())),
    };
  const reason = reasonIn(reply.data) || reply.message.replace(/^execution reverted:?\s*/, '') || 'reverted';
  return { success: false, reason, gas: undefined, moves: undefined };
}

/** @throws RpcError where the node does not answer */
export async function simulateEvm(rpc: JsonRpc, call: TriedCall, things: () => Promise<Things>): Promise<Simulation> {
  const options = { blockStateCalls: [{ calls: [callOf(call)] }], traceTransfers: true, validation: false };
  const reply = await rpc.ask('eth_simulateV1', options, 'latest');
  const blocks = dataOf(reply);
  if (!Array.isArray(blocks)) return tried(rpc, call, things);
  const [made] = listOf(fieldsOf(blocks[0], 'block').calls, 'calls');
  const result = fieldsOf(made, 'call');
  const logs = listOf(result.logs ?? [], 'logs');
  const success = quantityOf(result.status, 'status') === 1n;
  const error = typeof result.error === 'object' && result.error !== null ? (result.error as Fields) : undefined;
  return {
    success,
    reason: success ? '' : reasonOf(error, result.returnData) || 'reverted',
    gas: quantityOf(result.gasUsed, 'gasUsed'),
    moves: movesIn(logs),
    nfts: logs.flatMap((log) => nftsTried(fieldsOf(log, 'log'))),
    events: eventsTried(logs, coin),
  };
}
