import { fromUnits } from '@holdfast/money';
import type { OrderKindRecord } from './kind.ts';
import { withdraw } from './withdraw.ts';

/** A payment under way once more: what it pays, that payment holds; this one holds its own fee alone. */
export const speedup: OrderKindRecord = {
  intent: 'speedup',
  goes: 'nowhere',
  pays: false,
  counts: false,
  attempts: 'speed_up',
  listed: 'withdraw',
  misfit: (request) => (request.raises ? withdraw.misfit(request) : 'raises'),
  told: (request) => ({
    ...withdraw.told(request),
    payment: String(request.raises?.id ?? ''),
    fee: `${fromUnits(request.maxFee, request.feeAsset.decimals)} ${request.feeAsset.symbol}`,
  }),
};
