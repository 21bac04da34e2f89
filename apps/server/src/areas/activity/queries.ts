import type { SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import { systemActions } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../db/database.ts';
import { together } from '../../db/together.ts';
import { paysAny } from '../../orders/receivers.ts';
import { namedAs, partiesLike, type Words } from '../../parties.ts';
import type { ByObject } from './rules.ts';

/** Who asks. */
export interface Reader {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  readonly memberId: string;
}
export interface EntryAsk {
  /** Actions that the reader is told of, whoever did them, and those of their own. */
  readonly told: readonly string[];
  readonly own: readonly string[];
  /** What entries have to be about, where their action does not say of which kind they are. */
  readonly beside: ByObject | undefined;
  readonly person: string | undefined;
  readonly subWalletId: SubWalletId | undefined;
  /** Of payments to, and deposits of, whoever fits. */
  readonly payee: Words | undefined;
  readonly start: Date | undefined;
  readonly end: Date | undefined;
  readonly before: number | undefined;
  readonly limit: number;
}
export interface EntryRow {
  readonly seq: number;
  readonly time: Date;
  readonly action: string;
  readonly actor: string;
  readonly actor_name: string | null;
  readonly object: string;
  readonly result: string;
  readonly network: string;
  readonly detail: Readonly<Record<string, string>>;
}

/** Actions of people before they have chosen a workspace: they are told where the person is a member. */
const ofPersons: readonly string[] = [
  'session.login',
  'session.logout',
  'session.revokeAll',
  'setup.owner',
  'setup.totp',
];

const actor = sql`l.entry::jsonb ->> 'actor'`;

/** Entries of the workspace, of the whole installation, and of people who are members of it; never of another workspace. */
const seen = (workspaceId: WorkspaceId) => sql`(l.workspace_id = ${workspaceId}
  or (l.workspace_id is null and l.action = any(${[...systemActions]}))
  or (l.workspace_id is null and l.action = any(${[...ofPersons]}) and ${actor} in (
    select 'user:' || m.user_id from members m where m.workspace_id = ${workspaceId} and m.status = 'active')))`;

/** What a member did, logged in or by a signed decision. */
const by = (workspaceId: WorkspaceId, member: string): RawBuilder<unknown> => sql`(${actor} = ${`member:${member}`}
  or ${actor} in (select 'user:' || m.user_id from members m where m.workspace_id = ${workspaceId} and m.member_id = ${member}))`;

/** The sub-wallet that what it is about is in. A number is read where there is one only. */
const subWalletOf = (workspaceId: WorkspaceId): RawBuilder<unknown> => {
  const id = sql`split_part(l.object, ':', 2)::bigint`;
  return sql`case split_part(l.object, ':', 1)
    when 'order' then (select o.sub_wallet_id from orders o where o.workspace_id = ${workspaceId} and o.id = ${id})
    when 'deposit' then (select d.sub_wallet_id from deposits d where d.workspace_id = ${workspaceId} and d.id = ${id})
    when 'nft' then (select n.sub_wallet_id from nft_moves n where n.workspace_id = ${workspaceId} and n.id = ${id})
    when 'address' then (select a.sub_wallet_id from addresses a where a.workspace_id = ${workspaceId} and a.id = ${id})
    when 'subWallet' then ${id} end`;
};

/** Are these payments to whoever fits, or deposits of theirs? A name in the book is of an address and a memo: behind one address of an exchange stand many. */
async function dealtWith(db: ReadDb, workspaceId: WorkspaceId, { text, book }: Words): Promise<RawBuilder<unknown>> {
  const { parties, named } = await together(db, {
    parties: partiesLike(workspaceId, text),
    named: book ? namedAs(workspaceId, text) : undefined,
  });
  const addresses = parties.map(({ address }) => address);
  const ways = named.flatMap(({ address, ways }) =>
    ways.map(({ chains, memo }) => ({ address, memo, chains: [...chains] })),
  );
  const listed = sql`jsonb_to_recordset(${JSON.stringify(ways)}::jsonb) as w (address text, memo text, chains text[])`;
  const id = sql`split_part(l.object, ':', 2)::bigint`;
  return sql`case split_part(l.object, ':', 1)
    when 'order' then exists (select from orders o where o.workspace_id = ${workspaceId} and o.id = ${id} and (${paysAny(addresses, 'o')}
      or exists (select from ${listed} where w.address = o.address_to and w.memo = o.memo and o.chain = any(w.chains))))
    when 'deposit' then exists (select from deposits d where d.workspace_id = ${workspaceId} and d.id = ${id} and (d.address_from = any(${addresses}::text[])
      or exists (select from ${listed} where w.address = d.address_from and w.memo = '' and d.chain = any(w.chains))))
    when 'nft' then exists (select from nft_moves n where n.workspace_id = ${workspaceId} and n.id = ${id} and n.other = any(${addresses}::text[]))
    else false end`;
}

/** An entry of what befalls changes is of the kind that its change is of; a payment's decisions are such entries too. */
function isAbout(workspaceId: WorkspaceId, { actions, others, changes, unknown, lift }: ByObject): RawBuilder<unknown> {
  const id = sql`split_part(l.object, ':', 2)::bigint`;
  const type = sql`(select case p.subject ->> 'action' when ${lift.action} then ${lift.type}::int else p.item_type end from proposals p where p.workspace_id = ${workspaceId} and p.id = ${id})`;
  return sql`case when not l.action = any(${[...actions]}) then true when split_part(l.object, ':', 1) <> 'proposal' then l.action = any(${[...others]}::text[])
    else coalesce(${type}, ${unknown}::int) = any(${[...changes]}::int[]) end`;
}

/** Entries that fit, with the names of who did them. */
async function fitting(
  db: ReadDb,
  { workspaceId, userId, memberId }: Reader,
  ask: Omit<EntryAsk, 'limit'>,
): Promise<{ readonly sql: RawBuilder<unknown> }> {
  const { told, own, beside, person, payee, subWalletId, start, end, before } = ask;
  const mine = sql`${actor} = any(${[`user:${userId}`, `member:${memberId}`]})`;
  const parts = [
    seen(workspaceId),
    sql`(l.action = any(${[...told]}) or (l.action = any(${[...own]}) and ${mine}))`,
    ...(beside === undefined ? [] : [isAbout(workspaceId, beside)]),
    ...(person === undefined ? [] : [by(workspaceId, person)]),
    ...(subWalletId === undefined ? [] : [sql`${subWalletOf(workspaceId)} = ${subWalletId}`]),
    ...(payee === undefined ? [] : [await dealtWith(db, workspaceId, payee)]),
    ...(start === undefined ? [] : [sql`l.time >= ${start}`]),
    ...(end === undefined ? [] : [sql`l.time < ${end}`]),
    ...(before === undefined ? [] : [sql`l.seq < ${before}`]),
  ];
  // In an object: a piece of SQL by itself would be waited for as if it were to be run.
  const from = sql`from audit_log l
    left join members d on d.workspace_id = ${workspaceId} and ${actor} = 'member:' || d.member_id
    left join users s on s.id = d.user_id
    left join users u on ${actor} = 'user:' || u.id
    where ${sql.join(parts, sql` and `)}`;
  return { sql: from };
}

/** The newest entries that fit, from `before` on backwards. */
export async function findActivity(db: ReadDb, reader: Reader, { limit, ...ask }: EntryAsk): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`select l.seq, l.time, l.action, ${actor} as actor, l.object,
      l.entry::jsonb ->> 'result' as result, l.entry::jsonb ->> 'network' as network, l.entry::jsonb -> 'detail' as detail,
      coalesce(u.nick_name, s.nick_name) as actor_name
    ${(await fitting(db, reader, ask)).sql} order by l.seq desc limit ${limit}`.execute(db);
  return rows;
}

/** All of them. */
export async function countActivity(db: ReadDb, reader: Reader, ask: Omit<EntryAsk, 'limit'>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n ${(await fitting(db, reader, ask)).sql}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function lastSeq(db: ReadDb): Promise<number> {
  const row = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst();
  return Number(row?.seq ?? 0);
}
