import type { WatchedAddresses } from '@holdfast/chains/rpc';
import type { AddressId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Db } from '../db/database.ts';

/** An address of ours, as the watcher needs it. */
export interface Watched {
  readonly id: AddressId;
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
  readonly path: string;
  /** 0 user (deposit), 1 system (change). */
  readonly branch: number;
}
export interface WatchedSet extends WatchedAddresses {
  get(address: string): Watched | undefined;
  workspaces(): Iterable<WorkspaceId>;
  /** Takes in addresses made since the last time. */
  refresh(db: Db): Promise<void>;
}

const pageSize = 20_000;
/** Ids are handed out before they are committed: look back this far, so that one that was late is not missed. */
const lookBack = 500;

/** The addresses of one chain in memory: asking the database for every payment of every block would be far too slow. */
export function createWatchedSet(chain: string): WatchedSet {
  const byAddress = new Map<string, Watched>();
  const workspaceIds = new Set<WorkspaceId>();
  let last = 0;

  async function page(db: Db, after: number): Promise<number | undefined> {
    const rows = await db
      .selectFrom('addresses')
      .select(['id', 'workspace_id as workspaceId', 'sub_wallet_id as subWalletId', 'path', 'branch', 'address'])
      .where('chain', '=', chain)
      .where('id', '>', after as AddressId)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    for (const { address, ...row } of rows) {
      byAddress.set(address, row);
      workspaceIds.add(row.workspaceId);
    }
    const end = rows.at(-1)?.id;
    if (end !== undefined && rows.length === pageSize) return end;
    last = Math.max(last, end ?? 0);
    return undefined;
  }
  return {
    get: (address) => byAddress.get(address),
    has: (address) => byAddress.has(address),
    workspaces: () => workspaceIds,
    keys: () => byAddress.keys(),
    get size() {
      return byAddress.size;
    },
    async refresh(db) {
      let after: number | undefined = Math.max(0, last - lookBack);
      while (after !== undefined) after = await page(db, after);
    },
  };
}
