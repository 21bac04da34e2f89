import { familyOf } from '@holdfast/chains';
import { fromUnits } from '@holdfast/money';
import type { WithdrawService } from './service.ts';
import { tierRows } from './tiers.ts';

type Found = Awaited<ReturnType<WithdrawService['child']['info']>>;

/** sat/vB and the like, three decimals at most, rounded down. */
function rateOf(fee: bigint, size: number): string {
  const [whole = '0', part = ''] = fromUnits(size === 0 ? 0n : (fee * 1_000n) / BigInt(size), 3).split('.');
  return part === '' ? whole : `${whole}.${part}`;
}

export function childRow(found: Found) {
  const { chain, feeAsset, problem, parent, offers, available } = found;
  const text = (units: bigint): string => fromUnits(units, feeAsset.decimals);
  const output = parent?.output === 'taken' ? undefined : parent?.output;
  const { size = 0, fee = 0n } = parent?.waiting ?? {};
  return {
    problem,
    address: output?.address ?? '',
    amount: text(output?.amount ?? 0n),
    parent_size: size,
    parent_fee: text(fee),
    parent_rate: rateOf(fee, size),
    fee_unit: familyOf(chain).feeUnit,
    fee_symbol: feeAsset.symbol,
    fee_balance: text(available),
    tiers: tierRows({ chain, feeAsset }, offers),
  };
}
