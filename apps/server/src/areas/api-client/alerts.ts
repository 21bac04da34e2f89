import { badSignatures, type CallAlertId, errors, type UserId, type WorkspaceId } from '@holdfast/contract';
import { sql } from 'kysely';
import type { Recorder } from '../../audit/service.ts';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse } from '../../refuse.ts';

/**
 * Bad signatures in an API client's name, many within a short time: its key or address is set up wrongly, or somebody tries without the key. The audit log tells
 * it once in that time; the owners and admins are shown what it tells until each of them has said that they know.
 */

const windowMs = badSignatures.minutes * 60_000;
/** Older ones lead to calls that are no longer in the log. */
const shownDays = 30;
const shownMost = 20;

export interface CallAlert {
  readonly id: CallAlertId;
  readonly app_id: string;
  readonly name: string;
  readonly time: Date;
  /** Where the last of them came from. */
  readonly ip: string;
}

/** Call it after each bad signature was written down. Of servers that see the last ones at the same moment, one tells it. */
export async function tellBadSignatures(db: Db, record: Recorder, appId: string, ip: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - windowMs);
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ workspace_id: WorkspaceId; name: string }>`
      update api_clients p set alerted_at = ${now} where p.app_id = ${appId} and (p.alerted_at is null or p.alerted_at <= ${since})
        and (select count(*) from api_client_calls c where c.app_id = p.app_id and not c.proven
          and c.code = ${errors.signatureInvalid.code} and c.time > ${since}) >= ${badSignatures.count}
      returning p.workspace_id, p.name`.execute(tx);
    for (const { workspace_id: workspaceId, name } of rows) {
      const detail = { name, ip, count: String(badSignatures.count), minutes: String(badSignatures.minutes) };
      await record(tx, { workspaceId, object: `program:${appId}`, result: 'refused', detail });
    }
  });
}

const told = sql`a.object = 'program:' || p.app_id and a.action = 'program.badSignatures'`;

/** The last one about each API client that this user has said nothing to, newest first. */
export async function findAlerts(db: Db, workspaceId: WorkspaceId, userId: UserId, now: Date): Promise<CallAlert[]> {
  const { rows } =
    await sql<CallAlert>`select a.seq + 1 as id, p.app_id, p.name, a.time, a.entry::jsonb -> 'detail' ->> 'ip' as ip
    from api_clients p
      cross join lateral (select a.seq, a.time, a.entry from audit_log a where ${told} order by a.seq desc limit 1) a
    where p.workspace_id = ${workspaceId} and p.alerted_at is not null
      and a.time > ${new Date(now.getTime() - shownDays * 86_400_000)}
      and not exists (select 1 from audit_log k where k.object = 'alert:' || a.seq + 1 and k.action = 'program.acknowledge'
        and k.entry::jsonb ->> 'actor' = ${`user:${userId}`})
    order by a.seq desc limit ${shownMost}`.execute(db);
  return rows;
}

/** The caller knows of it. @throws itemNotFound for what is no alert of this workspace */
export async function acknowledge(db: Db, workspaceId: WorkspaceId, id: CallAlertId, record: Recorder): Promise<void> {
  const { rows } = await sql`select 1 from api_clients p join audit_log a on ${told}
    where p.workspace_id = ${workspaceId} and a.seq = ${id - 1}`.execute(db);
  if (rows.length === 0) throw refuse('itemNotFound', {});
  await record(db, { workspaceId, object: `alert:${id}` });
}
