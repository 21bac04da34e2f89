import type { Transfer } from '../../rpc/blocks.ts';
import { RpcError } from '../../rpc/errors.ts';
import { type Fields, fieldsOf, listOf } from '../../rpc/shape.ts';
import type { ChainConfig } from '../../types.ts';
import { type RawAddress, spell } from '../address.ts';
import { sliceOf } from '../boc.ts';
import { jettonWalletOf } from '../wallet.ts';
import type { TonApi } from './api.ts';
import { readTonTx, type TonMessage, type TonTx, tonHashOf } from './shape.ts';

/** A message and everything that came of it, as far as the node knows. */
export interface Tree {
  readonly root: TonTx;
  readonly all: readonly TonTx[];
  /** Nothing of it is on its way any more. */
  readonly isComplete: boolean;
}

export const ops = {
  transfer: 0x0f8a7ea5,
  internal: 0x178d4519,
  notification: 0x7362d09c,
  excesses: 0xd53276db,
} as const;

function readTree(value: unknown): Tree {
  const trace = fieldsOf(value, 'trace');
  const byHash = fieldsOf(trace.transactions, 'transactions');
  const all = Object.values(byHash).map(readTonTx);
  const first = tonHashOf(fieldsOf(trace.trace, 'trace').tx_hash, 'trace.tx_hash');
  const root = all.find(({ hash }) => hash === first);
  if (!root) throw new RpcError('inconsistent', 'a tree without its root');
  const info: Fields = fieldsOf(trace.trace_info ?? {}, 'trace_info');
  return { root, all, isComplete: trace.is_incomplete !== true && info.pending_messages === 0 };
}

/** @param by hash of the message from outside, of a transaction, or of the first of them */
export async function treeOf(
  api: TonApi,
  by: { readonly msg_hash: string } | { readonly tx_hash: string } | { readonly trace_id: string },
): Promise<Tree | undefined> {
  const found = listOf((await api.get('traces', { ...by, limit: 1 })).traces, 'traces');
  return found[0] === undefined ? undefined : readTree(found[0]);
}

/** The transactions that a message of `tx` caused. */
const causedBy = ({ all }: Tree, tx: TonTx): TonTx[] =>
  all.filter((other) => other.in !== undefined && tx.out.some(({ hash }) => hash === other.in?.hash));

type Moved = Pick<Transfer, 'from' | 'to' | 'contract' | 'amount'>;

/** What a payment of ours made of itself. Only what belongs to it is looked at: what its receiver does next is the receiver's. */
export interface TonPayment {
  /** Did it reach its receiver? undefined as long as something of it is on its way. */
  readonly success: boolean | undefined;
  /** Jettons that it moved. */
  readonly moved: readonly Moved[];
  /** Nanotons that it cost the account, beside the amount. */
  readonly cost: bigint;
  /** Transactions by which something of what was attached came back: no deposits. */
  readonly returns: readonly TonTx[];
}

const isJetton = ({ out: [message] }: TonTx): boolean => message?.bounce === true && message.op === ops.transfer;

interface Receiver {
  readonly wallet: RawAddress;
  readonly to: string;
  readonly contract: string;
}

/** Who receives a jetton, and where, by the master that our own wallet is of. */
function receiverOf(chain: ChainConfig, root: TonTx): Receiver | undefined {
  const [message] = root.out;
  const owner = spell(chain, root.account);
  const asset = chain.assets.find(
    ({ contract, account }) => contract !== '' && jettonWalletOf(contract, account, owner) === message?.to,
  );
  if (!asset || !message?.body) return undefined;
  const slice = sliceOf(message.body);
  slice.uint(96);
  slice.coins();
  const raw = slice.address();
  if (!raw.startsWith('0:')) return undefined;
  const to = spell(chain, raw);
  return { to, contract: asset.contract, wallet: jettonWalletOf(asset.contract, asset.account, to) };
}

/** How much a wallet of a jetton passes on to another. */
function amountIn({ body }: TonMessage): bigint {
  if (!body) throw new RpcError('badAnswer', 'a message without body');
  const slice = sliceOf(body);
  slice.uint(96);
  return slice.coins();
}

interface Way {
  readonly success: boolean | undefined;
  readonly returns: readonly TonTx[];
  readonly moved: readonly Moved[];
}

const pending: Way = { success: undefined, returns: [], moved: [] };
const failed = (returns: readonly TonTx[]): Way => ({ success: false, returns, moved: [] });

/** What an account gets back of a transaction's messages; undefined as long as one is on its way. */
function returnsOf(tree: Tree, tx: TonTx, owner: RawAddress): TonTx[] | undefined {
  const sent = tx.out.filter(({ to, op, bounced }) => to === owner && (bounced || op === ops.excesses));
  const arrived = causedBy(tree, tx).filter(
    ({ account, in: message }) => account === owner && sent.some(({ hash }) => hash === message?.hash),
  );
  return arrived.length === sent.length ? arrived : undefined;
}

/** Our wallet → our jetton wallet → the receiver's, and back what is left. */
function jettonWay(chain: ChainConfig, tree: Tree, root: TonTx): Way {
  const [own] = causedBy(tree, root);
  const back = own && returnsOf(tree, own, root.account);
  if (!own || !back) return pending;
  const receiver = receiverOf(chain, root);
  const passed = own.out.find(({ to, op }) => to === receiver?.wallet && op === ops.internal);
  if (own.aborted || !passed || !receiver) return failed(back);
  const theirs = causedBy(tree, own).find(({ in: message }) => message?.hash === passed.hash);
  const left = theirs && returnsOf(tree, theirs, root.account);
  if (!theirs || !left) return pending;
  const returns = [...back, ...left];
  if (theirs.aborted) return failed(returns);
  const { to, contract } = receiver;
  return {
    success: true,
    returns,
    moved: [{ from: spell(chain, root.account), to, contract, amount: amountIn(passed) }],
  };
}

/** Coins: they are paid when the receiver's account has them. The message is not bounceable, so it keeps them whatever it does. */
const coinWay = (tree: Tree, root: TonTx): Way =>
  causedBy(tree, root).length === 0 ? pending : { success: true, returns: [], moved: [] };

/** @param tree of a message to a wallet of ours */
export function paymentIn(chain: ChainConfig, tree: Tree): TonPayment {
  const { root } = tree;
  const [message, ...more] = root.out;
  // A wallet goes on where an action fails: it did nothing when it sent nothing.
  const lost = root.before - root.balance;
  if (!message || more.length > 0) return { ...failed([]), cost: lost };
  const jetton = isJetton(root);
  const way = jetton ? jettonWay(chain, tree, root) : coinWay(tree, root);
  const spent = jetton ? lost : lost - message.value;
  const came = way.returns.reduce((sum, tx) => sum + tx.balance - tx.before, 0n);
  return { ...way, cost: spent > came ? spent - came : 0n };
}
