import { ChainError } from '../../errors.ts';
import type { Transfer } from '../../rpc/types.ts';
import type { ChainConfig } from '../../types.ts';
import { type RawAddress, spell } from '../address.ts';
import { type ReadCell, sliceOf } from '../boc.ts';
import { jettonCodeOf, jettonWalletOf } from '../wallet.ts';
import type { TonApi } from './api.ts';
import { cellOn, runGet } from './get.ts';
import { ops } from './payment.ts';
import type { TonTx } from './shape.ts';

/**
 * A jetton comes without a word to its owner where its payer attached nothing for that. Then the owner's account has no transaction, and the wallet that
 * holds the jetton is asked whose it is. That wallet runs the code that the configuration names, or it is not asked; and what it says is believed where the
 * master gives that very wallet to that owner, and nowhere else.
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

/** Whose wallets are, by their addresses: none ever changes hands. */
const owners = new WeakMap<TonApi, Map<RawAddress, RawAddress>>();
const mostKnown = 10_000;

async function ownerOf(api: TonApi, wallet: RawAddress): Promise<RawAddress> {
  const known = owners.get(api) ?? new Map<RawAddress, RawAddress>();
  owners.set(api, known);
  const before = known.get(wallet);
  if (before !== undefined) return before;
  const stack = await runGet(api, wallet, 'get_wallet_data');
  const owner = readable(() => {
    const cell = stack && cellOn(stack, 1);
    return cell && sliceOf(cell).address();
  });
  if (owner === undefined) return '';
  if (known.size >= mostKnown) known.clear();
  known.set(wallet, owner);
  return owner;
}

type Untold = Pick<Transfer, 'from' | 'to' | 'symbol' | 'contract' | 'amount'>;

/** @returns undefined for what is told, came to nothing, or is of no listed jetton */
export async function readUntold(api: TonApi, chain: ChainConfig, tx: TonTx): Promise<Untold | undefined> {
  const { in: message } = tx;
  if (tx.aborted || message?.op !== ops.internal || message.bounced || !message.body) return undefined;
  const listed = chain.assets.filter(({ account }) => tx.code !== '' && jettonCodeOf(account) === tx.code);
  const paid = listed.length > 0 ? readSilent(message.body) : undefined;
  const owner = paid ? await ownerOf(api, tx.account) : '';
  if (!paid || !owner.startsWith('0:')) return undefined;
  const to = spell(chain, owner);
  const asset = listed.find(({ contract, account }) => jettonWalletOf(contract, account, to) === tx.account);
  if (!asset) return undefined;
  const from = paid.from.startsWith('0:') ? spell(chain, paid.from) : '';
  return { from, to, symbol: asset.symbol, contract: asset.contract, amount: paid.amount };
}
