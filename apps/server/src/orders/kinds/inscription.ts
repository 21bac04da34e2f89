import { familyOf } from '@holdfast/chains';
import { inscriptionOf } from '@holdfast/policy';
import type { OrderKindRecord } from './kind.ts';

/** An output leaves whole, with what is inscribed on it: its coins are the amount. */
export const inscription: OrderKindRecord = {
  intent: 'inscription',
  goes: 'chain',
  pays: true,
  counts: false,
  deed: () => 'inscription',
  listed: 'web3',
  misfit: ({ kind, chain, asset, call, outputs: [output], outputs }) => {
    if (!familyOf(chain).ordinals) return 'chain';
    if (!inscriptionOf({ kind, call })) return 'call';
    if (asset.contract !== '') return 'asset';
    return output && output.amount > 0n && outputs.length === 1 ? undefined : 'outputs';
  },
  told: ({ kind, chain, call, outputs }) => {
    const { outpoint = '', inscription: id = '' } = inscriptionOf({ kind, call }) ?? {};
    return { chain: chain.id, inscription: id, output: outpoint, to: outputs[0]?.address ?? '' };
  },
};
