import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import type { AssetId } from './asset-id.ts';

export interface Drift {
  readonly workspaceId: WorkspaceId;
  readonly subWalletId: SubWalletId;
  readonly assetId: AssetId;
}
interface Only {
  readonly workspaceId: WorkspaceId;
  readonly assetId: AssetId;
}

const columns = sql`workspace_id, sub_wallet_id, asset_id, available, frozen, collecting, pending_in, held, staked`;

/** Balances that differ from what `journal` says, a relation of the columns above with a row for each balance. */
async function differing(db: Db, journal: RawBuilder<unknown>, where = sql`true`): Promise<Drift[]> {
  const { rows } = await sql<Drift>`
    with b as (select ${columns} from balances where ${where}), r as (select ${columns} from ${journal} where ${where})
    select coalesce(b.workspace_id, r.workspace_id) as "workspaceId", coalesce(b.sub_wallet_id, r.sub_wallet_id) as "subWalletId",
      coalesce(b.asset_id, r.asset_id) as "assetId"
    from b full join r using (sub_wallet_id, asset_id)
    where (b.available, b.frozen, b.collecting, b.pending_in, b.held, b.staked, b.workspace_id)
      is distinct from (r.available, r.frozen, r.collecting, r.pending_in, r.held, r.staked, r.workspace_id)`.execute(
    db,
  );
  return rows;
}

/** Balances that differ from a full replay of the journal; none, at every committed state (domain.md, invariant 3). */
export const findDrift = (db: Db, only?: Only): Promise<Drift[]> =>
  differing(
    db,
    sql`ledger_replay`,
    only ? sql`workspace_id = ${only.workspaceId} and asset_id = ${only.assetId}` : undefined,
  );

/** The sums as far as they go, and the entries since. */
const summed = sql`(
  select workspace_id, sub_wallet_id, asset_id, sum(available) as available, sum(frozen) as frozen, sum(collecting) as collecting,
    sum(pending_in) as pending_in, sum(held) as held, sum(staked) as staked
  from (select ${columns} from ledger_sums
    union all select ${columns} from ledger_entries_after((select transfer_id from ledger_summed_to), 9223372036854775807)) parts
  group by workspace_id, sub_wallet_id, asset_id) as summed`;

/** More suspects than this are not looked at one by one. */
const suspectsMax = 100;

/** Those of the suspected balances that differ from their own entries too. */
async function confirmed(db: Db, suspects: readonly Drift[]): Promise<Drift[]> {
  const found: Drift[] = [];
  for (const { subWalletId, assetId } of suspects)
    found.push(
      ...(await differing(db, sql`ledger_replay`, sql`sub_wallet_id = ${subWalletId} and asset_id = ${assetId}`)),
    );
  return found;
}

/**
 * Numbers of transfers are given out before their commit, so a lower one may still appear after a higher one. Nothing writes for that long
 * (statements end after 15 s, transactions after a few of them).
 */
const settledAfter = sql`interval '5 minutes'`;
/** A whole journal of tens of millions of entries takes longer to read than any statement that somebody waits for. */
const patiently = sql`set local statement_timeout = '10min'`;

async function sumUp(tx: Tx): Promise<void> {
  await patiently.execute(tx);
  const { rows } = await sql<{ from: number; to: number }>`
    with place as (select transfer_id from ledger_summed_to for update)
    select place.transfer_id as "from", coalesce(
      (select min(t.id) - 1 from ledger_transfers t where t.id > place.transfer_id and t.created_at >= now() - ${settledAfter}),
      (select max(t.id) from ledger_transfers t where t.id > place.transfer_id), place.transfer_id) as "to" from place`.execute(
    tx,
  );
  const [step] = rows;
  if (!step || step.to <= step.from) return;
  await sql`insert into ledger_sums as s (${columns}) select ${columns} from ledger_entries_after(${step.from}, ${step.to})
    on conflict (sub_wallet_id, asset_id, workspace_id) do update set available = s.available + excluded.available,
      frozen = s.frozen + excluded.frozen, collecting = s.collecting + excluded.collecting,
      pending_in = s.pending_in + excluded.pending_in, held = s.held + excluded.held,
      staked = s.staked + excluded.staked`.execute(tx);
  await sql`insert into ledger_totals as t (workspace_id, asset_id, units)
    select workspace_id, asset_id, sum(available + frozen + collecting + pending_in + held + staked)
      from ledger_entries_after(${step.from}, ${step.to}) group by 1, 2
    on conflict (workspace_id, asset_id) do update set units = t.units + excluded.units`.execute(tx);
  await sql`update ledger_summed_to set transfer_id = ${step.to}`.execute(tx);
}

async function forgetSums(tx: Tx): Promise<void> {
  await sql`update ledger_summed_to set transfer_id = 0`.execute(tx);
  await sql`delete from ledger_sums`.execute(tx);
  await sql`delete from ledger_totals`.execute(tx);
}

/** As `findDrift`, with time enough for a long journal. */
export const findAllDrift = (db: Db): Promise<Drift[]> =>
  inTransaction(db, async (tx) => {
    await patiently.execute(tx);
    return findDrift(tx);
  });

/**
 * As `findDrift`, but reads only what is new since the last call. What that finds is confirmed by the balance's own entries: sums that are wrong
 * themselves are made anew and accuse nobody.
 */
export async function findNewDrift(db: Db): Promise<Drift[]> {
  await inTransaction(db, sumUp);
  const suspects = await differing(db, summed);
  const drift = suspects.length > suspectsMax ? await findAllDrift(db) : await confirmed(db, suspects);
  if (drift.length < suspects.length) await inTransaction(db, forgetSums);
  return drift;
}
