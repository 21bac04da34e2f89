import { RpcError } from '../../rpc/errors.ts';
import { listOf } from '../../rpc/shape.ts';
import type { ChainConfig } from '../../types.ts';
import type { RawAddress } from '../address.ts';
import type { TonApi } from './api.ts';
import { ops, paymentIn, treeOf } from './payment.ts';
import { readTonTx, type TonTx } from './shape.ts';

/**
 * What an account gained and lost beside payments. Each transaction costs the account that it is of: rent since the last one, and the computing of its own
 * code. So a receipt brings its value less that. One that brings nothing is told with the next event, and what is left over is told as still there: books
 * that are made of what is told agree with the chain at every moment, to the unit.
 */

const pageSize = 64;
const mostPages = 16;

/** Does what arrived belong to a payment of the account's own? Then it lowers what that cost. */
export async function isReturn(api: TonApi, chain: ChainConfig, tx: TonTx): Promise<boolean> {
  if (tx.in === undefined || !(tx.in.bounced || tx.in.op === ops.excesses)) return false;
  const tree = await treeOf(api, { trace_id: tx.trace });
  if (!tree || tree.root.account !== tx.account || tree.root.in?.from !== '') return false;
  return paymentIn(chain, tree).returns.some(({ hash }) => hash === tx.hash);
}

/** What the account has more by a transaction; it may be less than nothing. */
export const gainOf = ({ before, balance }: TonTx): bigint => balance - before;

const isOurs = ({ in: message }: TonTx): boolean => message !== undefined && message.from === '';
/** With as much, what came before it is made good, whatever it was. */
const clearGain = 1_000_000_000n;

/** Earlier transactions of an account, newest first, back to one that makes good whatever was before it. */
async function earlier(api: TonApi, account: RawAddress, before: bigint | undefined, height: number): Promise<TonTx[]> {
  const all: TonTx[] = [];
  for (let page = 0; page < mostPages; page++) {
    const query = { account, limit: pageSize, offset: page * pageSize, sort: 'desc' };
    const listed = listOf((await api.get('transactions', query)).transactions, 'transactions').map(readTonTx);
    const wanted = listed.filter(({ lt, height: at }) => at <= height && (before === undefined || lt < before));
    const end = wanted.findIndex((tx) => isOurs(tx) || gainOf(tx) >= clearGain);
    all.push(...(end < 0 ? wanted : wanted.slice(0, end + 1)));
    if (end >= 0 || listed.length < pageSize) return all;
  }
  throw new RpcError('tooLarge', 'too many transactions without effect');
}

/** Adds up what was not told, from the oldest on: one that brings more than was lost is told, and the count begins anew. */
async function lossIn(api: TonApi, chain: ChainConfig, newestFirst: readonly TonTx[]): Promise<bigint> {
  let loss = 0n;
  for (const tx of newestFirst.toReversed()) {
    if (isOurs(tx)) loss = 0n;
    else if (!(await isReturn(api, chain, tx))) {
      const gain = gainOf(tx) - loss;
      loss = gain > 0n ? 0n : -gain;
    }
  }
  return loss;
}

/** What the account lost before a transaction and no event told. */
export const lossBefore = async (api: TonApi, chain: ChainConfig, { account, lt }: TonTx): Promise<bigint> =>
  lossIn(api, chain, await earlier(api, account, lt, Number.MAX_SAFE_INTEGER));

/** Nanotons of an account after a block, and what it lost since the last event. */
export async function toldBalance(
  api: TonApi,
  chain: ChainConfig,
  account: RawAddress,
  height: number,
): Promise<bigint> {
  const txs = await earlier(api, account, undefined, height);
  const [last] = txs;
  return last ? last.balance + (await lossIn(api, chain, txs)) : 0n;
}
