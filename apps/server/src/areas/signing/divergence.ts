import type { WorkspaceId } from '@holdfast/contract';
import type { Db } from '../../db/database.ts';
import type { SignerState } from '../../signers/monitor.ts';
import { changeUnderWay } from './queries.ts';

/** How old an answer of the signers may be that raises no alarm. */
const freshMs = 1_000;

/** Rules and address book of those that answer. */
const standings = (looked: readonly SignerState[]): Set<string> =>
  new Set(looked.flatMap(({ health }) => (health?.policy ? [`${health.policy.hash} ${health.book?.hash}`] : [])));

/**
 * Do the signers have different rules or address books? While a change is on its way for the first time they do for a moment, which is no news.
 * @returns the change that some of them have, when it is one of this workspace
 */
export async function divergenceOf(
  db: Db,
  workspaceId: WorkspaceId,
  look: (maxAgeMs: number) => Promise<readonly SignerState[]>,
): Promise<{ item_id: number | null } | null> {
  const change = await changeUnderWay(db);
  if (change) return change.half ? { item_id: change.workspace_id === workspaceId ? change.id : null } : null;
  if (standings(await look(freshMs)).size <= 1) return null;
  // What was seen a moment ago may have been a change half way.
  return standings(await look(0)).size > 1 ? { item_id: null } : null;
}
