import { type Address, beginCell, type Cell, type Message } from '@ton/core';
import type { TonNode } from './node.ts';
import { purse } from './purse.ts';
import { lookupHash, type TonTx } from './transactions.ts';

/** What arrived, read from the node's own transactions and by nothing of the platform's. */
export interface Moved {
  readonly kind: 'coin' | 'jetton';
  /** The payer's id of it, hex: the hash of the message that began it. */
  readonly txid: string;
  /** `0:hash`; '' = the faucet. */
  readonly from: string;
  readonly to: string;
  /** Base units, as text. */
  readonly units: string;
}

const notification = 0x7362d09c;
const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

/** What a jetton's wallet tells its owner. */
function told(body: Cell): { units: bigint; from: Address } | undefined {
  const slice = body.beginParse();
  if (slice.remainingBits < 96 || slice.loadUint(32) !== notification) return undefined;
  slice.skip(64);
  return { units: slice.loadCoins(), from: slice.loadAddress() };
}

/** Whom the master names as an owner's wallet, asked once for each. */
function walletsNamedBy(node: TonNode, master: Address): (owner: Address) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  const ask = async (owner: Address): Promise<string> => {
    const cell = beginCell().storeAddress(owner).endCell();
    const now = node.blocks.at(-1)?.time ?? 0;
    const { stack } = await node.machine.get(
      node.accounts,
      master,
      'get_wallet_address',
      [{ type: 'slice', cell }],
      now,
    );
    const [named] = stack;
    return named && 'cell' in named ? named.cell.beginParse().loadAddress().toRawString() : '';
  };
  return (owner) => {
    const answer = known.get(owner.toRawString()) ?? ask(owner);
    known.set(owner.toRawString(), answer);
    return answer;
  };
}

const isFaucet = ({ info }: Message): boolean => info.type === 'internal' && info.src.equals(purse);

/** Coins that were paid, not those that come back of what was attached: these come from contracts. */
function coinsIn(message: Message, to: string, txid: string): Moved[] {
  const { info } = message;
  if (info.type !== 'internal' || info.bounce || info.bounced || info.value.coins === 0n) return [];
  const from = isFaucet(message) ? '' : info.src.toRawString();
  return [{ kind: 'coin', txid, from, to, units: String(info.value.coins) }];
}

/** All that arrived since the first block, whosever it is. @param master of the one jetton that counts */
export async function movedOn(node: TonNode, master: Address): Promise<Moved[]> {
  const walletOf = walletsNamedBy(node, master);
  const rootOf = ({ trace }: TonTx): Message | null | undefined => node.txs.byHash(trace)?.tx.inMessage;
  const all: Moved[] = [];
  for (const one of node.txs.all) {
    const [message, root] = [one.tx.inMessage, rootOf(one)];
    if (!message || !root || message.info.type !== 'internal') continue;
    const txid = hexOf(lookupHash(root));
    all.push(...coinsIn(message, one.at, txid));
    const jetton = message.info.bounced ? undefined : told(message.body);
    if (!jetton || (await walletOf(message.info.dest)) !== message.info.src.toRawString()) continue;
    const from = isFaucet(root) ? '' : jetton.from.toRawString();
    all.push({ kind: 'jetton', txid, from, to: one.at, units: String(jetton.units) });
  }
  return all;
}

/** Ids of messages from outside that an account took and that made it send nothing. */
export const idleOn = (node: TonNode): { readonly txid: string; readonly from: string }[] =>
  node.txs.all.flatMap(({ tx: { inMessage, outMessages }, at }) =>
    inMessage?.info.type === 'external-in' && outMessages.size === 0
      ? [{ txid: hexOf(lookupHash(inMessage)), from: at }]
      : [],
  );
