import type { NoticeKind, SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../db/database.ts';
import type { Telling } from './telling.ts';

export type NoticeRow = Omit<Selectable<Database['notices']>, 'kind'> & { readonly kind: NoticeKind };

/** Fewer parameters than one statement may have. */
export const mostInserted = 1_000;

/** Writes what is not told yet, of `mostInserted` at most; returns what is new. */
export async function insertNotices(tx: Tx, tellings: readonly Telling[]): Promise<NoticeRow[]> {
  if (tellings.length === 0) return [];
  return tx
    .insertInto('notices')
    .values(
      tellings.map(({ workspaceId, userId, kind, event, object, round, subWalletId, facts }) => ({
        workspace_id: workspaceId,
        user_id: userId,
        kind,
        event,
        object,
        round,
        sub_wallet_id: subWalletId,
        facts: JSON.stringify(facts),
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .execute();
}

/** Of something that waits for decisions: whose turn it still is. */
export interface StillAsked {
  readonly workspaceId: WorkspaceId;
  readonly object: string;
  readonly still: readonly UserId[];
}
/** What asked people for a decision on these is settled for all but those whose turn it still is. */
export async function settleAsked(tx: Tx, all: readonly StillAsked[]): Promise<void> {
  if (all.length === 0) return;
  const turns = all.flatMap(({ object, still }) => still.map((user) => ({ object, user })));
  await sql`update notices n set read_at = clock_timestamp()
    from unnest(${all.map(({ workspaceId }) => workspaceId)}::bigint[], ${all.map(({ object }) => object)}::text[]) as o (workspace, name)
    where n.workspace_id = o.workspace and n.object = o.name and n.kind in ('decide', 'remind') and n.read_at is null
      and not exists (select from unnest(${turns.map(({ object }) => object)}::text[], ${turns.map(({ user }) => user)}::bigint[])
        as t (object, user_id) where t.object = n.object and t.user_id = n.user_id)`.execute(tx);
}

interface Member {
  readonly user_id: UserId;
  readonly workspace_id: WorkspaceId;
  readonly member_id: string;
}

/** The people behind these members. */
export const usersOf = (db: Db, workspaceId: WorkspaceId, members: readonly string[]): Promise<Member[]> =>
  db
    .selectFrom('members')
    .select(['user_id', 'workspace_id', 'member_id'])
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'active')
    .where(sql<boolean>`member_id = any(${[...members]}::text[])`)
    .execute();

/** Every active membership: of one workspace, or all; of one person, or all. */
export const memberships = (
  db: Db,
  { workspaceId, userId }: { readonly workspaceId: WorkspaceId | null; readonly userId?: UserId },
) =>
  db
    .selectFrom('members')
    .select(['user_id', 'workspace_id', 'member_id', 'role', 'wallets'])
    .where('status', '=', 'active')
    .$if(workspaceId !== null, (query) => query.where(sql<boolean>`workspace_id = ${workspaceId}`))
    .$if(userId !== undefined, (query) => query.where(sql<boolean>`user_id = ${userId}`))
    .execute();

export const findDeposit = (db: Db, id: number) =>
  db
    .selectFrom('deposits as d')
    .innerJoin('assets as a', 'a.id', 'd.asset_id')
    .innerJoin('sub_wallets as w', 'w.id', 'd.sub_wallet_id')
    .select(['d.amount', 'd.worth_cents', 'd.sub_wallet_id', 'a.symbol', 'a.decimals', 'w.name as wallet'])
    .where(sql<boolean>`d.id = ${id}`)
    .executeTakeFirst();

interface NftCame {
  readonly chain: string;
  readonly contract: string;
  readonly token_id: bigint;
  readonly amount: bigint;
  readonly sub_wallet_id: SubWalletId;
  readonly wallet: string;
}
/** What came of the same collection by the same transaction, the one that is named first. */
export async function findNftsCome(db: Db, id: number): Promise<NftCame[]> {
  const { rows } =
    await sql<NftCame>`select m.chain, m.contract, m.token_id, m.amount, m.sub_wallet_id, w.name as wallet
    from nft_moves n join nft_moves m on m.sub_wallet_id = n.sub_wallet_id and m.chain = n.chain and m.contract = n.contract and m.txid = n.txid
      and m.direction = 'in' and m.status = 'credited'
    join sub_wallets w on w.id = m.sub_wallet_id where n.id = ${id} order by m.id <> n.id, m.id`.execute(db);
  return rows;
}

export const walletName = async (db: Db, id: SubWalletId): Promise<string> =>
  (await db.selectFrom('sub_wallets').select('name').where('id', '=', id).executeTakeFirst())?.name ?? '';

/** What these entries of the address book are called, or were before they were removed; in the order asked for. */
export async function labelsOfEntries(db: Db, workspaceId: WorkspaceId, hashes: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('book_entries')
    .select(['hash', 'label'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`hash = any(${[...hashes]}::text[])`)
    .execute();
  const labels = new Map(rows.map(({ hash, label }) => [hash, label]));
  return hashes.flatMap((hash) => labels.get(hash) ?? []);
}

interface Ask {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  readonly unread: boolean;
  readonly page: number;
  readonly size: number;
}
/** Asked for the same decision once more since, in other words or because it ends soon: then only the last says it. */
const isAskedSince = sql<boolean>`(kind in ('decide', 'remind') and exists (select from notices since
  where since.user_id = notices.user_id and since.workspace_id = notices.workspace_id and since.object = notices.object
    and since.kind in ('decide', 'remind') and since.id > notices.id))`;
const own = (db: Db, { workspaceId, userId, unread }: Ask) =>
  db
    .selectFrom('notices')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`not ${isAskedSince}`)
    .$if(unread, (query) => query.where('read_at', 'is', null));

/** Counting ends there: nobody turns that many pages. */
const countMax = 1_000;
async function count(db: Db, ask: Ask): Promise<number> {
  const { n } = await db
    .selectFrom(own(db, ask).select('id').limit(countMax).as('some'))
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function findNotices(db: Db, ask: Ask): Promise<{ rows: NoticeRow[]; total: number; unread: number }> {
  const [rows, total, unread] = await Promise.all([
    own(db, ask)
      .selectAll()
      .orderBy('id', 'desc')
      .limit(ask.size)
      .offset((ask.page - 1) * ask.size)
      .execute(),
    count(db, ask),
    count(db, { ...ask, unread: true }),
  ]);
  return { rows, total, unread };
}

export const markRead = (db: Db, { workspaceId, userId }: Pick<Ask, 'workspaceId' | 'userId'>, upTo: number) =>
  sql`update notices set read_at = clock_timestamp()
    where workspace_id = ${workspaceId} and user_id = ${userId} and id <= ${upTo} and read_at is null`.execute(db);
