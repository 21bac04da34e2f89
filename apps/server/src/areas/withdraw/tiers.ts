import { type ChainConfig, familyOf } from '@holdfast/chains';
import { fromUnits } from '@holdfast/money';
import type { Asset } from '../../catalog.ts';
import type { FeeOffers } from '../../chains/fees.ts';

interface Fees {
  readonly chain: ChainConfig;
  readonly feeAsset: Pick<Asset, 'decimals'>;
}

/** Of each tier what it probably costs and the most that it may. */
export function tierRows({ chain, feeAsset }: Fees, offers: FeeOffers['offers']) {
  const text = (units: bigint): string => fromUnits(units, feeAsset.decimals);
  const { waitSeconds } = familyOf(chain);
  return offers.map(({ level, rate, fee, maxFee }) => ({
    fee_level: level,
    fee_rate: rate,
    fee: text(fee),
    max_fee: text(maxFee),
    wait_seconds: waitSeconds[level - 1] ?? waitSeconds[1],
  }));
}
