import { hexToBytes } from '@noble/hashes/utils.js';
import type { Simulation, TokenMove } from '../../rpc/calls.ts';
import type { JsonRpc, Reply } from '../../rpc/json-rpc.ts';
import { type Fields, fieldsOf, listOf, quantityOf, textOf } from '../../rpc/shape.ts';
import { checkEvmAddress } from '../address.ts';
import { eventsTried } from './events.ts';
import { nftsTried } from './nfts.ts';
import { transferTopic } from './transfers.ts';

interface Call {
  readonly from: string;
  /** '' where the data begins a contract. */
  readonly to: string;
  readonly amount: bigint;
  readonly data: string;
}

/** As nodes call the chain's own coin where they tell of it as of a token (geth, `traceTransfers`). */
const coin = `0x${'e'.repeat(40)}`;
const errorText = '0x08c379a0';
const panicCode = '0x4e487b71';
/** Solidity, "Panic via assert and Error via require". */
const panics: Readonly<Record<string, string>> = {
  '1': 'assertion failed',
  '17': 'arithmetic overflow',
  '18': 'division by zero',
  '50': 'index out of bounds',
};
const longestReason = 200;

const addressIn = (word: string): string => {
  const checked = checkEvmAddress(`0x${word.slice(-40)}`);
  return checked.ok ? checked.address : `0x${word.slice(-40)}`;
};

/** What a contract says of its failure: an `Error` or `Panic` of Solidity, or its selector alone. */
export function reasonIn(data: string): string {
  if (!/^0x([0-9a-f]{2})*$/.test(data)) return '';
  const selector = data.slice(0, 10);
  if (selector === panicCode) return panics[String(BigInt(`0x${data.slice(10, 74) || '0'}`))] ?? 'panic';
  if (selector !== errorText) return /^0x[0-9a-f]{8}/.test(data) ? selector : '';
  const length = BigInt(`0x${data.slice(74, 138) || '0'}`);
  const shown = length < BigInt(longestReason) ? Number(length) : longestReason;
  const bytes = hexToBytes(data.slice(138, 138 + 2 * shown));
  return new TextDecoder().decode(bytes);
}

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

const callOf = ({ from, to, amount, data }: Call) => ({
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

/** Whether it fails, where the node knows nothing better (`eth_call`). */
async function tried(rpc: JsonRpc, call: Call): Promise<Simulation> {
  const reply = await rpc.ask('eth_call', callOf(call), 'latest');
  const reason = reply.ok ? '' : reply.message.replace(/^execution reverted:?\s*/, '') || 'reverted';
  return { success: reply.ok, reason, gas: undefined, moves: undefined };
}

/** @throws RpcError where the node does not answer */
export async function simulateEvm(rpc: JsonRpc, call: Call): Promise<Simulation> {
  const options = { blockStateCalls: [{ calls: [callOf(call)] }], traceTransfers: true, validation: false };
  const reply = await rpc.ask('eth_simulateV1', options, 'latest');
  const blocks = dataOf(reply);
  if (!Array.isArray(blocks)) return tried(rpc, call);
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
