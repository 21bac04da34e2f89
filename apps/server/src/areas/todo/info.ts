import type { WorkspaceId } from '@holdfast/contract';
import type { CurrentPolicy } from '../../orders/service.ts';
import { changesRules } from '../../proposals/service.ts';
import { refuse } from '../../refuse.ts';
import type { TodoParts } from './deps.ts';
import { shownOf } from './items.ts';
import * as queries from './queries.ts';
import { flowsOf, sourceOf, type Thing } from './rules.ts';

async function baseOf({ proposals }: TodoParts, policy: CurrentPolicy, { source, row }: Thing): Promise<string> {
  if (source !== 'proposal' || !changesRules(row)) return '';
  if (row.policy_version === policy.document.version) return policy.text;
  return (await proposals.rulesOf(row.policy_version)) ?? '';
}

/** Other changes that it has to do with: those that it outdates, and the one that overtook it. */
async function othersOf({ proposals }: TodoParts, { source, row }: Thing) {
  if (source !== 'proposal') return { rivals: [], overtaker: undefined };
  const [rivals, overtaker] = await Promise.all([proposals.rivals(row), proposals.overtaker(row)]);
  return { rivals, overtaker };
}

/** One item in whole, with the rules that it changes (`base`), as far as they are known, and the changes beside it. @throws itemNotFound */
export async function findInfo(
  deps: TodoParts,
  workspaceId: WorkspaceId,
  memberId: string,
  itemType: number,
  id: number,
) {
  const policy = await deps.orders.policy();
  const things = await queries.findThings(deps.db, workspaceId, [{ source: sourceOf(itemType), id }]);
  const [item] = await shownOf(deps, policy, memberId, things);
  if (!item) throw refuse('itemNotFound', {});
  const [base, others] = await Promise.all([baseOf(deps, policy, item.thing), othersOf(deps, item.thing)]);
  return { item, document: policy.document, base, ...others };
}

/** The rules that ask this member. */
export async function flowsAsking({ orders }: TodoParts, memberId: string) {
  return flowsOf((await orders.policy()).document, memberId);
}
