import { familyOf } from '@holdfast/chains';
import { fromUnits } from '@holdfast/money';
import { totalOf } from '../request.ts';
import type { OrderKindRecord } from './kind.ts';

/** Coins leave a sub-wallet. */
export const withdraw: OrderKindRecord = {
  intent: 'transfer',
  goes: 'chain',
  misfit: ({ chain, outputs, call }) => {
    if (call !== '') return 'call';
    return outputs.length > 0 &&
      outputs.length <= familyOf(chain).maxOutputs &&
      outputs.every(({ amount }) => amount > 0n)
      ? undefined
      : 'outputs';
  },
  told: (request) => ({
    chain: request.chain.id,
    symbol: request.asset.symbol,
    amount: fromUnits(totalOf(request), request.asset.decimals),
    to: request.outputs.map(({ address }) => address).join(' '),
    ...(request.refunds === undefined ? {} : { deposit: String(request.refunds) }),
  }),
};
