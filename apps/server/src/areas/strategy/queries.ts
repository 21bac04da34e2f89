import type { OrderId, SubWalletId, WorkspaceId } from '@holdfast/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { kindsListed } from '../../orders/kinds/index.ts';
import { isPayment } from '../../orders/payments.ts';

/** Where a page of past payments begins: after this moment (microseconds, as text) and order, with so many given before. */
export interface PastCursor {
  readonly micros: string;
  readonly id: number;
  readonly given: number;
}

export interface PastRow {
  readonly id: OrderId;
  readonly micros: string;
  readonly created_at: Date;
  readonly sub_wallet_id: SubWalletId;
  readonly initiator: string;
  readonly chain: string;
  readonly status: number;
  readonly intent_id: string;
  readonly intent: string;
  /** The highest that any signer quoted, where all of them did. */
  readonly price: string | null;
  readonly max_fee: bigint;
  readonly fee_decimals: number;
  /** The same of the coin that fees are paid in. */
  readonly fee_price: string | null;
  readonly kind: string;
  /** The highest quotes of all that left, by contract. */
  readonly prices: Readonly<Record<string, string>> | null;
}

/** What a coin of the order's chain was worth, where its value was kept. */
const priceOf = (kept: string, contract: RawBuilder<string>): RawBuilder<string | null> => sql`
  case when ${sql.ref(kept)} is null then null else greatest((told_prices ->> (orders.chain || '|' || ${contract}))::numeric,
    (select max((quote ->> 'usd')::numeric) from jsonb_array_elements(quotes || risen_quotes) quote where quote ->> 'contract' = ${contract}))::text end`;

/** Payments, and what else rules about calls judge. What takes the place of another was judged with that. */
const isJudged = (): RawBuilder<boolean> =>
  sql<boolean>`(${isPayment()} or (orders.kind = any(${signedKinds}::text[]) and raises is null and batch_of is null))`;

/** Kinds of which all that was signed is judged. */
export const signedKinds: readonly string[] = kindsListed('web3');

interface AgreedRow extends ListedRow {
  readonly chains: string[];
  readonly address: string;
  readonly methods: string[];
}
/** The lists of methods that contracts at these addresses had, and have. */
export const findAgreed = (db: Db, workspaceId: WorkspaceId, addresses: readonly string[]): Promise<AgreedRow[]> =>
  addresses.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('book_entries')
        .select(['hash', 'since', 'removed_at', 'chains', 'address', 'methods'])
        .where('workspace_id', '=', workspaceId)
        .where('address', 'in', [...addresses])
        .where(sql<boolean>`methods <> '{}'`)
        .execute();

/** Payments asked for since then, newest first. */
export async function findPast(
  db: Db,
  workspaceId: WorkspaceId,
  since: Date,
  { after, size }: { readonly after: PastCursor | undefined; readonly size: number },
): Promise<PastRow[]> {
  const from = after
    ? sql`and (created_at, orders.id) < ('epoch'::timestamptz + ${after.micros}::bigint * interval '1 microsecond', ${after.id})`
    : sql``;
  // A value is kept only where every signer had quoted a price (rules/facts.ts).
  const { rows } = await sql<PastRow>`
    select orders.id, (extract(epoch from created_at) * 1000000)::bigint::text as micros, created_at, sub_wallet_id, initiator, orders.chain, status,
      intent_id::text, intent, ${priceOf('value_cents', sql`(intent::jsonb #>> '{asset,contract}')`)} as price,
      orders.kind, (select jsonb_object_agg(contract, usd) from (select quote ->> 'contract' as contract, max((quote ->> 'usd')::numeric)::text as usd
        from jsonb_array_elements(quotes || risen_quotes) quote group by 1) each) as prices,
      max_fee, fee.decimals as fee_decimals, ${priceOf('fee_cents', sql`''`)} as fee_price
    from orders join assets fee on fee.id = fee_asset_id where workspace_id = ${workspaceId} and created_at > ${since} and ${isJudged()} ${from}
    order by created_at desc, orders.id desc limit ${size}`.execute(db);
  return rows;
}

export async function countPast(db: Db, workspaceId: WorkspaceId, since: Date): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from orders where workspace_id = ${workspaceId} and created_at > ${since} and ${isJudged()}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}

export interface ListedRow {
  readonly hash: string;
  readonly since: Date;
  readonly removed_at: Date | null;
}

/** When these entries of the address book were taken in, and taken out again. */
export const findListed = (db: Db, workspaceId: WorkspaceId, hashes: readonly string[]): Promise<ListedRow[]> =>
  hashes.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('book_entries')
        .select(['hash', 'since', 'removed_at'])
        .where('workspace_id', '=', workspaceId)
        .where('hash', 'in', [...hashes])
        .execute();
