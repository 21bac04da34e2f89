import type { ChainConfig } from '@holdfast/chains';
import type { Db } from '../db/database.ts';
import { type AssetIds, assetText, wholeAsset } from './asset-id.ts';

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
