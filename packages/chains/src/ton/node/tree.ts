import { hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { PaymentStep, PaymentTree, StepKind } from '../../rpc/outcomes.ts';
import type { ChainConfig } from '../../types.ts';
import { type RawAddress, spell } from '../address.ts';
import { sliceOf } from '../boc.ts';
import { jettonWalletOf } from '../wallet.ts';
import type { TonApi } from './api.ts';
import { messageIdOf, readNotification, safeComment } from './blocks.ts';
import { exitOf } from './exit.ts';
import { ops, type Tree, treeOf } from './payment.ts';
import type { TonMessage, TonTx } from './shape.ts';

/** A payment's transactions for people to look at. Nothing in the books follows from it: what counts is read by `payment.ts` and `blocks.ts`. */

const mostSteps = 200;

const kinds: Readonly<Record<number, StepKind>> = {
  [ops.transfer]: 'tokenTransfer',
  [ops.internal]: 'tokenPassed',
  [ops.notification]: 'tokenTold',
  [ops.excesses]: 'left',
  0: 'coins',
};

function kindOf({ in: message }: TonTx): StepKind {
  if (!message) return 'own';
  if (message.from === '') return 'external';
  if (message.bounced) return 'bounced';
  return message.op === undefined ? 'coins' : (kinds[message.op] ?? 'call');
}

/** How many jettons a message is about: after op and query id in all that we know, after the bounce's mark in what came back. */
function jettonsIn({ body, bounced }: TonMessage): bigint | undefined {
  try {
    const slice = body && sliceOf(body);
    slice?.uint(bounced ? 128 : 96);
    return slice?.coins();
  } catch {
    return undefined;
  }
}

const inBasechain = (account: RawAddress): boolean => account.startsWith('0:');

/** The listed jetton whose master names `wallet` for the owner. */
const jettonOf = (chain: ChainConfig, owner: RawAddress, wallet: RawAddress): string =>
  inBasechain(owner)
    ? (chain.assets.find(
        ({ contract, account }) => contract !== '' && jettonWalletOf(contract, account, spell(chain, owner)) === wallet,
      )?.contract ?? '')
    : '';

type Token = NonNullable<PaymentStep['token']>;

/** A jetton has the name that its master vouches for, by the wallet of whoever pays or is told; on its way it is what its payer's wallet sent. */
function tokenOf(chain: ChainConfig, tx: TonTx, kind: StepKind, before: Token | undefined): Token | undefined {
  const { in: message, account } = tx;
  const amount = message && kind !== 'coins' ? jettonsIn(message) : undefined;
  if (!message || amount === undefined) return undefined;
  if (kind === 'tokenTransfer') return { contract: jettonOf(chain, message.from, account), amount };
  if (kind === 'tokenTold') return { contract: jettonOf(chain, account, message.from), amount };
  if (kind === 'tokenPassed') return { contract: before?.contract ?? '', amount };
  return kind === 'bounced' && before !== undefined ? { contract: before.contract, amount: before.amount } : undefined;
}

function memoOf({ in: message }: TonTx, kind: StepKind): string {
  if (!message?.body || message.bounced) return '';
  if (kind === 'tokenTold') return readNotification(message.body)?.memo ?? '';
  return kind === 'coins' ? (safeComment(message.body) ?? '') : '';
}

const spelled = (chain: ChainConfig, account: RawAddress): string =>
  inBasechain(account) ? spell(chain, account) : account;

/** Coins that arrive and run no code are kept, unless they are to come back: nothing went wrong. */
const isDone = ({ aborted, exit, in: message }: TonTx): boolean =>
  !aborted || (exit.skipped !== undefined && message?.bounce === false);

interface Place {
  readonly parent: string;
  readonly depth: number;
  /** Of the step before. */
  readonly token: Token | undefined;
}

function stepOf(chain: ChainConfig, tx: TonTx, { parent, depth, token: before }: Place): PaymentStep {
  const kind = kindOf(tx);
  const token = tokenOf(chain, tx, kind, before);
  const { in: message } = tx;
  return {
    hash: tx.hash,
    parent,
    depth,
    kind,
    account: spelled(chain, tx.account),
    lt: tx.lt,
    height: tx.height,
    time: tx.time,
    message: message && { hash: message.hash, from: spelled(chain, message.from), amount: message.value },
    sent: tx.out.map(({ hash, to, value }) => ({ hash, to: spelled(chain, to), amount: value })),
    success: isDone(tx),
    ...exitOf(tx),
    fee: tx.fees,
    ...(token ? { token } : {}),
    memo: memoOf(tx, kind),
  };
}

/** Each after the one that caused it. What hangs on nothing, in a tree that the node does not know whole, stands at the end. */
function stepsIn(chain: ChainConfig, { root, all }: Tree): PaymentStep[] {
  const byMessage = new Map(all.flatMap((tx) => (tx.in ? [[tx.in.hash, tx] as const] : [])));
  const steps: PaymentStep[] = [];
  const seen = new Set<string>();
  const waiting: { tx: TonTx; place: Place }[] = [{ tx: root, place: { parent: '', depth: 0, token: undefined } }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { tx, place } = next;
    if (seen.has(tx.hash)) continue;
    seen.add(tx.hash);
    const step = stepOf(chain, tx, place);
    steps.push(step);
    const caused = tx.out.map(({ hash }) => byMessage.get(hash)).filter((one) => one !== undefined);
    for (const one of caused.toSorted((a, b) => Number(b.lt - a.lt)))
      waiting.push({ tx: one, place: { parent: tx.hash, depth: place.depth + 1, token: step.token ?? place.token } });
  }
  const alone = all.filter(({ hash }) => !seen.has(hash));
  return [...steps, ...alone.map((tx) => stepOf(chain, tx, { parent: '', depth: 0, token: undefined }))];
}

/** @param hash of a message or a transaction, hex @param finalHeight the highest block that counts as final */
export async function paymentTree(
  api: TonApi,
  chain: ChainConfig,
  hash: string,
  finalHeight: number,
): Promise<PaymentTree | undefined> {
  const asked = base64.encode(hexToBytes(hash));
  const tree = (await treeOf(api, { msg_hash: asked })) ?? (await treeOf(api, { tx_hash: asked }));
  if (!tree) return undefined;
  return {
    txid: messageIdOf(tree.root) ?? '',
    steps: stepsIn(chain, tree).slice(0, mostSteps),
    total: tree.all.length,
    isFinal: tree.isComplete && tree.all.every(({ height }) => height <= finalHeight),
  };
}
