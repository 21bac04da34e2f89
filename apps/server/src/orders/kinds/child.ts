import { familyOf } from '@holdfast/chains';
import { fromUnits } from '@holdfast/money';
import { parentOf } from '@holdfast/policy';
import type { OrderKindRecord } from './kind.ts';

/** An own output of a transaction that waits is spent to the account itself, to pay for that one: it holds its fee alone. */
export const child: OrderKindRecord = {
  intent: 'child',
  goes: 'nowhere',
  pays: false,
  counts: false,
  deed: () => 'child',
  listed: 'withdraw',
  misfit: ({ kind, chain, asset, call, from, path, outputs: [output], outputs }) => {
    if (familyOf(chain).model !== 'utxo') return 'chain';
    if (parentOf({ kind, call }) === '') return 'call';
    if (asset.contract !== '') return 'asset';
    const isOwn = output?.address === from && output.path === path;
    return isOwn && output.amount === 0n && outputs.length === 1 ? undefined : 'outputs';
  },
  told: ({ kind, chain, call, maxFee, feeAsset }) => ({
    chain: chain.id,
    parent: parentOf({ kind, call }),
    fee: `${fromUnits(maxFee, feeAsset.decimals)} ${feeAsset.symbol}`,
  }),
};
