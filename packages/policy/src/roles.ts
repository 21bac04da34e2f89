import {
  type BasicStrategy,
  type Member,
  type PolicyDocument,
  type Role,
  type WorkspaceOp,
  workspaceOps,
} from './document.ts';
import type { Flow } from './node.ts';

/** What a member is in this sub-wallet; '' is the workspace itself. An API client stays one, or looks on. */
export function roleIn(
  member: { readonly role: Role; readonly wallets: readonly Member['wallets'][number][] },
  wallet: string,
): Role {
  const own = member.wallets.find((one) => one.wallet === wallet)?.role ?? member.role;
  return member.role === 'api' && own !== 'viewer' ? 'api' : own;
}

const decides = (role: Role): boolean => role !== 'viewer' && role !== 'api';

export const canSign = (member: Member): boolean => member.status === 'active' && member.credentials.length > 0;

/** May this member decide at all about this sub-wallet: active, more than a viewer, no API client, and with something to sign with. */
export const canDecide = (member: Member, wallet = ''): boolean => canSign(member) && decides(roleIn(member, wallet));

/**
 * Who may stop all signing, with their own key at a signer or through the server: whoever may decide anything in the workspace. The server's table of
 * permissions is held to this by a test.
 */
export const mayFreeze = (member: Member): boolean => canDecide(member);

/** May this member decide anything, in the workspace or in any sub-wallet? */
export const decidesAnywhere = (member: Member): boolean =>
  canDecide(member) || member.wallets.some(({ wallet }) => canDecide(member, wallet));

/** Solo mode: exactly one member can decide, so nobody else could approve what that one asks for. */
export const isSolo = (policy: PolicyDocument): boolean => policy.members.filter(decidesAnywhere).length === 1;

/** The basic strategy of a sub-wallet: its own, else the default one. It always exists in a sound document. */
export function basicFor(policy: PolicyDocument, wallet: string): BasicStrategy | undefined {
  const own = policy.strategies.find((strategy) => strategy.wallet === wallet);
  return own ?? policy.strategies.find((strategy) => strategy.wallet === '*');
}

/** The flow that decides about this in the workspace: its own rule, else the default basic strategy. */
export const workspaceFlow = (policy: PolicyDocument, op: WorkspaceOp): Flow | undefined =>
  policy.workspace.find((rule) => rule.op === op) ?? basicFor(policy, '*');

/** What members decide about the workspace by the default flow, since no rule of its own speaks of it. */
export const inheritedOps = ({ workspace }: PolicyDocument): readonly WorkspaceOp[] =>
  workspaceOps.filter((op) => !workspace.some((rule) => rule.op === op));
