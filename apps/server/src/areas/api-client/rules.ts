import { type ApiScope, apiClientStatus, type SubWalletId } from '@holdfast/contract';
import { type DeviceCredential, deviceCredentialId, type Member, type PolicyDocument } from '@holdfast/policy';
import type { PolicyEdit } from '../../proposals/types.ts';

/** What API clients are in the rules, and what the server's own limits ask. Pure. */

export interface Named {
  readonly name: string;
  readonly publicKey: string;
}
export interface Limits {
  readonly networks: readonly string[];
  /** Null: for good. */
  readonly expiresAt: Date | null;
  readonly scopes: readonly ApiScope[];
  /** Empty: every one. */
  readonly subWallets: readonly SubWalletId[];
  /** Calls; null: what the server gives anybody. */
  readonly perMinute: number | null;
}

/** An API client without a list of networks ends after so many days. */
export const longestDays = 30;
const dayMs = 86_400_000;

/** Is it bounded, by networks or in time, and not over already? */
export function areSound({ networks, expiresAt }: Pick<Limits, 'networks' | 'expiresAt'>, now: Date): boolean {
  if (expiresAt === null) return networks.length > 0;
  const ms = expiresAt.getTime() - now.getTime();
  return ms > 0 && (networks.length > 0 || ms <= longestDays * dayMs);
}

/** The member that an API client is; nobody else, whatever their id. */
export const findApiClient = (doc: PolicyDocument, id: string): Member | undefined =>
  doc.members.find((one) => one.id === id && one.role === 'api');

const credentialOf = (publicKey: string): DeviceCredential => ({
  id: deviceCredentialId(publicKey),
  type: 'device',
  publicKey,
});
/** The key it signs with, as the rules have it. */
export const keyOf = (member: Member | undefined): DeviceCredential | undefined =>
  member?.credentials.find((one) => one.type === 'device');

const add = (doc: PolicyDocument, id: string, { name, publicKey }: Named): ReturnType<PolicyEdit> => ({
  members: [
    ...doc.members,
    {
      id,
      name,
      role: 'api',
      status: 'active',
      keyHolder: 'no',
      wallets: [],
      credentials: [credentialOf(publicKey)],
    },
  ],
});

const change = (doc: PolicyDocument, id: string, to: Partial<Member>): ReturnType<PolicyEdit> => ({
  members: doc.members.map((one) => (one.id === id && one.role === 'api' ? { ...one, ...to } : one)),
});

/** Adds it, or gives it this name and this one key. */
export const put = (doc: PolicyDocument, id: string, named: Named): ReturnType<PolicyEdit> =>
  findApiClient(doc, id)
    ? change(doc, id, { name: named.name, credentials: [credentialOf(named.publicKey)] })
    : add(doc, id, named);

/** Its key stays where it is, so that it comes back as what it was. */
export const turn = (doc: PolicyDocument, id: string, status: Member['status']): ReturnType<PolicyEdit> =>
  change(doc, id, { status });

/** As the wire numbers it. `pending`: a proposal about it is open. */
export function statusOf(member: Member | undefined, { off, pending }: { off: boolean; pending: boolean }): number {
  if (member?.status === 'active' && !off) return apiClientStatus.on;
  if (!member) return pending && !off ? apiClientStatus.inApproval : apiClientStatus.revoked;
  return pending && !off ? apiClientStatus.inApproval : apiClientStatus.off;
}
