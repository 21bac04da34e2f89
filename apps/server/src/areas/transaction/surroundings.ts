import type { WorkspaceId } from '@holdfast/contract';
import type { TransactionDeps } from './deps.ts';
import type { Entry } from './entry.ts';
import * as queries from './queries.ts';

export type Surroundings = Awaited<ReturnType<typeof surroundings>>;

/** What entries are shown with: heights by chain, names of their sub-wallets, the rules in force. */
export async function surroundings(
  { db, wallets, orders }: TransactionDeps,
  workspaceId: WorkspaceId,
  entries: readonly Entry[],
) {
  const ids = entries.map((entry) => entry.sub_wallet_id);
  const [heights, walletNames, policy] = await Promise.all([
    queries.findHeights(db),
    wallets.namesOf(workspaceId, ids),
    orders.policy(),
  ]);
  return { heights, walletNames, document: policy.document };
}
