import { familyOf } from '@holdfast/chains';
import { disperseCallOf } from '@holdfast/policy';
import { batch, isTooLong } from './batch.ts';
import type { OrderKindRecord } from './kind.ts';
import { withdraw } from './withdraw.ts';

/** Many payees of one transaction: a payment like any other, of which the chain may leave rows out where a contract pays them. */
export const disperse: OrderKindRecord = {
  ...withdraw,
  intent: 'disperse',
  callOf: (outputs, chain) => disperseCallOf(outputs, familyOf(chain).disperse?.contract ?? ''),
  leavesOut: (chain) => (familyOf(chain).disperse?.contract ?? '') !== '',
  misfit: (request) => {
    const { chain, outputs, call } = request;
    if (call !== '') return 'call';
    const most = familyOf(chain).disperse?.maxRows ?? 0;
    const fits = outputs.length > 0 && outputs.length <= most && !isTooLong(request);
    return fits && outputs.every(({ amount }) => amount > 0n) ? undefined : 'outputs';
  },
  told: batch.told,
};
