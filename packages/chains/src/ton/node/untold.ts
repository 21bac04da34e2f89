import { ChainError } from '../../errors.ts';
import type { Transfer, WatchedAddresses } from '../../rpc/blocks.ts';
import type { AssetConfig, ChainConfig } from '../../types.ts';
import { type RawAddress, spell } from '../address.ts';
import { type ReadCell, sliceOf } from '../boc.ts';
import { jettonCodeOf, jettonWalletOf } from '../wallet.ts';
import { ops } from './payment.ts';
import type { TonTx } from './shape.ts';

/**
 * A jetton comes without a word to its owner where its payer attached nothing for that. Then the owner's account has no transaction, but the wallet that
 * holds the jetton has one. Which wallet that is follows from the master, its wallets' code and the owner, so nobody is asked: strangers pay each other like
 * that as often as they want, and each question would be a call to the node.
 */

const readable = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch (error) {
    if (error instanceof ChainError) return undefined;
    throw error;
  }
};

/** `internal_transfer` (TEP-74) of which its receiver's owner is told nothing. */
const readSilent = (body: ReadCell) =>
  readable(() => {
    const slice = sliceOf(body);
    slice.uint(96);
    const [amount, from] = [slice.coins(), slice.address()];
    slice.address();
    return slice.coins() === 0n && amount > 0n ? { amount, from } : undefined;
  });

/** Whose the wallets of a jetton are, by their addresses: those of what is watched, in its order. */
type Wallets = Map<RawAddress, string>;
const known = new WeakMap<WatchedAddresses, Map<string, Wallets>>();
/** Each takes about 0.1 ms; others have their turn after so many. */
const atOnce = 100;

async function walletsOf(watch: WatchedAddresses, { contract, account }: AssetConfig): Promise<Wallets> {
  const byJetton = known.get(watch) ?? new Map<string, Wallets>();
  known.set(watch, byJetton);
  const jetton = `${contract} ${account}`;
  const wallets: Wallets = byJetton.get(jetton) ?? new Map<RawAddress, string>();
  byJetton.set(jetton, wallets);
  const before = wallets.size;
  if (before === watch.size) return wallets;
  let n = 0;
  for (const owner of watch.keys()) {
    if (n++ < before) continue;
    wallets.set(jettonWalletOf(contract, account, owner), owner);
    if (n % atOnce === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  return wallets;
}

type Untold = Pick<Transfer, 'from' | 'to' | 'symbol' | 'contract' | 'amount'>;

/** @returns undefined for what is told, came to nothing, or is of no listed jetton or nobody who is watched */
export async function readUntold(chain: ChainConfig, watch: WatchedAddresses, tx: TonTx): Promise<Untold | undefined> {
  const { in: message } = tx;
  if (tx.aborted || message?.op !== ops.internal || message.bounced || !message.body) return undefined;
  const listed = chain.assets.filter(({ account }) => tx.code !== '' && jettonCodeOf(account) === tx.code);
  const paid = listed.length > 0 ? readSilent(message.body) : undefined;
  if (!paid) return undefined;
  for (const asset of listed) {
    const to = (await walletsOf(watch, asset)).get(tx.account);
    if (to === undefined) continue;
    const from = paid.from.startsWith('0:') ? spell(chain, paid.from) : '';
    return { from, to, symbol: asset.symbol, contract: asset.contract, amount: paid.amount };
  }
  return undefined;
}
