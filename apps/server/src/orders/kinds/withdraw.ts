import { familyOf } from '@holdfast/chains';
import { fromUnits } from '@holdfast/money';
import { type OrderRequest, totalOf } from '../request.ts';
import type { OrderKindRecord } from './kind.ts';

/** By the batch where there are too many to be named one by one. */
const payeesTold = ({ batch, outputs }: OrderRequest): Readonly<Record<string, string>> =>
  batch
    ? { batch: String(batch.id), payees: String(outputs.length) }
    : { to: outputs.map(({ address }) => address).join(' ') };

/** Coins leave a sub-wallet. */
export const withdraw: OrderKindRecord = {
  intent: 'transfer',
  goes: 'chain',
  pays: true,
  counts: true,
  isBumped: true,
  listed: 'withdraw',
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
    ...payeesTold(request),
    ...(request.refunds === undefined ? {} : { deposit: String(request.refunds.id) }),
  }),
};
