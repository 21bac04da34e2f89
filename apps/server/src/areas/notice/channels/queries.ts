import type { ChannelChoice, ChannelType, UserId, WorkspaceId } from '@holdfast/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../../db/database.ts';
import type { NoticeRow } from '../queries.ts';
import type { Noted } from './message.ts';
import { dueAt, tells } from './rules.ts';

export type ChannelRow = Selectable<Database['notice_channels']>;
export interface Owner {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
}

/** Puts new notices before the channels that tell of them. */
export async function enqueue(tx: Tx, notices: readonly NoticeRow[], now: Date): Promise<void> {
  if (notices.length === 0) return;
  const users = [...new Set(notices.map(({ user_id }) => user_id))];
  const channels = await tx.selectFrom('notice_channels').selectAll().where('user_id', 'in', users).execute();
  const values = notices.flatMap((notice) =>
    channels
      .filter(({ user_id, workspace_id }) => user_id === notice.user_id && workspace_id === notice.workspace_id)
      .filter(({ choice }) => tells(choice, notice))
      .map(({ id, choice }) => ({ channel_id: id, notice_id: notice.id, due_at: dueAt(choice, notice.kind, now) })),
  );
  if (values.length > 0)
    await tx
      .insertInto('notice_deliveries')
      .values(values)
      .onConflict((oc) => oc.doNothing())
      .execute();
}

/** Mail channels whose last attempt failed, with whose they are and when the last mail left through them. */
export const failingMail = (db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('notice_channels as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.nick_name as name', 'c.last_error as error', 'c.last_sent_at as sent_at'])
    .where('c.workspace_id', '=', workspaceId)
    .where('c.type', '=', 'mail')
    .where('c.last_error', '<>', '')
    .orderBy('u.nick_name')
    .limit(100)
    .execute();

export const leaseSeconds = 60;

/** Takes a channel that has something to send and that nobody else has; who has it is the only one to send through it. */
export async function claimChannel(db: Db, now: Date): Promise<ChannelRow | undefined> {
  const { rows } = await sql<ChannelRow>`
    update notice_channels set lease_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds}), lease_token = lease_token + 1
    where id = (select c.id from notice_channels c
      where c.next_at <= ${now} and (c.lease_until is null or c.lease_until < ${now})
        and exists (select from notice_deliveries d where d.channel_id = c.id and d.state = 'waiting' and d.due_at <= ${now})
      order by c.next_at, c.id limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0];
}

interface Due extends Noted {
  readonly due_at: Date;
  /** It was to be decided, and is. */
  readonly settled: boolean;
}
/** What a channel has to send now, oldest first. */
export async function findDue(db: Db, channel: number, now: Date, max: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select n.id, n.kind, n.event, n.object, n.facts, d.due_at, n.kind in ('decide', 'remind') and n.read_at is not null as settled
    from notice_deliveries d join notices n on n.id = d.notice_id
    where d.channel_id = ${channel} and d.state = 'waiting' and d.due_at <= ${now} order by n.id limit ${max}`.execute(
    db,
  );
  return rows;
}

type Claimed = Pick<ChannelRow, 'id' | 'lease_token'>;

/** Ends what was sent, or is not to be sent any more. */
export const endDeliveries = (db: Db, channel: number, notices: readonly number[], state: 'sent' | 'over', now: Date) =>
  sql`update notice_deliveries set state = ${state}, sent_at = ${now}
    where channel_id = ${channel} and notice_id = any(${[...notices]}::bigint[]) and state = 'waiting'`.execute(db);

/** Gives the channel back after it was used. */
export const releaseSent = (db: Db, { id, lease_token }: Claimed, sentAt: Date | null) =>
  sql`update notice_channels set lease_until = null, failures = 0, last_error = '', last_sent_at = coalesce(${sentAt}::timestamptz, last_sent_at)
    where id = ${id} and lease_token = ${lease_token}`.execute(db);
/** Gives it back after a failure, to be tried again later. */
export const releaseFailed = (db: Db, { id, lease_token }: Claimed, error: string, nextAt: Date) =>
  sql`update notice_channels set lease_until = null, failures = failures + 1, last_error = ${error}, next_at = ${nextAt}
    where id = ${id} and lease_token = ${lease_token}`.execute(db);

const own = (db: Db, { workspaceId, userId }: Owner) =>
  db.selectFrom('notice_channels').where('workspace_id', '=', workspaceId).where('user_id', '=', userId);

export const findChannels = (db: Db, owner: Owner): Promise<ChannelRow[]> =>
  own(db, owner).selectAll().orderBy('id').execute();
export const findChannel = (db: Db, owner: Owner, id: number): Promise<ChannelRow | undefined> =>
  own(db, owner).selectAll().where('id', '=', id).executeTakeFirst();

interface Values {
  readonly type: ChannelType;
  readonly hint: string;
  readonly target: string;
  readonly choice: ChannelChoice;
}
export async function insertChannel(
  tx: Tx,
  { workspaceId, userId }: Owner,
  { choice, ...values }: Values,
): Promise<number> {
  const { id } = await tx
    .insertInto('notice_channels')
    .values({ workspace_id: workspaceId, user_id: userId, ...values, choice: JSON.stringify(choice) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
/** With another target it begins anew: what failed of the earlier one says nothing of it. */
export const updateChannel = (tx: Tx, id: number, { choice, hint, target }: Omit<Values, 'type'>, now: Date) =>
  sql`update notice_channels set choice = ${JSON.stringify(choice)}::jsonb, hint = ${hint}, target = ${target}, failures = 0, last_error = '', next_at = ${now}
    where id = ${id}`.execute(tx);
export const deleteChannel = (db: Db, id: number) => db.deleteFrom('notice_channels').where('id', '=', id).execute();
/** Deletes a channel as it was claimed. @returns false where it got another target, or another claim, meanwhile */
export async function deleteClaimed(tx: Tx, { id, lease_token, target }: ChannelRow): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('notice_channels')
    .where('id', '=', id)
    .where('lease_token', '=', lease_token)
    .where('target', '=', target)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const emailOf = async (db: Db, userId: UserId): Promise<string> =>
  (await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;
