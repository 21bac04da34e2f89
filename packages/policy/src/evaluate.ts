import { type Approval, verifyApproval } from './approval.ts';
import type { ApprovalNode, BasicStrategy, Member, PolicyDocument } from './document.ts';
import { type Intent, intentDigestHex } from './intent.ts';

export interface NodeState {
  readonly name: string;
  readonly threshold: number;
  /** Members who may decide at this node, the initiator taken out where protection asks for it. */
  readonly eligible: readonly string[];
  readonly approved: readonly string[];
}

export interface Evaluation {
  /** `waiting` needs more decisions; `unsatisfiable` can never be had with these members. */
  readonly state: 'waiting' | 'satisfied' | 'refused' | 'unsatisfiable';
  readonly initiatorSigned: boolean;
  readonly nodes: readonly NodeState[];
  readonly refusedBy?: string;
  /** One member only: the owner decides alone. */
  readonly solo: boolean;
  /** The rule that was applied: `*` or the sub-wallet's own. */
  readonly rule: string;
}

const canDecide = (member: Member): boolean => member.status === 'active' && member.role !== 'viewer';

/** The basic strategy that governs an intent: the sub-wallet's own, else the default one. It always exists. */
export function strategyFor(
  policy: PolicyDocument,
  intent: Pick<Intent, 'kind' | 'wallet'>,
): BasicStrategy | undefined {
  const own = intent.kind === 'transfer' ? policy.strategies.find((s) => s.wallet === intent.wallet) : undefined;
  return own ?? policy.strategies.find((s) => s.wallet === '*');
}

export function isSolo(policy: PolicyDocument): boolean {
  return policy.members.filter(canDecide).length === 1;
}

/** Members who may decide at a node for an intent of this initiator. */
function eligibleAt(node: ApprovalNode, members: ReadonlyMap<string, Member>, excluded: string | undefined): string[] {
  return node.approvers.filter((id) => {
    const member = members.get(id);
    return member !== undefined && canDecide(member) && id !== excluded;
  });
}

/** Decisions over exactly this intent whose signatures hold; anything else does not exist. */
function soundDecisions(policy: PolicyDocument, intent: Intent, approvals: readonly Approval[]): Approval[] {
  const digest = intentDigestHex(intent);
  return approvals.filter((approval) => approval.intent === digest && verifyApproval(policy, approval).ok);
}

/**
 * What the rules in force say of an intent with these decisions. Pure and the same at server, signers, page and console. A refusal by anyone who
 * may decide ends it; nodes count distinct members, in order: a later node counts only when all before it are done.
 */
export function evaluate(policy: PolicyDocument, intent: Intent, approvals: readonly Approval[]): Evaluation {
  const solo = isSolo(policy);
  const strategy = strategyFor(policy, intent);
  const members = new Map(policy.members.map((member) => [member.id, member]));
  const decisions = soundDecisions(policy, intent, approvals);
  const excluded = strategy?.signProtection === 'on' && !solo ? intent.initiator : undefined;
  const approvedBy = new Set(decisions.filter((d) => d.decision === 'approve').map((d) => d.member));
  let open = true;
  const nodes = (strategy?.nodes ?? []).map((node): NodeState => {
    const eligible = eligibleAt(node, members, excluded);
    const approved = open ? eligible.filter((id) => approvedBy.has(id)) : [];
    open &&= approved.length >= Number(node.threshold);
    return { name: node.name, threshold: Number(node.threshold), eligible, approved };
  });
  const deciders = new Set([intent.initiator, ...nodes.flatMap((node) => node.eligible)]);
  const refusedBy = decisions.find((d) => d.decision === 'refuse' && deciders.has(d.member))?.member;
  const initiatorSigned = decisions.some((d) => d.member === intent.initiator && d.decision !== 'refuse');
  const satisfiable = nodes.length > 0 && nodes.every((node) => node.eligible.length >= node.threshold);
  const done = initiatorSigned && open && nodes.length > 0;
  const state = refusedBy ? 'refused' : !satisfiable ? 'unsatisfiable' : done ? 'satisfied' : 'waiting';
  return { state, initiatorSigned, nodes, solo, rule: strategy?.wallet ?? '', ...(refusedBy ? { refusedBy } : {}) };
}
