import type { ChainConfig } from '@holdfast/chains';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import { type Catalog, createCatalog } from '../../catalog.ts';
import type { Db } from '../../db/database.ts';
import { assetText } from '../asset-id.ts';
import { type AssetId, assetRows, type Balance, findBalance, readAssetIds } from '../service.ts';

/** The coins of these chains, which the ledger is told of as at a start of the server. */
export async function catalogIn(db: Db, chains: readonly ChainConfig[]): Promise<Catalog> {
  await sql`select assets_keep(${JSON.stringify(assetRows(chains))}::jsonb)`.execute(db);
  return createCatalog(chains, [], await readAssetIds(db));
}

/** The same where there is no ledger: the numbers are made up. */
export const catalogOf = (chains: readonly ChainConfig[]): Catalog =>
  createCatalog(
    chains,
    [],
    new Map(
      assetRows(chains).map(({ token_id: tokenId, ...row }, n) => [assetText({ ...row, tokenId }), (n + 1) as AssetId]),
    ),
  );

/** The asset of a symbol that the ledger was told of last. */
export async function idOf(db: Db, symbol: string): Promise<AssetId> {
  const called = db.selectFrom('assets').select('id').where('symbol', '=', symbol);
  return (await called.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id;
}

export const balanceOf = async (
  db: Db,
  workspaceId: WorkspaceId,
  wallet: SubWalletId,
  symbol: string,
): Promise<Balance> => findBalance(db, workspaceId, wallet, await idOf(db, symbol));
