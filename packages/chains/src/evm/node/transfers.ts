import type { Transfer } from '../../rpc/blocks.ts';
import { RpcError } from '../../rpc/errors.ts';
import { type Fields, heightOf, listOf, quantityOf, textOf } from '../../rpc/shape.ts';
import { checkEvmAddress } from '../address.ts';
import { evmHashOf } from './shape.ts';

/** keccak256('Transfer(address,address,uint256)'). */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const nativeIndex = -1;
const nobody = `0x${'00'.repeat(20)}`;

type Watch = (address: string) => boolean;

export const inconsistent = (what: string): never => {
  throw new RpcError('inconsistent', what);
};

/** Canonical spelling. The zero address, which mints and burns, stays as it is. */
function addressOf(value: unknown, what: string): string {
  const text = textOf(value, /^0x[0-9a-fA-F]{40}$/, what).toLowerCase();
  const checked = checkEvmAddress(text);
  return checked.ok ? checked.address : nobody;
}

/** An address as a topic: 12 zero bytes before it. */
const topicAddress = (topic: unknown): string =>
  addressOf(`0x${textOf(topic, /^0x0{24}[0-9a-f]{40}$/, 'log.topics').slice(26)}`, 'log.topics');

/**
 * A Transfer event of a listed contract; other shapes of the same topic (ERC-721 has four topics) are not ours.
 * @param symbols contract → symbol, of listed tokens only
 */
export function tokenTransfer(log: Fields, symbols: ReadonlyMap<string, string>, watch: Watch): Transfer[] {
  const [topic, from, to, ...more] = listOf(log.topics, 'log.topics');
  const contract = addressOf(log.address, 'log.address');
  const symbol = symbols.get(contract);
  if (symbol === undefined || topic !== transferTopic || to === undefined || more.length > 0) return [];
  if (log.removed === true) return inconsistent('a log of an abandoned block');
  const receiver = topicAddress(to);
  const amount = BigInt(textOf(log.data, /^0x[0-9a-f]{64}$/, 'log.data'));
  if (amount === 0n || !watch(receiver)) return [];
  return [
    {
      txid: evmHashOf(log.transactionHash, 'log.transactionHash'),
      index: heightOf(log.logIndex, 'log.logIndex'),
      from: topicAddress(from),
      to: receiver,
      symbol,
      contract,
      amount,
      coinbase: false,
    },
  ];
}

/** A top-level payment. Coins that a contract passes on (internal calls) make no such transaction and are not seen. */
export function nativeTransfer(tx: Fields, symbol: string, watch: Watch): Transfer[] {
  if (tx.to === null || tx.to === undefined) return [];
  const amount = quantityOf(tx.value, 'tx.value');
  const to = addressOf(tx.to, 'tx.to');
  if (amount === 0n || !watch(to)) return [];
  const txid = evmHashOf(tx.hash, 'tx.hash');
  const from = addressOf(tx.from, 'tx.from');
  return [{ txid, index: nativeIndex, from, to, symbol, contract: '', amount, coinbase: false }];
}
