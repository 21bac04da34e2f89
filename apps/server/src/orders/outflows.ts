import type { OrderId } from '@holdfast/contract';
import { assetKey, type PolicyDocument, parseIntent } from '@holdfast/policy';
import type { Selectable } from 'kysely';
import type { Catalog } from '../catalog.ts';
import type { Database, Db, Tx } from '../db/database.ts';
import { type AssetId, settleHold } from '../ledger/service.ts';
import { besideWorthOf, type OrderQuotes } from '../rules/facts.ts';
import { findKind } from './kinds/index.ts';
import type { OrderOutflow } from './request.ts';

type Order = Selectable<Database['orders']>;

/** Under which so much of a token is held. */
export const outflowRef = (id: OrderId, assetId: AssetId): string => `order:${id}:${assetId}`;

export const findOutflows = (db: Db, { id, kind }: Pick<Order, 'id' | 'kind'>): Promise<OrderOutflow[]> =>
  findKind(kind)?.hasOutflows
    ? db
        .selectFrom('order_outflows')
        .select(['asset_id', 'amount', 'held'])
        .where('order_id', '=', id)
        .orderBy('asset_id')
        .execute()
    : Promise.resolve([]);

/** Ends what a call holds of tokens: what left of each leaves the books, as far as it was held. @param left base units by asset; what is missing stayed */
export async function settleOutflows(
  tx: Tx,
  order: Pick<Order, 'id' | 'kind' | 'workspace_id'>,
  left: ReadonlyMap<AssetId, bigint> = new Map(),
): Promise<void> {
  for (const { asset_id: assetId, held } of await findOutflows(tx, order)) {
    const moved = left.get(assetId) ?? 0n;
    const spent = moved < held ? moved : held;
    if (held > 0n)
      await settleHold(tx, {
        workspaceId: order.workspace_id,
        ref: outflowRef(order.id, assetId),
        ...{ assetId, spent, feeAssetId: assetId, fee: 0n },
      });
  }
}

/** Writes down what its tokens are worth by these quotes, as of its own amount. */
export async function storeOutflowWorth(
  db: Db,
  catalog: Catalog,
  document: PolicyDocument,
  order: Pick<Order, 'id' | 'kind' | 'intent'>,
  quotes: OrderQuotes,
): Promise<void> {
  const intent = parseIntent(order.intent);
  if (!findKind(order.kind)?.hasOutflows) return;
  const worth = besideWorthOf(document, intent, quotes);
  for (const { asset_id } of await findOutflows(db, order)) {
    const contract = catalog.find(asset_id)?.asset.contract;
    const value = contract === undefined ? undefined : worth.get(assetKey(intent.chain, contract));
    await db
      .updateTable('order_outflows')
      .set({ value_cents: value ?? null })
      .where('order_id', '=', order.id)
      .where('asset_id', '=', asset_id)
      .execute();
  }
}
