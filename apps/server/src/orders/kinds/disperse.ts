import { familyOf } from '@holdfast/chains';
import { disperseCallOf } from '@holdfast/policy';
import { batch, isTooLong } from './batch.ts';
import type { OrderKindRecord } from './kind.ts';
import { withdraw } from './withdraw.ts';

/**
 * Many payees of one transaction: a payment like any other, of which the chain may leave rows out where a contract pays them. What may take its place is nothing but its
 * drop (docs/decisions/0045), so no rule sends it once more for a higher fee either.
 */
const { isBumped: _, ...once } = withdraw;
export const disperse: OrderKindRecord = {
  ...once,
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
