import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import type { Db } from '../db/database.ts';
import type { AssetId } from './asset-id.ts';
import { balanceHistory, findBalances, findTotals } from './service.ts';

const historyPoints = 60;

/** Balances and their history in the shape the wallet screens ask for. */
export const balanceReader = {
  async balances(db: Db, workspaceId: WorkspaceId, only: Parameters<typeof findBalances>[2]) {
    const rows = await findBalances(db, workspaceId, only);
    return rows.map(({ pending_in, ...row }) => ({ ...row, pending: pending_in }));
  },
  totals: findTotals,
  async history(
    db: Db,
    of: { workspaceId: WorkspaceId; subWalletId: SubWalletId | undefined; start: Date; end: Date },
  ) {
    const points = await balanceHistory(db, of.workspaceId, { ...of, points: historyPoints });
    const byTime = new Map<number, { assetId: AssetId; units: bigint }[]>();
    for (const { time, assetId, units } of points) {
      const at = byTime.get(time.getTime()) ?? [];
      at.push({ assetId, units });
      byTime.set(time.getTime(), at);
    }
    return [...byTime].map(([time, holdings]) => ({ time: new Date(time), holdings }));
  },
};
