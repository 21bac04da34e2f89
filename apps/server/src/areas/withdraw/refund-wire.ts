import { familyOf } from '@holdfast/chains';
import { fromUnits } from '@holdfast/money';
import type { WithdrawService } from './service.ts';
import { tierRows } from './tiers.ts';

/** What giving a deposit back takes, as the wire has it. */
export function refundRow(found: Awaited<ReturnType<WithdrawService['refund']['info']>>) {
  const { deposit, refunding, chain, asset, feeAsset, payers, offers } = found;
  const text = (units: bigint): string => fromUnits(units, asset.decimals);
  return {
    problem: found.problem,
    refund: refunding ? { withdraw_id: refunding.id, status: refunding.status, amount: text(refunding.amount) } : null,
    deposit_amount: text(deposit.amount),
    refundable: text(found.refundable),
    payers: [...payers.known],
    address_to: found.to,
    to_payer: found.toPayer,
    support_memo: familyOf(chain).memo !== 'none',
    need_memo: found.needsMemo,
    memo: deposit.memo,
    warnings: found.warnings,
    approval_needed: found.approval,
    fee_symbol: feeAsset.symbol,
    fee_balance: fromUnits(found.available, feeAsset.decimals),
    tiers: tierRows({ chain, feeAsset }, offers),
  };
}
