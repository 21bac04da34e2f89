import { orderStatus, proposalStatus, type SubWalletId, type WorkspaceId } from '@holdfast/contract';
import { type BookChange, type BookToken, bookHash, entryHash, parseBookChange } from '@holdfast/policy';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../db/database.ts';
import { isPayment } from '../../orders/payments.ts';
import { paysAny } from '../../orders/receivers.ts';
import { kindsWith } from '../../proposals/service.ts';

export type EntryRow = Selectable<Database['book_entries']>;

export const bookHashOf = async (db: Db, workspaceId: WorkspaceId): Promise<string> =>
  (await db.selectFrom('books').select('hash').where('workspace_id', '=', workspaceId).executeTakeFirst())?.hash ?? '';

/** Everything that is listed: at most the policy package's limit, and asked for rarely. */
export const listedEntries = (db: Db, workspaceId: WorkspaceId): Promise<EntryRow[]> =>
  db
    .selectFrom('book_entries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('removed_at', 'is', null)
    .orderBy('label')
    .orderBy('hash')
    .execute();

export async function labelOf(db: Db, workspaceId: WorkspaceId, hash: string): Promise<string | undefined> {
  const entry = db.selectFrom('book_entries').select('label').where('workspace_id', '=', workspaceId);
  return (await entry.where('hash', '=', hash).executeTakeFirst())?.label;
}

/** What the signers have taken over, once: a change that is in already changes nothing. */
export async function applyChange(tx: Tx, workspaceId: WorkspaceId, change: BookChange, now: Date): Promise<void> {
  const hash = bookHash(change);
  const { rows } = await sql<{ hash: string }>`insert into books (workspace_id, hash) values (${workspaceId}, ${hash})
    on conflict (workspace_id) do update set hash = excluded.hash where books.hash = ${change.prev} returning hash`.execute(
    tx,
  );
  if (rows.length === 0) return;
  if (change.remove.length > 0)
    await tx
      .updateTable('book_entries')
      .set({ removed_at: now })
      .where('workspace_id', '=', workspaceId)
      .where('hash', 'in', change.remove)
      .execute();
  for (const entry of change.add) {
    const { chains, address, memo, assets, label, methods = [] } = entry;
    const row = { chains, address, memo, assets, label, methods: [...methods], since: now, removed_at: null };
    await tx
      .insertInto('book_entries')
      .values({ workspace_id: workspaceId, hash: entryHash(entry), ...row })
      .onConflict((oc) => oc.columns(['workspace_id', 'hash']).doUpdateSet(row))
      .execute();
  }
  await applyTokens(tx, workspaceId, change, now);
  await keepBeneficiaries(tx, workspaceId, change.remove, change.add.map(entryHash));
}

async function applyTokens(tx: Tx, workspaceId: WorkspaceId, { tokens }: BookChange, now: Date): Promise<void> {
  for (const { chain, contract } of tokens?.remove ?? [])
    await tx
      .deleteFrom('book_tokens')
      .where('workspace_id', '=', workspaceId)
      .where('chain', '=', chain)
      .where('contract', '=', contract)
      .execute();
  const added = (tokens?.add ?? []).map(({ decimals, ...token }) => ({
    ...{ workspace_id: workspaceId, ...token },
    ...{ decimals: Number(decimals), since: now },
  }));
  if (added.length > 0) await tx.insertInto('book_tokens').values(added).execute();
}

/** What the members agreed on, as the signers hold it. */
export async function bookTokens(db: Db, workspaceId: WorkspaceId): Promise<BookToken[]> {
  const rows = await db
    .selectFrom('book_tokens')
    .select(['chain', 'contract', 'symbol', 'decimals'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return rows.map(({ decimals, ...token }) => ({ ...token, decimals: String(decimals) }));
}

/** Whoever is behind an entry that goes is behind the one with its address and memo that comes in its place, unless somebody else is named already. */
async function keepBeneficiaries(
  tx: Tx,
  workspaceId: WorkspaceId,
  gone: readonly string[],
  come: readonly string[],
): Promise<void> {
  if (gone.length === 0 || come.length === 0) return;
  await sql`insert into book_beneficiaries (workspace_id, hash, name, vasp, self_hosted)
    select b.workspace_id, n.hash, b.name, b.vasp, b.self_hosted from book_entries n
      join book_entries g on g.workspace_id = n.workspace_id and g.address = n.address and g.memo = n.memo
      join book_beneficiaries b on b.workspace_id = g.workspace_id and b.hash = g.hash
    where n.workspace_id = ${workspaceId} and n.hash = any(${come}) and g.hash = any(${gone})
    on conflict do nothing`.execute(tx);
}

/** Payments of one coin to one address and memo. */
export interface Payments {
  readonly address: string;
  readonly memo: string;
  readonly chain: string;
  readonly contract: string;
  readonly used: number;
  readonly last: Date;
}

/** What arrived at these addresses, of all the workspace's payments or of one sub-wallet's. */
export async function paymentsTo(
  db: Db,
  workspaceId: WorkspaceId,
  addresses: readonly string[],
  subWalletId?: SubWalletId,
): Promise<Payments[]> {
  if (addresses.length === 0) return [];
  const { rows } = await sql<Payments>`select e.address, e.memo, o.chain, a.contract, count(distinct o.id)::int as used,
      max(coalesce(broadcast_at, created_at)) as last
    from orders o join assets a on a.id = o.asset_id, jsonb_to_recordset(o.outputs) as e (address text, memo text)
    where workspace_id = ${workspaceId} and ${paysAny(addresses, 'o')} and e.address = any(${addresses}) and status = ${orderStatus.done}
      and ${isPayment('o')} and (${subWalletId ?? null}::bigint is null or sub_wallet_id = ${subWalletId ?? null}) group by 1, 2, 3, 4`.execute(
    db,
  );
  return rows;
}

/** What is known of an entry's address: that it is the workspace's own, that it held code when somebody last looked. */
export interface AddressFacts {
  readonly hash: string;
  readonly own: boolean;
  readonly code: boolean;
}

/** Of these listed entries, or of all. */
export async function addressFacts(
  db: Db,
  workspaceId: WorkspaceId,
  hashes?: readonly string[],
): Promise<AddressFacts[]> {
  const { rows } = await sql<AddressFacts>`select e.hash,
      exists (select from addresses a where a.chain = any(e.chains) and a.address = e.address and a.workspace_id = e.workspace_id) as own,
      exists (select from address_code c where c.chain = any(e.chains) and c.address = e.address and c.holds_code) as code
    from book_entries e where e.workspace_id = ${workspaceId} and e.removed_at is null
      and (${hashes ?? null}::text[] is null or e.hash = any(${hashes ?? null}))`.execute(db);
  return rows;
}

/** Addresses of payees on a chain that nobody has looked at since, those never looked at first; the late ones last, in their order. */
export async function codeUnknown(
  db: Db,
  chain: string,
  { since, late }: { readonly since: Date; readonly late: readonly string[] },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`select e.address from book_entries e
      left join address_code c on c.chain = ${chain} and c.address = e.address
    where e.removed_at is null and ${chain} = any(e.chains) and (c.looked_at is null or c.looked_at < ${since})
    group by e.address
    order by array_position(${late}::text[], e.address) nulls first, min(c.looked_at) nulls first, e.address limit ${limit}`.execute(
    db,
  );
  return rows.map(({ address }) => address);
}

export async function noteCode(
  db: Db,
  place: { readonly chain: string; readonly address: string },
  found: { readonly holds_code: boolean; readonly looked_at: Date },
): Promise<void> {
  await db
    .insertInto('address_code')
    .values({ ...place, ...found })
    .onConflict((oc) => oc.columns(['chain', 'address']).doUpdateSet(found))
    .execute();
}

/** Who is said to be behind the entries of a workspace, listed or proposed; of one of them where its hash is given. */
export const beneficiaries = (
  db: Db,
  workspaceId: WorkspaceId,
  hash?: string,
): Promise<Selectable<Database['book_beneficiaries']>[]> =>
  db
    .selectFrom('book_beneficiaries')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .$if(hash !== undefined, (query) => query.where('hash', '=', hash ?? ''))
    .execute();

/** Whether the entry is listed; until the end of the transaction nobody else says who is behind it. */
export async function lockListed(tx: Tx, workspaceId: WorkspaceId, hash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('book_entries')
    .select('hash')
    .where('workspace_id', '=', workspaceId)
    .where('hash', '=', hash)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** An entry of some workspace. */
export type EntryKey = Pick<EntryRow, 'workspace_id' | 'hash'>;

/** Entries of any workspace that somebody is said to be behind and that are not listed; until the end of the transaction nobody says it anew. */
export async function lockUnlisted(tx: Tx): Promise<EntryKey[]> {
  const { rows } = await sql<EntryKey>`select b.workspace_id, b.hash from book_beneficiaries b
    where not exists (select from book_entries e where e.workspace_id = b.workspace_id and e.hash = b.hash and e.removed_at is null)
    for update of b skip locked`.execute(tx);
  return rows;
}

/** Entries of any workspace that a change under way would list. */
export async function waitingEntries(tx: Tx): Promise<EntryKey[]> {
  const { rows } = await sql<{
    workspace_id: WorkspaceId;
    document: string;
  }>`select workspace_id, document from proposals where kind = any(${kindsWith('book')}::text[])
    and status in (${proposalStatus.open}, ${proposalStatus.applying})`.execute(tx);
  return rows.flatMap(({ workspace_id, document }) =>
    parseBookChange(document).add.map((entry) => ({ workspace_id, hash: entryHash(entry) })),
  );
}

/** Forgets what was said of these, but of what is listed by now. */
export async function dropBeneficiaries(tx: Tx, gone: readonly EntryKey[]): Promise<void> {
  const [workspaces, hashes] = [gone.map(({ workspace_id }) => workspace_id), gone.map(({ hash }) => hash)];
  await sql`delete from book_beneficiaries b using unnest(${workspaces}::bigint[], ${hashes}::text[]) as g (workspace_id, hash)
    where b.workspace_id = g.workspace_id and b.hash = g.hash and not exists
      (select from book_entries e where e.workspace_id = b.workspace_id and e.hash = b.hash and e.removed_at is null)`.execute(
    tx,
  );
}

/** Puts these in place of all that was said of these entries. */
export async function replaceBeneficiaries(
  tx: Tx,
  workspaceId: WorkspaceId,
  hashes: readonly string[],
  said: readonly Omit<Selectable<Database['book_beneficiaries']>, 'workspace_id'>[],
): Promise<void> {
  await tx
    .deleteFrom('book_beneficiaries')
    .where('workspace_id', '=', workspaceId)
    .where('hash', 'in', hashes)
    .execute();
  if (said.length === 0) return;
  await tx
    .insertInto('book_beneficiaries')
    .values(said.map((one) => ({ workspace_id: workspaceId, ...one })))
    // Somebody says it of the same entry in this very moment: one of the two is as good as the other.
    .onConflict((oc) => oc.columns(['workspace_id', 'hash']).doNothing())
    .execute();
}
