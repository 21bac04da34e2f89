import { accountReader } from '@holdfast/chains/rpc';
import type { Tx } from '../../db/database.ts';
import { lifeMs } from '../expiry.ts';
import { accountFamily } from '../family.ts';
import type { OnChain, Reserve, Wait } from '../model.ts';
import { lowestHole, nextNonce, takeNonce } from './lanes.ts';

/** Which nonce stands in the way and until when. */
async function blocked(tx: Tx, chain: string, account: string): Promise<Wait> {
  const hole = await lowestHole(tx, chain, account);
  const detail = { nonce: String(hole?.nonce), nonce_free_from: hole?.free_from?.toISOString() ?? '' };
  return { wait: 'nonce_blocked', detail };
}

/**
 * Where the account's lane begins is asked of the chain, for its first order only. While an earlier nonce is unused and not free yet the order stays
 * without a plan, so that it can be cancelled: with a later nonce it would never be mined.
 */
export async function prepare({ db, chain, reader }: OnChain, account: string, now: Date): Promise<Reserve> {
  const first = (await nextNonce(db, chain.id, account)) ?? (await accountReader(reader).nonce(account, 'latest'));
  return async (tx, order) => {
    const nonce = await takeNonce(tx, { chain: chain.id, account, first }, order.id);
    if (nonce === undefined) return blocked(tx, chain.id, account);
    return { plan: accountFamily(chain).planAt(BigInt(nonce), order.feePlan, now.getTime() + lifeMs) };
  };
}
