import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Recorder } from '../../audit/service.ts';
import type { Db, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publish } from '../../events/hub.ts';
import { refuse } from '../../refuse.ts';
import { type BalanceReader, totalUnits } from './ledger-port.ts';
import { type SubWallet, subWalletColumns } from './queries.ts';
import { shownStatus, topMax } from './rules.ts';

interface Place {
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
}
interface LifeDeps {
  readonly db: Db;
  readonly ledger: Pick<BalanceReader, 'balances'>;
}

/** @throws subWalletBeingCreated, subWalletArchived for what nothing new is to be asked for */
export function demandReady({ status }: Pick<SubWallet, 'status'>): void {
  if (status === 'archived') throw refuse('subWalletArchived', {});
  if (status !== 'active') throw refuse('subWalletBeingCreated', {});
}

/** The row, locked. @throws walletNotFound */
async function lock(tx: Tx, { workspaceId, subWalletId }: Place): Promise<SubWallet> {
  const found = await tx
    .selectFrom('sub_wallets')
    .select(subWalletColumns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', subWalletId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw refuse('walletNotFound', {});
  return found;
}

const change = (tx: Tx, { workspaceId, subWalletId }: Place, to: Partial<Pick<SubWallet, 'status' | 'is_top'>>) =>
  tx.updateTable('sub_wallets').set(to).where('workspace_id', '=', workspaceId).where('id', '=', subWalletId).execute();

/** So many are pinned; the workspace's row is locked, so that counting and pinning is one step. */
async function countTop(tx: Tx, workspaceId: WorkspaceId): Promise<number> {
  await tx.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forUpdate().execute();
  const row = await tx
    .selectFrom('sub_wallets')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workspace_id', '=', workspaceId)
    .where('is_top', '=', true)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Pins or unpins. @throws walletNotFound, subWalletArchived, tooManyRows */
export const setTop = (db: Db, place: Place, top: boolean, record: Recorder): Promise<void> =>
  inTransaction(db, async (tx) => {
    const pinned = top ? await countTop(tx, place.workspaceId) : 0;
    const found = await lock(tx, place);
    if (found.is_top === top) return;
    if (top) demandReady(found);
    if (pinned >= topMax) throw refuse('tooManyRows', { max: topMax });
    await change(tx, place, { is_top: top });
    await record(tx, { object: `subWallet:${place.subWalletId}`, after: { is_top: String(top) } });
    await publish(tx, place.workspaceId, { topic: 'balance', id: String(place.subWalletId) });
  });

interface Showing {
  readonly workspaceId: WorkspaceId;
  readonly ids: readonly number[];
  readonly status: number;
}
/** Shows or hides all of them, or none: one that the workspace has not is refused. @returns how many changed @throws walletNotFound */
export const setShown = (db: Db, { workspaceId, ids, status }: Showing, record: Recorder): Promise<number> =>
  inTransaction(db, async (tx) => {
    const wanted = [...new Set(ids)].sort((a, b) => a - b) as SubWalletId[];
    const rows = await tx
      .selectFrom('sub_wallets')
      .select(['id', 'app_show_status'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', sql<SubWalletId>`any(${wanted}::bigint[])`)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (rows.length !== wanted.length) throw refuse('walletNotFound', {});
    const other = rows.filter(({ app_show_status }) => app_show_status !== status).map(({ id }) => id);
    if (other.length === 0) return 0;
    await tx
      .updateTable('sub_wallets')
      .set({ app_show_status: status })
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', other)
      .execute();
    const after = { shown: String(status === shownStatus.shown) };
    for (const id of other) await record(tx, { object: `subWallet:${id}`, after });
    await publish(tx, workspaceId, { topic: 'balance', id: String(other[0]) });
    return other.length;
  });

/**
 * Puts away what holds nothing, uncertain deposits included, or takes it back. A coin that arrives in the same moment is booked there all the same, and the
 * sub-wallet can be taken back. @throws walletNotFound, subWalletBeingCreated, subWalletNotEmpty
 */
export const archive = ({ db, ledger }: LifeDeps, place: Place, away: boolean, record: Recorder): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { workspaceId, subWalletId } = place;
    const { status } = await lock(tx, place);
    if (status === 'creating') throw refuse('subWalletBeingCreated', {});
    if ((status === 'archived') === away) return;
    const held = away ? await ledger.balances(tx, workspaceId, { subWalletIds: [subWalletId] }) : [];
    if (held.some((row) => totalUnits(row) !== 0n)) throw refuse('subWalletNotEmpty', {});
    await change(tx, place, away ? { status: 'archived', is_top: false } : { status: 'active' });
    await record(tx, { object: `subWallet:${subWalletId}`, after: { archived: String(away) } });
    await publish(tx, workspaceId, { topic: 'balance', id: String(subWalletId) });
  });
