import { transactionType, type WorkspaceId } from '@holdfast/contract';
import { findLabels } from '../../payee-labels.ts';
import type { TransactionDeps } from './deps.ts';
import type { Entry } from './entry.ts';
import * as queries from './queries.ts';

export type Surroundings = Awaited<ReturnType<typeof surroundings>>;

/** Who paid in, or is paid. */
export const otherSide = ({ type, address_from, address_to }: Entry): string =>
  type === transactionType.deposit ? address_from : address_to;

/** What entries are shown with: heights by chain, names of their sub-wallets and payees, the rules in force. */
export async function surroundings(
  { db, wallets, orders }: TransactionDeps,
  workspaceId: WorkspaceId,
  entries: readonly Entry[],
) {
  const ids = entries.map((entry) => entry.sub_wallet_id);
  const others = [...new Set(entries.map(otherSide))];
  const [heights, walletNames, policy, labelOf] = await Promise.all([
    queries.findHeights(db),
    wallets.namesOf(workspaceId, ids),
    orders.policy(),
    findLabels(db, workspaceId, others),
  ]);
  return { heights, walletNames, document: policy.document, labelOf };
}
