import type { WorkspaceId } from '@holdfast/contract';
import type { Member } from '@holdfast/policy';
import { refuse } from '../../refuse.ts';
import type { TeamDeps } from './deps.ts';
import { fitsWallets } from './rules.ts';

/** Roles in single wallets that the rules can hold, in wallets that exist. @throws rulesUnsound, invalidParameters */
export async function checkWalletRoles(
  wallets: TeamDeps['wallets'],
  workspaceId: WorkspaceId,
  to: Pick<Member, 'role'> & { readonly wallets: readonly Member['wallets'][number][] },
): Promise<void> {
  if (!fitsWallets(to)) throw refuse('rulesUnsound', { problem: 'badWalletRole' });
  if (to.wallets.length === 0) return;
  const known = new Set((await wallets.subWallets(workspaceId)).map(({ id }) => String(id)));
  if (!to.wallets.every(({ wallet }) => known.has(wallet))) throw refuse('invalidParameters', { field: 'wallets' });
}
