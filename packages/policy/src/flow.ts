import type { BasicStrategy, Member, PolicyDocument } from './document.ts';
import type { Intent, IntentKind } from './intent.ts';

/** Who may do what in an approval flow: said once, for the evaluation of intents and for the soundness of policy documents. */

/** May this member decide at all: active, more than a viewer, and with something to sign with. */
export const canDecide = (member: Member): boolean =>
  member.status === 'active' && member.role !== 'viewer' && member.credentials.length > 0;

const initiatingRoles: Readonly<Record<IntentKind, readonly Member['role'][]>> = {
  transfer: ['owner', 'admin', 'operator'],
  policy: ['owner', 'admin'],
  keygen: ['owner', 'admin'],
};

export const mayInitiate = (member: Member, kind: IntentKind): boolean =>
  canDecide(member) && initiatingRoles[kind].includes(member.role);

/** Solo mode: exactly one member can decide, so nobody else could approve what that one asks for. */
export function isSolo(policy: PolicyDocument): boolean {
  return policy.members.filter(canDecide).length === 1;
}

/** The basic strategy that governs an intent: the sub-wallet's own, else the default one. It always exists in a sound document. */
export function strategyFor(
  policy: PolicyDocument,
  intent: Pick<Intent, 'kind' | 'wallet'>,
): BasicStrategy | undefined {
  const own = intent.kind === 'transfer' ? policy.strategies.find((s) => s.wallet === intent.wallet) : undefined;
  return own ?? policy.strategies.find((s) => s.wallet === '*');
}

export interface OpenNode {
  readonly name: string;
  readonly threshold: number;
  /** Members who may decide at this node, each once, the initiator taken out where protection asks for it. */
  readonly eligible: readonly string[];
}

/** The nodes of a strategy as they stand for an intent of this initiator. */
export function nodesFor(policy: PolicyDocument, strategy: BasicStrategy, initiator: string): OpenNode[] {
  const deciders = new Set(policy.members.filter(canDecide).map((member) => member.id));
  if (strategy.signProtection === 'on' && deciders.size > 1) deciders.delete(initiator);
  return strategy.nodes.map(({ name, threshold, approvers }) => ({
    name,
    threshold: Number(threshold),
    eligible: [...new Set(approvers)].filter((id) => deciders.has(id)),
  }));
}

/** Can every node still reach its threshold? */
export const satisfiable = (nodes: readonly OpenNode[]): boolean =>
  nodes.length > 0 && nodes.every((node) => node.eligible.length >= node.threshold);
