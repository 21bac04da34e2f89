import { familyOf } from '@holdfast/chains';
import type { OrderKindRecord } from './kind.ts';

/** A message is signed: nothing is held for it and nothing of it is sent. What may be taken by it counts in windows, and stays available until it is. */
export const message: OrderKindRecord = {
  intent: 'message',
  goes: 'nowhere',
  pays: false,
  counts: true,
  isSigned: true,
  hasOutflows: true,
  deed: () => 'message',
  listed: 'web3',
  misfit: ({ chain, asset, call, maxFee, outputs, outflows = [] }) => {
    if (!familyOf(chain).messages) return 'chain';
    if (asset.contract !== '') return 'asset';
    if (call === '') return 'call';
    if (maxFee !== 0n) return 'maxFee';
    if (outflows.some(({ held }) => held !== 0n)) return 'outflows';
    return outputs.length > 0 && outputs.every(({ amount }) => amount === 0n) ? undefined : 'outputs';
  },
  told: ({ chain, call, outputs, outflows = [] }) => ({
    chain: chain.id,
    form: call.split(' ', 1)[0] ?? '',
    named: outputs.map(({ address }) => address).join(' '),
    ...(outflows.length > 0 ? { tokens: String(outflows.length) } : {}),
  }),
};
