import { RpcError } from '../../rpc/errors.ts';
import { type Fields, fieldsOf, listOf } from '../../rpc/shape.ts';
import type { ChainConfig } from '../../types.ts';
import { type RawAddress, spell } from '../address.ts';
import { sliceOf } from '../boc.ts';
import { jettonWalletOf } from '../wallet.ts';
import type { TonApi } from './api.ts';
import { readTonTx, type TonTx, tonHashOf } from './shape.ts';

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
  excesses: 0xd53276de,
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

/** What a payment of ours made of itself. Only what belongs to it is looked at: what its receiver does next is the receiver's. */
export interface TonPayment {
  /** Of which `height` is the highest that it needed; undefined as long as something of it is on its way. */
  readonly end: { readonly height: number; readonly success: boolean } | undefined;
  /** Nanotons that it cost the account, beside the amount. */
  readonly cost: bigint;
  /** Transactions by which something of what was attached came back: no deposits. */
  readonly returns: readonly TonTx[];
}

const isJetton = ({ out: [message] }: TonTx): boolean => message?.bounce === true && message.op === ops.transfer;

/** The wallet of a jetton's receiver, by the master that our own wallet is of. */
function receiverWallet(chain: ChainConfig, root: TonTx): RawAddress | undefined {
  const [message] = root.out;
  const owner = spell(chain, root.account);
  const asset = chain.assets.find(
    ({ contract, account }) => contract !== '' && jettonWalletOf(contract, account, owner) === message?.to,
  );
  if (!asset || !message?.body) return undefined;
  const slice = sliceOf(message.body);
  slice.uint(96);
  slice.coins();
  const to = slice.address();
  return to.startsWith('0:') ? jettonWalletOf(asset.contract, asset.account, spell(chain, to)) : undefined;
}

const ending = (steps: readonly TonTx[], success: boolean) => ({
  height: Math.max(...steps.map(({ height }) => height)),
  success,
});

interface Way {
  readonly end: TonPayment['end'];
  readonly returns: readonly TonTx[];
}

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
  const pending: Way = { end: undefined, returns: [] };
  const [own] = causedBy(tree, root);
  if (!own) return pending;
  const back = returnsOf(tree, own, root.account);
  if (!back) return pending;
  if (own.aborted) return { end: ending([root, own, ...back], false), returns: back };
  const wallet = receiverWallet(chain, root);
  const passed = own.out.find(({ to, op }) => to === wallet && op === ops.internal);
  if (!passed) return { end: ending([root, own, ...back], false), returns: back };
  const theirs = causedBy(tree, own).find(({ in: message }) => message?.hash === passed.hash);
  if (!theirs) return pending;
  const left = returnsOf(tree, theirs, root.account);
  if (!left) return pending;
  const returns = [...back, ...left];
  return { end: ending([root, own, theirs, ...returns], !theirs.aborted), returns };
}

/** Coins: they are paid when the receiver's account has them. The message is not bounceable, so it keeps them whatever it does. */
function coinWay(tree: Tree, root: TonTx): Way {
  const [theirs] = causedBy(tree, root);
  return { end: theirs && ending([root, theirs], true), returns: [] };
}

/** @param tree of a message to a wallet of ours */
export function paymentIn(chain: ChainConfig, tree: Tree): TonPayment {
  const { root } = tree;
  const [message, ...more] = root.out;
  // A wallet goes on where an action fails: it did nothing when it sent nothing.
  if (!message || more.length > 0) return { end: ending([root], false), cost: root.fees, returns: [] };
  const jetton = isJetton(root);
  const { end, returns } = jetton ? jettonWay(chain, tree, root) : coinWay(tree, root);
  const spent = root.fees + message.forwardFee + (jetton ? message.value : 0n);
  const came = returns.reduce((sum, tx) => sum + (tx.in?.value ?? 0n) - tx.fees, 0n);
  return { end, cost: spent > came ? spent - came : 0n, returns };
}
