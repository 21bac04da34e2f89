import {
  apiScopes,
  type Endpoint,
  type Permission,
  permissionRoles,
  permissions,
  type ScopeKind,
  scopeOf,
} from '@holdfast/contract';
import { roleIn } from '@holdfast/policy';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { refuse } from '../refuse.ts';
import { type ApiClientCaller, type Caller, isMember, type MemberCaller } from './context.ts';

/** Which sub-wallet of the workspace something is in; undefined for what the workspace does not have. */
export type SubWalletOf = (kind: ScopeKind, workspaceId: number, id: number) => Promise<number | undefined>;
type Roles = Pick<MemberCaller, 'role' | 'wallets'>;

const tables = { order: 'orders', deposit: 'deposits', address: 'addresses', batch: 'batches' } as const;

export const subWalletIn =
  (db: Db): SubWalletOf =>
  async (kind, workspaceId, id) => {
    // No other workspace's sub-wallet stands among a member's roles, so that one need not be looked up.
    if (kind === 'subWallet') return id;
    const { rows } = await sql<{ id: number }>`
      select sub_wallet_id as id from ${sql.table(tables[kind])} where workspace_id = ${workspaceId} and id = ${id}`.execute(
      db,
    );
    return rows[0]?.id;
  };

const grants = (access: Permission, role: string): boolean => permissionRoles[access].some((one) => one === role);

/** Does the member hold a permission in this sub-wallet, or, where none is concerned, in the workspace? Which role counts is said in packages/policy. */
export const holds = (member: Roles, access: Permission, subWallet?: number): boolean =>
  grants(access, roleIn(member, subWallet === undefined ? '' : String(subWallet)));

/** Every permission the member holds there, in the table's order. */
export const permissionsIn = (member: Roles, subWallet?: number): Permission[] =>
  permissions.filter((one) => holds(member, one, subWallet));

/** Is the permission part of what the server lets the API client do? */
const isInScope = ({ scopes }: ApiClientCaller, access: Permission): boolean =>
  scopes.some((scope) => (apiScopes[scope] as readonly Permission[]).includes(access));

/** May it ask this, kept to some sub-wallets as it is? What names none tells of all of them, unless it is said to tell of none. */
const isInItsWallets = (
  { subWallets }: ApiClientCaller,
  endpoint: Endpoint,
  found: readonly (number | undefined)[],
): boolean =>
  subWallets.length === 0 || endpoint.ofNoWallet === true || found.every((one) => subWallets.some((id) => id === one));

/**
 * What can be refused before the request is read: no session, no membership, a permission held nowhere the call could be about, no fresh code.
 * @throws notLoggedIn, noPermission, stepUpRequired
 */
export function checkAccess(endpoint: Endpoint, caller: Caller | null, now: Date): void {
  const { access } = endpoint;
  // Neither logging in nor what belongs to a person's session is an API client's business.
  if (caller?.apiClient && (access === 'public' || access === 'session')) throw refuse('noPermission', {});
  if (access === 'public') return;
  if (!caller) throw refuse('notLoggedIn', {});
  if (access !== 'session') {
    if (caller.apiClient && !isInScope(caller.apiClient, access)) throw refuse('noPermission', {});
    if (!isMember(caller)) throw refuse('noPermission', {});
    const somewhere = scopeOf(endpoint) !== undefined && caller.wallets.some(({ role }) => grants(access, role));
    if (!somewhere && !holds(caller, access)) throw refuse('noPermission', {});
  }
  if (endpoint.stepUp && caller.stepUpUntil <= now) throw refuse('stepUpRequired', {});
}

/**
 * The same for exactly what a request names. What the workspace does not have is judged by the role in the workspace.
 * @throws noPermission; selectionInvalid where a member may do it in other wallets and not in the one that is named: what the console still shows as allowed
 * there was taken since
 */
export async function checkScope(
  endpoint: Endpoint,
  caller: Caller | null,
  input: Readonly<Record<string, unknown>>,
  subWalletOf: SubWalletOf,
): Promise<void> {
  const { access } = endpoint;
  const scope = scopeOf(endpoint);
  if (access === 'public' || access === 'session' || !caller || !isMember(caller)) return;
  const { apiClient } = caller;
  const isKept = apiClient !== undefined && apiClient.subWallets.length > 0;
  // Nobody who is one thing everywhere needs a look into the tables.
  if (!isKept && (!scope || caller.wallets.length === 0)) return;
  // Of several that are named, each has to be one of theirs.
  const named = [scope && input[scope.field]].flat();
  const found = await Promise.all(
    named.map(async (id) =>
      scope && typeof id === 'number' ? subWalletOf(scope.kind, caller.workspaceId, id) : undefined,
    ),
  );
  if (isKept && !isInItsWallets(apiClient, endpoint, found)) throw refuse('noPermission', {});
  const barred = scope ? found.filter((one) => !holds(caller, access, one)) : [];
  if (barred.length > 0)
    throw refuse(apiClient || barred.includes(undefined) ? 'noPermission' : 'selectionInvalid', {});
}
