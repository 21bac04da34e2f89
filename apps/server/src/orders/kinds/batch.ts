import { fromUnits } from '@holdfast/money';
import { batchCallOf, policyLimits } from '@holdfast/policy';
import { type OrderRequest, totalOf } from '../request.ts';
import type { OrderKindRecord } from './kind.ts';
import { withdraw } from './withdraw.ts';

/** What an intent says beside its rows, which no request makes longer than this. */
const besideRows = 6_000;

/** Signers and pages read no longer ones. */
export const isTooLong = ({ outputs }: OrderRequest): boolean => {
  const text = JSON.stringify(outputs.map((output) => ({ ...output, amount: String(output.amount) })));
  return text.length > policyLimits.batchBytes - besideRows;
};

/** Many payments by one decision, each by an order of its own once that is made (`batches.ts`). */
export const batch: OrderKindRecord = {
  intent: 'batch',
  goes: 'chain',
  pays: false,
  counts: true,
  isSplit: true,
  callOf: batchCallOf,
  listed: 'withdraw',
  misfit: (request) => {
    const { outputs, call, maxFee } = request;
    if (call !== '') return 'call';
    if (maxFee < BigInt(outputs.length)) return 'maxFee';
    const fits = outputs.length > 0 && outputs.length <= policyLimits.batchRows && !isTooLong(request);
    return fits && outputs.every(({ amount }) => amount > 0n) ? undefined : 'outputs';
  },
  told: (request) => ({
    chain: request.chain.id,
    symbol: request.asset.symbol,
    amount: fromUnits(totalOf(request), request.asset.decimals),
    payments: String(request.outputs.length),
  }),
};

/** One payment of a batch. Nobody asks for one: it is ordered when its batch is decided. Nothing takes its place, so no rule sends it once more either. */
const { isBumped: _, ...once } = withdraw;
export const row: OrderKindRecord = { ...once, intent: 'row', counts: false, misfit: () => 'kind' };
