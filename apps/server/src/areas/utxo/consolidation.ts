import type { ChainConfig } from '@holdfast/chains';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { compare } from '@holdfast/money';
import type { Coin } from '../../catalog.ts';
import { utxoFamily } from '../../chains/family.ts';
import type { OutputRow, Outputs } from '../../chains/outputs.ts';
import type { Db } from '../../db/database.ts';
import { type ConsolidationRule, findRule } from './queries.ts';

/** Many outputs become one while fees are low: members say when that is, are told, and ask for the payment themselves. Nothing is paid by it. */

export interface Consolidation extends Pick<ConsolidationRule, 'most_rate' | 'more_than'> {
  readonly due: boolean;
  readonly rate: string;
  /** What would be joined, smallest first. */
  readonly rows: readonly OutputRow[];
}

interface Place {
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
}

/** What the network asks of who can wait, and what is dust by that; undefined where the node does not answer. */
export interface LowRate {
  readonly rate: string;
  readonly dust: bigint;
}

/** The smallest outputs that one payment can join: each worth more than it costs, none that is promised, frozen or not final. */
async function joinable(
  db: Db,
  outputs: Outputs,
  chain: ChainConfig,
  { workspaceId: workspace_id, subWalletId: sub_wallet_id }: Place,
  dust: bigint,
) {
  const { maxInputs, carriable } = utxoFamily(chain);
  const own = { workspace_id, sub_wallet_id };
  const asked = { keyword: '', sort: 'amount', order: 'asc', page: 1, size: maxInputs, state: 'available' } as const;
  const { rows, total } = await outputs.find(db, { ...own, ...asked, chain: chain.id, dust });
  const coins = carriable([...(await outputs.choosable(db, chain.id, own, rows))].reverse());
  const fits = new Set(coins.map(({ txid, vout }) => `${txid}:${vout}`));
  return { total, rows: rows.filter(({ txid, vout }) => fits.has(`${txid}:${vout}`)) };
}

/** What members said, and whether it is so now; undefined where they said nothing. */
export async function consolidationOf(
  db: Db,
  { chain, outputs }: Coin & { readonly outputs: Outputs },
  place: Place,
  low: LowRate | undefined,
): Promise<Consolidation | undefined> {
  const rule = await findRule(db, chain.id, place.subWalletId);
  if (!rule) return undefined;
  const { most_rate, more_than } = rule;
  const told = { most_rate, more_than, rate: low?.rate ?? '' };
  if (!low || compare(low.rate, most_rate) > 0) return { ...told, due: false, rows: [] };
  const { total, rows } = await joinable(db, outputs, chain, place, low.dust);
  const due = total > more_than && rows.length > 1;
  return { ...told, due, rows: due ? rows : [] };
}
