import type { Taking } from '../../rpc/calls.ts';
import type { JsonRpc } from '../../rpc/json-rpc.ts';
import { fieldsOf, heightOf, listOf, textOf } from '../../rpc/shape.ts';
import { checkEvmAddress } from '../address.ts';
import { logsSince } from './logs.ts';
import { evmHashOf } from './shape.ts';
import { inconsistent, transferTopic } from './transfers.ts';

/** What has left an account of a token since a block, whoever sent the transaction: its own payments are among it. */
export async function evmTakings(rpc: JsonRpc, owner: string, contract: string, since: number): Promise<Taking[]> {
  const from = `0x${owner.slice(2).toLowerCase().padStart(64, '0')}`;
  const logs = await logsSince(rpc, { address: contract, topics: [transferTopic, from] }, since);
  return logs.flatMap((each) => {
    const log = fieldsOf(each, 'log');
    const topics = listOf(log.topics, 'log.topics');
    const source = checkEvmAddress(textOf(log.address, /^0x[0-9a-fA-F]{40}$/, 'log.address').toLowerCase());
    if (!source.ok || source.address !== contract || topics[0] !== transferTopic || topics[1] !== from)
      return inconsistent('a log that was not asked for');
    // Of single NFTs there is a fourth.
    if (topics.length !== 3) return [];
    const to = checkEvmAddress(`0x${textOf(topics[2], /^0x0{24}[0-9a-f]{40}$/, 'log.topics').slice(26)}`);
    return [
      {
        txid: evmHashOf(log.transactionHash, 'log.transactionHash'),
        index: heightOf(log.logIndex, 'log.logIndex'),
        height: heightOf(log.blockNumber, 'log.blockNumber'),
        to: to.ok ? to.address : '',
        amount: String(BigInt(textOf(log.data, /^0x[0-9a-f]{64}$/, 'log.data'))),
      },
    ];
  });
}
