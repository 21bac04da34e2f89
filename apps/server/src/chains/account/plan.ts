import { accountReader } from '@holdfast/chains/rpc';
import type { Tx } from '../../db/database.ts';
import { lifeMs } from '../expiry.ts';
import { accountFamily } from '../family.ts';
import type { OnChain, Reserve, Wait } from '../plans.ts';
import { lowestHole, nextNonce, takeNonce } from './lanes.ts';

/** Which nonce stands in the way and until when. */
async function blocked(tx: Tx, chain: string, account: string): Promise<Wait> {
  const hole = await lowestHole(tx, chain, account);
  const detail = { nonce: String(hole?.nonce), nonce_free_from: hole?.free_from?.toISOString() ?? '' };
  return { wait: 'nonce_blocked', detail };
}

/**
 * The chain is asked where it stands: there an account's lane begins, and what it has used by payments that our database forgot is not used again. A node that
 * is away keeps only an account's first order waiting. While an earlier nonce is unused and not free yet the order stays
 * without a plan, so that it can be cancelled: with a later nonce it would never be mined.
 */
export async function prepare({ db, chain, reader }: OnChain, account: string, now: Date): Promise<Reserve> {
  const first = await accountReader(reader)
    .nonce(account, 'latest')
    .catch(async (error: unknown) => {
      if ((await nextNonce(db, chain.id, account)) === undefined) throw error;
      return 0n;
    });
  return async (tx, order) => {
    const nonce = await takeNonce(tx, { chain: chain.id, account, first }, order.id);
    if (nonce === undefined) return blocked(tx, chain.id, account);
    return { plan: accountFamily(chain).planAt(BigInt(nonce), order.feePlan, now.getTime() + lifeMs) };
  };
}
