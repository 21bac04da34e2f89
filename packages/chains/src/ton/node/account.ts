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

/** Transactions of the first look, which most often says all, and of each further one. */
const [fewAtOnce, manyAtOnce] = [64, 500];
/** Whoever wants more of them to be without effect pays the network for each. */
const mostLooks = 200;

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
/** No account loses as much before anybody is told: it is the rent of many years. */
const mostLoss = 1_000_000_000n;

/** How an account stood after one of its transactions. Nanotons. */
interface Stand {
  readonly lt: bigint;
  readonly height: number;
  readonly balance: bigint;
  /** What it had lost, and nobody was told. */
  readonly loss: bigint;
}
const nothing: Stand = { lt: -1n, height: 0, balance: 0n, loss: 0n };
const higher = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The latest of each account. Blocks are final, so it stays true, and what strangers sent an account for nothing is looked at once. */
const stands = new WeakMap<TonApi, Map<RawAddress, Stand>>();

function standsOf(api: TonApi): Map<RawAddress, Stand> {
  const found = stands.get(api) ?? new Map<RawAddress, Stand>();
  stands.set(api, found);
  return found;
}

/** An account's transactions, newest first. @param lt of the newest @throws RpcError `tooLarge` for whoever wants no end of them */
async function* newestFirst(api: TonApi, account: RawAddress, lt: bigint | undefined): AsyncGenerator<TonTx> {
  let last = lt;
  for (let look = 0; look < mostLooks; look++) {
    const limit = look === 0 ? fewAtOnce : manyAtOnce;
    const upTo = last === undefined ? {} : { end_lt: String(last) };
    const answer = await api.get('transactions', { account, limit, sort: 'desc', ...upTo });
    const listed = listOf(answer.transactions, 'transactions').map(readTonTx);
    for (const tx of listed) {
      if (last !== undefined && tx.lt > last) throw new RpcError('inconsistent', 'a later transaction than asked for');
      last = tx.lt - 1n;
      yield tx;
    }
    if (listed.length < limit) return;
  }
  throw new RpcError('tooLarge', 'too many transactions without effect');
}

/**
 * How an account stands after its last transaction up to `lt` and `height`. A transaction that brings more than was lost is told, and the count begins anew:
 * from the newest one back, the loss is the most that any row of them lost together. It ends where it is known, or made good whatever it was.
 */
async function standAt(
  api: TonApi,
  chain: ChainConfig,
  account: RawAddress,
  { lt, height = Number.MAX_SAFE_INTEGER }: { readonly lt?: bigint; readonly height?: number },
): Promise<Stand> {
  const latest = standsOf(api).get(account) ?? nothing;
  const known = latest.height <= height && (lt === undefined || latest.lt <= lt) ? latest : nothing;
  let newest: TonTx | undefined;
  let [gained, loss, before] = [0n, 0n, known.loss];
  for await (const tx of newestFirst(api, account, lt)) {
    if (tx.height > height) continue;
    if (tx.lt <= known.lt) break;
    newest ??= tx;
    if (isOurs(tx)) before = 0n;
    else if (!(await isReturn(api, chain, tx))) gained += gainOf(tx);
    loss = higher(loss, -gained);
    if (isOurs(tx) || gained >= mostLoss) break;
  }
  if (!newest) return known;
  const { lt: at, height: block, balance } = newest;
  const stand = { lt: at, height: block, balance, loss: higher(loss, before - gained) };
  if (newest.lt > latest.lt) standsOf(api).set(account, stand);
  return stand;
}

/** What the account lost before a transaction and no event told. */
export const lossBefore = async (api: TonApi, chain: ChainConfig, { account, lt }: TonTx): Promise<bigint> =>
  (await standAt(api, chain, account, { lt: lt - 1n })).loss;

/** Nanotons of an account after a block, and what it lost since the last event. */
export async function toldBalance(
  api: TonApi,
  chain: ChainConfig,
  account: RawAddress,
  height: number,
): Promise<bigint> {
  const { balance, loss } = await standAt(api, chain, account, { height });
  return balance + loss;
}
