import type { ChainConfig } from '@holdfast/chains';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { type AssetId, type AssetIds, assetText, wholeAsset } from './asset-id.ts';

/** The assets of these chains, as `assets_keep` takes them (migration 0064). */
export const assetRows = (chains: readonly ChainConfig[]) =>
  chains.flatMap(({ id: chain, assets }) =>
    assets.map(({ contract, symbol, decimals }) => {
      const { tokenId: token_id } = wholeAsset(chain, contract);
      return { chain, contract, token_id, symbol, decimals };
    }),
  );

/** Every asset that was ever configured, by `assetText`. */
export async function readAssetIds(db: Db): Promise<AssetIds> {
  const rows = await db.selectFrom('assets').select(['id', 'chain', 'contract', 'token_id as tokenId']).execute();
  return new Map(rows.map(({ id, ...key }) => [assetText(key), id]));
}

export type AssetRow = ReturnType<typeof assetRows>[number];

/** Has the ledger count one more asset, or finds it. @throws when it counts it in other decimals already */
export async function keepAsset(db: Db, row: AssetRow): Promise<AssetId> {
  await sql`select assets_keep(${JSON.stringify([row])}::jsonb)`.execute(db);
  const { id } = await db
    .selectFrom('assets')
    .select('id')
    .where('chain', '=', row.chain)
    .where('contract', '=', row.contract)
    .where('token_id', '=', row.token_id)
    .executeTakeFirstOrThrow();
  return id;
}
