import { familyOf } from '@holdfast/chains';
import { fromUnits } from '@holdfast/money';
import { dataOf } from '@holdfast/policy';
import type { OrderKindRecord } from './kind.ts';

/** A contract is called: the coins that go along are held as a payment's are, and of tokens what the call says that leaves. */
export const call: OrderKindRecord = {
  intent: 'call',
  goes: 'chain',
  pays: false,
  counts: true,
  hasOutflows: true,
  deed: () => 'call',
  listed: 'web3',
  misfit: ({ chain, asset, call: said, from, outputs: [first, ...others] }) => {
    if (!familyOf(chain).hasCalls) return 'chain';
    if (asset.contract !== '') return 'asset';
    if (said === '') return 'call';
    return first && first.address !== from && others.every(({ amount }) => amount === 0n) ? undefined : 'outputs';
  },
  told: (request) => {
    const { chain, asset, outputs, outflows = [] } = request;
    const [contract] = outputs;
    const amount = contract?.amount ?? 0n;
    return {
      chain: chain.id,
      symbol: asset.symbol,
      contract: contract?.address ?? '',
      method: dataOf(request).slice(0, 10),
      ...(amount > 0n ? { amount: fromUnits(amount, asset.decimals) } : {}),
      ...(outflows.length > 0 ? { tokens: String(outflows.length) } : {}),
    };
  },
};
