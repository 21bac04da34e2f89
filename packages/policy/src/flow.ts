import type { BasicStrategy, Member, PolicyDocument, Role } from './document.ts';
import type { Intent, IntentKind } from './intent.ts';
import type { Flow } from './node.ts';

/** Who may do what in an approval flow: said once, for the evaluation of intents and for the soundness of policy documents. */

/** What a member is in this sub-wallet; '' is the workspace itself. A program stays one, or looks on. */
export function roleIn(
  member: { readonly role: Role; readonly wallets: readonly Member['wallets'][number][] },
  wallet: string,
): Role {
  const own = member.wallets.find((one) => one.wallet === wallet)?.role ?? member.role;
  return member.role === 'api' && own !== 'viewer' ? 'api' : own;
}

const decides = (role: Role): boolean => role !== 'viewer' && role !== 'api';

const canSign = (member: Member): boolean => member.status === 'active' && member.credentials.length > 0;

/** May this member decide at all about this sub-wallet: active, more than a viewer, no program, and with something to sign with. */
export const canDecide = (member: Member, wallet = ''): boolean => canSign(member) && decides(roleIn(member, wallet));

const initiatingRoles: Readonly<Record<IntentKind, readonly Role[]>> = {
  transfer: ['owner', 'admin', 'operator', 'api'],
  policy: ['owner', 'admin'],
  book: ['owner', 'admin', 'operator'],
  keygen: ['owner', 'admin'],
  export: ['owner', 'admin'],
};

/** Key material is asked for by those only who are trusted with a key of equal rights. */
export const mayInitiate = (member: Member, kind: IntentKind, wallet = ''): boolean =>
  canSign(member) &&
  initiatingRoles[kind].includes(roleIn(member, wallet)) &&
  (kind !== 'export' || member.keyHolder === 'yes');

/**
 * Who may stop all signing, with their own key at a signer or through the server: whoever may decide anything in the workspace. The server's table of
 * permissions is held to this by a test.
 */
export const mayFreeze = (member: Member): boolean => canDecide(member);

/** Key material is not there to be outvoted: everybody who may decide anything can refuse it, named by the flow or not. */
export const mayObject = (policy: PolicyDocument, kind: IntentKind, id: string): boolean =>
  kind === 'export' && policy.members.some((member) => member.id === id && canDecide(member));

/** Solo mode: exactly one member can decide, so nobody else could approve what that one asks for. */
export function isSolo(policy: PolicyDocument): boolean {
  const somewhere = (member: Member): boolean =>
    canDecide(member) || member.wallets.some(({ wallet }) => canDecide(member, wallet));
  return policy.members.filter(somewhere).length === 1;
}

/** The basic strategy of a sub-wallet: its own, else the default one. It always exists in a sound document. */
export function basicFor(policy: PolicyDocument, wallet: string): BasicStrategy | undefined {
  const own = policy.strategies.find((strategy) => strategy.wallet === wallet);
  return own ?? policy.strategies.find((strategy) => strategy.wallet === '*');
}

export interface OpenNode {
  readonly name: string;
  /** `accept`: whoever is granted a key of equal rights has to accept it. */
  readonly kind: 'approve' | 'sign' | 'accept';
  readonly threshold: number;
  /** Members who may decide at this node, each once, the initiator taken out where protection asks for it. */
  readonly eligible: readonly string[];
}

/** The nodes of a flow as they stand for an intent of this initiator about this sub-wallet. */
export function nodesFor(policy: PolicyDocument, flow: Flow, initiator: string, wallet: string): OpenNode[] {
  const deciders = new Map(policy.members.filter((one) => canDecide(one, wallet)).map((one) => [one.id, one]));
  if (flow.signProtection === 'on' && !isSolo(policy)) deciders.delete(initiator);
  return flow.nodes.map(({ name, kind, threshold, approvers }) => ({
    name,
    kind,
    threshold: Number(threshold),
    eligible: [...new Set(approvers)].filter((id) => {
      const decider = deciders.get(id);
      return decider !== undefined && (kind === 'approve' || decider.keyHolder === 'yes');
    }),
  }));
}

/** Members who would hold a key of equal rights after the step, and do not now. */
export const newHolders = (current: PolicyDocument, next: PolicyDocument): string[] =>
  next.members
    .filter(({ id, keyHolder, status }) => {
      const before = current.members.find((member) => member.id === id);
      return keyHolder === 'yes' && status === 'active' && before?.keyHolder !== 'yes';
    })
    .map(({ id }) => id);

/** The node at which they all accept; nobody is left out of it, not even the initiator. */
function acceptance(current: PolicyDocument, next: PolicyDocument): OpenNode[] {
  const eligible = newHolders(current, next);
  return eligible.length === 0 ? [] : [{ name: 'Acceptance', kind: 'accept', threshold: eligible.length, eligible }];
}

/** All nodes of these flows, and the acceptance of a key that the attached document grants. */
export const openNodes = (
  policy: PolicyDocument,
  flows: readonly Flow[],
  intent: Pick<Intent, 'initiator' | 'wallet'>,
  next: PolicyDocument | undefined,
): OpenNode[] => [
  ...flows.flatMap((flow) => nodesFor(policy, flow, intent.initiator, intent.wallet)),
  ...(next ? acceptance(policy, next) : []),
];

/** Can every node still reach its threshold? */
export const satisfiable = (nodes: readonly OpenNode[]): boolean =>
  nodes.every((node) => node.eligible.length >= node.threshold);
