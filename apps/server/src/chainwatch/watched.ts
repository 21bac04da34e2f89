import type { WatchedAddresses } from '@holdfast/chains/rpc';
import type { AddressId, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { createPacked, type Watched } from './packed.ts';

export type { Watched } from './packed.ts';

export interface WatchedSet extends WatchedAddresses {
  get(address: string): Watched | undefined;
  workspaces(): Iterable<WorkspaceId>;
  /** Takes in addresses made since the last time. */
  refresh(db: Db): Promise<void>;
}

const columns = ['id', 'workspace_id as workspaceId', 'sub_wallet_id as subWalletId', 'path', 'branch'] as const;

const pageSize = 20_000;
/** Ids are handed out before they are committed: look back this far, so that one that was late is not missed. */
const lookBack = 500;

/** Those of these addresses that are ours on a chain, each in its place; looked for together. */
export async function findWatched(
  db: Db,
  chain: string,
  addresses: readonly string[],
): Promise<(Watched | undefined)[]> {
  const rows = await db
    .selectFrom('addresses')
    .select([...columns, 'address'])
    .where('chain', '=', chain)
    .where('address', '=', sql<string>`any(${addresses}::text[])`)
    .execute();
  const known = new Map(rows.map(({ address, ...watched }) => [address, watched]));
  return addresses.map((address) => known.get(address));
}

/** The addresses of one chain in memory: asking the database for every payment of every block would be far too slow. */
export function createWatchedSet(chain: string): WatchedSet {
  const packed = createPacked();
  let last = 0;

  async function page(db: Db, after: number): Promise<number | undefined> {
    const rows = await db
      .selectFrom('addresses')
      .select([...columns, 'address'])
      .where('chain', '=', chain)
      .where('id', '>', after as AddressId)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    for (const { address, ...row } of rows) packed.add(address, row);
    const end = rows.at(-1)?.id;
    if (end !== undefined && rows.length === pageSize) return end;
    last = Math.max(last, end ?? 0);
    return undefined;
  }
  return {
    get: packed.get,
    has: packed.has,
    workspaces: packed.workspaces,
    keys: packed.keys,
    get size() {
      return packed.size;
    },
    async refresh(db) {
      let after: number | undefined = Math.max(0, last - lookBack);
      while (after !== undefined) after = await page(db, after);
    },
  };
}
