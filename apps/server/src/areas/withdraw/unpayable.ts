import type { SubWalletId, Unpayable } from '@holdfast/contract';
import { unpayableBy } from '../../coin-stops.ts';
import type { MemberCaller } from '../../http/context.ts';
import { isHiddenFrom } from '../wallet/service.ts';
import type { coinOf, DraftDeps } from './draft.ts';

export type UnpayableOf = [who: MemberCaller, subWalletId: SubWalletId, coin: ReturnType<typeof coinOf>];

/** Why the caller can ask for no payment of a coin from a sub-wallet now, by what would be refused first; '' where they can. */
export async function unpayable(
  deps: Pick<DraftDeps, 'wallets' | 'catalog' | 'suspended' | 'frozen'>,
  ...[{ workspaceId, role }, subWalletId, { chain, asset, feeAsset }]: UnpayableOf
): Promise<Unpayable | ''> {
  const [wallet, opened, frozen, stopped] = await Promise.all([
    deps.wallets.subWallet(workspaceId, subWalletId),
    deps.wallets.opened(workspaceId),
    deps.suspended(workspaceId, [asset.id, feeAsset.id]),
    deps.frozen(),
  ]);
  const verified = deps.catalog.isVerified(asset.id);
  const open = opened.isOpen(chain.id, asset.contract);
  return unpayableBy({ hidden: isHiddenFrom(role, wallet), signing: !stopped, open, verified, frozen });
}
