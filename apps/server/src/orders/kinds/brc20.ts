import { familyOf } from '@holdfast/chains';
import { tickContract, tickDecimals, tickOf } from '@holdfast/policy';
import type { OrderKindRecord } from './kind.ts';

/** How an order says which tick it pays and how much of it, in units of 10^-18: the ledger counts none of it. */
const orderCall = /^brc20 ([1-9]\d{0,77}) ([\x21-\x7e]{4,10}) (brc20:[0-9a-f]{8,64})$/;

export const brc20CallOf = (units: bigint, symbol: string, contract: string): string =>
  `brc20 ${units} ${symbol} ${contract}`;

/** What an order pays of BRC-20; undefined of any other. */
export function tickPaidBy({ call }: { readonly call: string }) {
  const [, units, symbol, contract] = orderCall.exec(call) ?? [];
  if (units === undefined || symbol === undefined || contract === undefined) return undefined;
  const asset = { symbol, contract, decimals: tickDecimals };
  const tick = tickOf(asset);
  return tick === undefined || tickContract(tick) !== contract ? undefined : { units: BigInt(units), asset, tick };
}

/** A payment of BRC-20, made by its steps once it is decided on. Of the chain's own coin it holds what all of them may cost. */
export const brc20: OrderKindRecord = {
  intent: 'brc20',
  goes: 'nowhere',
  pays: true,
  counts: true,
  isSplit: true,
  deed: () => 'brc20',
  listed: 'withdraw',
  said: (request) => {
    const paid = tickPaidBy(request);
    if (!paid) throw new Error('an order of BRC-20 that names no tick');
    const outputs = request.outputs.map((output) => ({ ...output, amount: String(paid.units) }));
    return { asset: paid.asset, outputs, call: '' };
  },
  misfit: (request) => {
    const { chain, asset, outputs } = request;
    if (!familyOf(chain).ordinals) return 'chain';
    if (asset.contract !== '') return 'asset';
    if (!tickPaidBy(request)) return 'call';
    return outputs.length === 1 && outputs.every(({ amount }) => amount === 0n) ? undefined : 'outputs';
  },
  told: (request) => {
    const paid = tickPaidBy(request);
    return {
      chain: request.chain.id,
      symbol: paid?.asset.symbol ?? '',
      units: String(paid?.units ?? 0n),
      to: request.outputs[0]?.address ?? '',
    };
  },
};

/** One transaction of such a payment. Nobody asks for one: it is ordered when the payment is decided on. */
const { isSplit: _, said: __, ...alone } = brc20;
export const step: OrderKindRecord = { ...alone, intent: 'step', counts: false, misfit: () => 'kind' };
