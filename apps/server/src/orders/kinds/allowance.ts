import { familyOf } from '@holdfast/chains';
import { fromUnits } from '@holdfast/money';
import { isEndless } from '@holdfast/policy';
import type { Deed, OrderKindRecord, Sum } from './kind.ts';

function deedOf({ amount, decimals }: Sum): Deed {
  if (amount === 0n) return 'revocation';
  const given = { outputs: [{ amount: String(amount) }], asset: { decimals: String(decimals) } };
  return isEndless(given) ? 'endless' : 'allowance';
}

/** A spender may take so much of a token: what it may take stays available until it does, so the fee alone is held. */
export const allowance: OrderKindRecord = {
  intent: 'allowance',
  goes: 'nowhere',
  pays: false,
  counts: true,
  deed: deedOf,
  listed: 'web3',
  misfit: ({ chain, asset, call, from, outputs: [output], outputs }) => {
    if (!familyOf(chain).hasAllowances) return 'chain';
    if (call !== '') return 'call';
    if (asset.contract === '') return 'asset';
    const isOne = output !== undefined && outputs.length === 1;
    return isOne && output.memo === '' && output.address !== from ? undefined : 'outputs';
  },
  told: ({ chain, asset, outputs: [output] }) => ({
    chain: chain.id,
    symbol: asset.symbol,
    ...(output ? { amount: fromUnits(output.amount, asset.decimals), spender: output.address } : {}),
  }),
};
