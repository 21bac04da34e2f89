import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
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
  const ids = to.wallets.map(({ wallet }) => Number(wallet) as SubWalletId);
  const known = await wallets.namesOf(workspaceId, ids.filter(Number.isSafeInteger));
  if (!ids.every((id) => known.has(id))) throw refuse('invalidParameters', { field: 'wallets' });
}
