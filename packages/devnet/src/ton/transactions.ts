import { beginCell, type Message, type Transaction } from '@ton/core';
import { messageCell } from './machine.ts';

/** What the chain has in its blocks, by what is asked for: a look never goes through all of it. */

/** Beside the transaction what the account is after it. */
export interface StoredTx {
  readonly boc: string;
  readonly account: string;
  /** Hash of the first transaction of the tree that it belongs to. */
  readonly trace: string;
}

export interface TonTx extends StoredTx {
  readonly tx: Transaction;
  /** base64 */
  readonly hash: string;
  readonly height: number;
  readonly at: string;
  /** What the account was before; undefined when it was nothing. */
  readonly before: string | undefined;
}

/** Lists are in the order of the chain. */
export interface Transactions {
  readonly all: readonly TonTx[];
  add(tx: TonTx): void;
  inBlock(height: number): readonly TonTx[];
  ofAccount(account: string): readonly TonTx[];
  ofTrace(trace: string): readonly TonTx[];
  byHash(hash: string): TonTx | undefined;
  /** The first that took or sent a message. @param hash by which it is looked for, base64 */
  byMessage(hash: string): TonTx | undefined;
}

const looked = new WeakMap<Message, string>();

/** The hash by which a message from outside is looked for (TEP-467); that of the message itself for others. base64 */
export function lookupHash(message: Message): string {
  const hash = looked.get(message) ?? hashFor(message);
  looked.set(message, hash);
  return hash;
}

function hashFor(message: Message): string {
  if (message.info.type !== 'external-in') return messageCell(message).hash().toString('base64');
  const { dest } = message.info;
  const cell = beginCell().storeUint(2, 2).storeUint(0, 2).storeAddress(dest).storeCoins(0).storeBit(false);
  return cell.storeBit(true).storeRef(message.body).endCell().hash().toString('base64');
}

function pushTo<K>(lists: Map<K, TonTx[]>, key: K, tx: TonTx): void {
  const list = lists.get(key);
  if (list) list.push(tx);
  else lists.set(key, [tx]);
}

export function createTransactions(): Transactions {
  const all: TonTx[] = [];
  const [blocks, accounts, traces] = [
    new Map<number, TonTx[]>(),
    new Map<string, TonTx[]>(),
    new Map<string, TonTx[]>(),
  ];
  const [hashes, messages] = [new Map<string, TonTx>(), new Map<string, TonTx>()];
  return {
    all,
    add(one) {
      all.push(one);
      pushTo(blocks, one.height, one);
      pushTo(accounts, one.at, one);
      pushTo(traces, one.trace, one);
      hashes.set(one.hash, one);
      for (const message of [one.tx.inMessage, ...one.tx.outMessages.values()])
        if (message && !messages.has(lookupHash(message))) messages.set(lookupHash(message), one);
    },
    inBlock: (height) => blocks.get(height) ?? [],
    ofAccount: (account) => accounts.get(account) ?? [],
    ofTrace: (trace) => traces.get(trace) ?? [],
    byHash: (hash) => hashes.get(hash),
    byMessage: (hash) => messages.get(hash),
  };
}
