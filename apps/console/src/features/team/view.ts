import { type contract, type Output, type Role, roles } from '@holdfast/contract';
import type { Search } from '../../lib/search.ts';
import type { PillTone } from '../../ui/feedback.tsx';
import { teamSearch } from './search.ts';

export type Team = Output<typeof contract.team.list>;
export type Member = Team['list'][number];
export type KeyPage = Output<typeof contract.team.detail>['key_pages'][number];
export type Invite = Team['invites'][number];
export type NamedFlow = Output<typeof contract.team.detail>['flows'][number];
export const walletRoles = ['operator', 'approver', 'viewer'] as const;
export interface WalletRole {
  readonly wallet: string;
  readonly role: (typeof walletRoles)[number];
}

export interface TeamFilter {
  readonly role?: Role;
  readonly status: 'active' | 'removed';
  readonly q: string;
}

const isRole = (value: unknown): value is Role => roles.some((role) => role === value);

export function readFilter(search: Search): TeamFilter {
  const { role, status = 'active', q = '' } = teamSearch(search);
  return { ...(isRole(role) ? { role } : {}), status, q };
}

/** Members that fit, oneself first, the others by their names. */
export function shownMembers(members: readonly Member[], { role, status, q }: TeamFilter): Member[] {
  const text = q.toLowerCase();
  return members
    .filter((member) => member.status === status)
    .filter((member) => role === undefined || member.workspace_role === role)
    .filter((member) => `${member.name}\n${member.email_masked}`.toLowerCase().includes(text))
    .sort((a, b) => Number(b.me) - Number(a.me) || a.name.localeCompare(b.name));
}

/** A role as the texts know it; one of a newer server reads as a viewer's would, by its own word. */
export const roleKey = (role: string) =>
  isRole(role) ? (`teamMember:role.${role}` as const) : ('teamMember:role.other' as const);

const inviteTones: Readonly<Record<Invite['status'], PillTone>> = {
  open: 'wait',
  joined: 'wait',
  proposed: 'active',
  accepted: 'done',
  cancelled: 'idle',
  expired: 'idle',
};
export const inviteTone = (status: Invite['status']): PillTone => inviteTones[status];

/** Invitations that somebody still has to do something about, the newest first. */
export const openInvites = (invites: readonly Invite[]): Invite[] =>
  invites
    .filter(({ status }) => status === 'open' || status === 'joined' || status === 'proposed')
    .sort((a, b) => b.created_at.getTime() - a.created_at.getTime());

/** Can still be made void: nobody has been asked to decide. */
export const mayCancel = ({ status }: Invite): boolean => status === 'open' || status === 'joined';

export const readWalletRoles = (roles: Member['sub_wallet_roles']): WalletRole[] =>
  roles.flatMap(({ wallet, role }) => {
    const known = walletRoles.find((one) => one === role);
    return known ? [{ wallet, role: known }] : [];
  });

/** Flows that a refusal (200143) names in its data. */
export function brokenFlows(data: unknown): Pick<NamedFlow, 'level' | 'id' | 'name'>[] {
  const flows = (data as { readonly flows?: unknown } | null)?.flows;
  if (!Array.isArray(flows)) return [];
  return flows.slice(0, 50).flatMap((flow: Readonly<Record<string, unknown>> | null) => {
    const level = (['senior', 'basic', 'workspace'] as const).find((one) => one === flow?.level);
    const text = (value: unknown): string => String(value ?? '').slice(0, 200);
    return level ? [{ level, id: text(flow?.id), name: text(flow?.name) }] : [];
  });
}
