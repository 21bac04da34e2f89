import type { AssetConfig } from '@holdfast/chains';
import type { SubWalletId } from '@holdfast/contract';
import type { CoinName } from '../../catalog.ts';
import type { FeeOffers, FeeRequest } from '../../chains/fees.ts';
import type { Outpoint } from '../../chains/outputs.ts';
import { findBalance } from '../../ledger/service.ts';
import { roomFor } from './bump-rule.ts';
import { checkAgreed, destination } from './checks.ts';
import type { Who } from './deps.ts';
import { accountOf, coinOf, type DraftDeps } from './draft.ts';
import type { Estimated } from './fees.ts';

export interface OffersAsk {
  readonly subWalletId: SubWalletId;
  readonly coin: CoinName;
  readonly to: string | undefined;
  /** Left out, everything that is available. */
  readonly amount: string | undefined;
  readonly memo: string;
  /** Whom it pays beside `to`. */
  readonly further?: NonNullable<FeeRequest['further']>;
  readonly inputs?: readonly Outpoint[] | undefined;
  /** Is it paid by what no rule sends once more? Then it has no room for that. */
  readonly isSentOnce?: boolean;
}

/** What a payment would cost. @throws as `draftOf` */
export async function offersFor(
  deps: DraftDeps,
  { workspaceId }: Who,
  { subWalletId, coin, to, amount, memo, further, inputs, isSentOnce }: OffersAsk,
): Promise<FeeOffers & Estimated & { feeAsset: AssetConfig }> {
  const { chain, asset, feeAsset } = coinOf(deps.catalog, coin);
  const own = await accountOf(deps, workspaceId, subWalletId, chain);
  const { available } = await findBalance(deps.db, workspaceId, subWalletId, asset.id);
  const offers = await deps.fees({
    chain,
    asset,
    subWalletId,
    from: own.address,
    changeAddress: own.change,
    memo,
    ...(further ? { further } : {}),
    inputs,
    amount: amount === undefined ? available : checkAgreed(amount, asset),
    // Before a destination is typed in, a payment to the own address is of the same size.
    to: to === undefined ? own.change : destination(deps.catalog, chain, to),
  });
  const found = isSentOnce ? offers : await roomFor(deps.db, chain, subWalletId, offers);
  return { ...found, feeAsset };
}
