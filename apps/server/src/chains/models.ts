import { type ChainConfig, familyOf } from '@holdfast/chains';
import { accountModel } from './account/index.ts';
import type { Model } from './facts.ts';
import type { FeeDeps, OfferFees } from './fees.ts';
import type { ChainModel } from './model.ts';
import { timedModel } from './timed/index.ts';
import { utxoModel } from './utxo/index.ts';

export const models: Readonly<Record<Model, ChainModel>> = {
  account: accountModel,
  utxo: utxoModel,
  timed: timedModel,
};

/** @throws ChainError `unknownFamily` */
export const modelOf = (chain: ChainConfig): ChainModel => models[familyOf(chain).model];

/** What payments cost, by the model of their chain. @throws ChainError `unknownFamily` */
export function createFeeOffers(deps: FeeDeps): (chain: ChainConfig) => OfferFees {
  const byModel: Readonly<Record<Model, OfferFees>> = {
    account: models.account.createOffers(deps),
    utxo: models.utxo.createOffers(deps),
    timed: models.timed.createOffers(deps),
  };
  return (chain) => byModel[familyOf(chain).model];
}
