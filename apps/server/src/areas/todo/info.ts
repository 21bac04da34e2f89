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

/** One item in whole, with the rules that it changes (`base`), as far as they are known. @throws itemNotFound */
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
  return { item, document: policy.document, base: await baseOf(deps, policy, item.thing) };
}

/** The rules that ask this member. */
export async function flowsAsking({ orders }: TodoParts, memberId: string) {
  return flowsOf((await orders.policy()).document, memberId);
}
