import { type ChainConfig, familyOf, type Plan } from '@holdfast/chains';
import type { OnChain } from './plans.ts';

/** How long a transaction that dies can be mined: time for two signers and a full node, and well within what signers allow. */
export const lifeMs = 300_000;
/** With less than this left a transaction is not begun: signing takes a moment, and so does a block. */
const leastLeftMs = 60_000;

/** From when on the chain takes no transaction of the plan, epoch milliseconds; undefined where none dies. */
export const untilOf = (chain: ChainConfig, plan: Plan): number | undefined => familyOf(chain).untilOf(plan);

export const isDying = (chain: ChainConfig, plan: Plan, now: number): boolean => {
  const until = untilOf(chain, plan);
  return until !== undefined && until - now < leastLeftMs;
};

/** The same as a moment. */
export function deadFrom(chain: ChainConfig, plan: Plan | null): Date | undefined {
  const until = plan === null ? undefined : untilOf(chain, plan);
  return until === undefined ? undefined : new Date(until);
}

/**
 * Is the time of a plan's transaction over in a block that no reorganisation takes back, and every block up to there taken in? @throws RpcError
 */
export async function isOver({ db, chain, reader }: OnChain, plan: Plan, now: number): Promise<boolean> {
  const until = untilOf(chain, plan);
  if (until === undefined || now < until) return false;
  const read = await db.selectFrom('chain_state').select('height').where('chain', '=', chain.id).executeTakeFirst();
  if (read?.height == null) return false;
  // Where each block is final at once, the head is always one ahead of what was read.
  const last = Math.min(await reader.finalizedHeight(), read.height);
  const time = reader.settledTime ? await reader.settledTime(last) : (await reader.header(last))?.time;
  return time !== undefined && time >= until;
}

/** Is it proven that a transaction was never mined, and never will be? Its time is over, and the node knows nothing of it. @throws RpcError */
export const isDead = async (on: OnChain, plan: Plan, txid: string, now: number): Promise<boolean> =>
  (await isOver(on, plan, now)) && (await on.reader.txStatus(txid)).state === 'unknown';
