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
  /** Who has approved. */
  readonly approved: readonly string[];
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

/** Undefined for what the workspace does not have. */
export async function turnOf(deps: TodoParts, workspaceId: WorkspaceId, ref: Ref): Promise<Turn | undefined> {
  const policy = await deps.orders.policy();
  const [item] = await itemsOf(deps, policy, '', await findThings(deps.db, workspaceId, [ref]));
  if (!item) return undefined;
  const { thing, approvals, evaluation } = item;
  const { document } = policy;
  return {
    thing,
    document,
    deciders: decidersOf(item, document),
    approved: approvals.flatMap(({ member, decision }) => (decision === 'approve' ? [member] : [])),
    urlFor(member) {
      const visitor = { policy: document, member, evaluation };
      return thing.source === 'order'
        ? deps.orders.approvalUrl(thing.row.intent_id, thing.row.digest, visitor)
        : deps.proposals.approvalUrl(thing.row, visitor);
    },
  };
}
