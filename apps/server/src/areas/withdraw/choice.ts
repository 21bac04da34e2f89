import { fromUnits } from '@holdfast/money';
import { utxoFamily } from '../../chains/family.ts';
import { modelOf } from '../../chains/models.ts';
import type { Db } from '../../db/database.ts';
import { type OrderRequest, takenOf } from '../../orders/service.ts';
import { refuse } from '../../refuse.ts';

/** Are the outputs that members chose there to be spent, together in one transaction, and enough? @throws noOutputs, outputTaken, tooManyCoins, outputsShort */
export async function checkChoice(db: Db, p: OrderRequest): Promise<void> {
  const { chain, asset, inputs, maxFee } = p;
  if (inputs === undefined) return;
  const { outputs } = modelOf(chain);
  if (!outputs || asset.contract !== '') throw refuse('noOutputs', { symbol: asset.symbol });
  const place = { workspace_id: p.workspaceId, sub_wallet_id: p.subWalletId };
  const coins = await outputs.choosable(db, chain.id, place, inputs);
  if (coins.length < inputs.length) throw refuse('outputTaken', {});
  const { maxInputs, carriable } = utxoFamily(chain);
  const text = (units: bigint): string => fromUnits(units, asset.decimals);
  const sumOf = (some: typeof coins): bigint => some.reduce((sum, { amount }) => sum + amount, 0n);
  const most = carriable([...coins]).slice(0, maxInputs);
  if (most.length < coins.length) {
    const units = sumOf(most) > maxFee ? sumOf(most) - maxFee : 0n;
    throw refuse('tooManyCoins', { max: most.length, most: text(units), symbol: asset.symbol });
  }
  const needed = takenOf(p) + maxFee;
  if (sumOf(coins) < needed)
    throw refuse('outputsShort', { sum: text(sumOf(coins)), needed: text(needed), symbol: asset.symbol });
}
