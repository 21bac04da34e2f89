import type { WorkspaceId } from '@holdfast/contract';
import type { PolicyDocument } from '@holdfast/policy';
import type { TodoParts } from './deps.ts';
import { itemsOf } from './items.ts';
import { findThings, type Ref } from './queries.ts';
import { actionOf, type Item, itemStatus, stateOf, type Thing } from './rules.ts';

/** Something that is or was to be decided, as its members stand to it. */
export interface Turn {
  readonly thing: Thing;
  readonly document: PolicyDocument;
  /** Who can decide now, but for whoever asked; nobody, as long as that one has not signed, or once it has ended. */
  readonly deciders: readonly string[];
  /** It waits for whoever asked to sign the request: until then nobody can decide. */
  readonly awaitsInitiator: boolean;
  /** Who has approved. */
  readonly approved: readonly string[];
  /** Why this member refused it, as they signed; empty where they have not, or wrote nothing. */
  reasonOf(member: string): string;
  /** The way to this member's decision. */
  urlFor(member: string): string;
}

function decidersOf({ thing, approvals, evaluation }: Item, { members }: PolicyDocument): string[] {
  const open = itemStatus(stateOf(thing)) === 0;
  if (!open || !evaluation.initiatorSigned) return [];
  const { initiator } = thing.row;
  return members
    .map(({ id }) => id)
    .filter((id) => id !== initiator && actionOf({ open, initiator, approvals, evaluation }, id) === 1);
}

function asTurn(deps: TodoParts, document: PolicyDocument, item: Item): Turn {
  const { thing, approvals, evaluation } = item;
  return {
    thing,
    document,
    deciders: decidersOf(item, document),
    awaitsInitiator: itemStatus(stateOf(thing)) === 0 && !evaluation.initiatorSigned,
    approved: approvals.flatMap(({ member, decision }) => (decision === 'approve' ? [member] : [])),
    reasonOf: (member) => approvals.find((one) => one.decision === 'refuse' && one.member === member)?.remark ?? '',
    urlFor(member) {
      const visitor = { policy: document, member, evaluation };
      return thing.source === 'order'
        ? deps.orders.approvalUrl(thing.row.intent_id, thing.row.digest, visitor)
        : deps.proposals.approvalUrl(thing.row, visitor);
    },
  };
}

/** By number; without those that the workspace does not have. All of them are read together. */
export async function turnsOf(
  deps: TodoParts,
  workspaceId: WorkspaceId,
  source: Ref['source'],
  ids: readonly number[],
): Promise<ReadonlyMap<number, Turn>> {
  const policy = await deps.orders.policy();
  const things = await findThings(
    deps.db,
    workspaceId,
    ids.map((id) => ({ source, id })),
  );
  const items = await itemsOf(deps, policy, '', things);
  return new Map(items.map((item) => [item.thing.row.id, asTurn(deps, policy.document, item)]));
}
