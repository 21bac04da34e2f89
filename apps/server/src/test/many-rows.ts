import type pg from 'pg';
import type { AssetId } from '../ledger/service.ts';
import type { People } from '../ledger/test/books.ts';

/** What a large treasury looks like, made in SQL: what a list costs depends on how many rows there are and how they are spread, not on what they say. */
export interface ManyRows {
  /** Half of them deposits, half orders. */
  readonly rows: number;
  /** Beside the first sub-wallet, which has three of ten rows. */
  readonly wallets: number;
  /** The usual coin, some others, and one of which there are ten rows of each kind. */
  readonly usual: AssetId;
  readonly others: readonly AssetId[];
  readonly rare: AssetId;
}

/** Statuses: nearly all have ended well. */
const orderStatus = `case when g % 1000 = 1 then 2100 when g % 1000 = 2 then 2400 when g % 5000 = 3 then 2202 when g <= 50 then 1200 else 2000 end`;
const depositStatus = `case when g % 5000 = 1 then 3000 when g <= 50 then 1000 else 2000 end`;
/** Sixty of a hundred rows in the usual coin; ten in the rare one, the oldest, where a scan from the newest finds them last. */
const assetOf = `case when g > $2::int - 10 then $6::int when g % 10 < 6 then $4::int else ($5::int[])[1 + g % cardinality($5::int[])] end`;
const walletOf = `case when g % 10 in (3, 6, 9) then ($3::int[])[1] else ($3::int[])[1 + g % cardinality($3::int[])] end`;
/** Every fifth deals with one exchange. */
const otherSide = `case when g % 5 = 0 then 'exchange' else 'other' || g / 3 end`;
/** Of every fourth row, however it is written; of the others each its own number of base units. */
export const commonAmount = '1,500.000000000000000001';
const amountOf = `case when g % 4 = 1 then 1500000000000000000001 else g end`;
/** Most is asked for by an API client, a third by a member, and ten orders, the oldest, by somebody else. */
const initiatorOf = `case when g > $2::int - 10 then 'seldom' when g % 3 = 0 then 'm' else 'payroll' end`;
/** Spread over a year, however many there are; microseconds apart from one another. */
const when = `now() - interval '1 minute' - g * (interval '365 days' / $2::int)`;

const orders = `insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, chain, asset_id, amount, address_from,
    address_to, outputs, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, raw, txid, expires_at, created_at)
  select $1::bigint, ${walletOf}, 'withdraw', 'r' || g, repeat('a', 64), ${orderStatus}, 'x', 'evm:1', ${assetOf}, ${amountOf}, 'own' || ${walletOf}, ${otherSide},
    jsonb_build_array(jsonb_build_object('address', ${otherSide}, 'amount', '1', 'memo', ''))
      || case when g % 100000 = 77 then jsonb_build_array(jsonb_build_object('address', 'further' || g, 'amount', '2', 'memo', 'm')) else '[]' end,
    $4::int, 1, '{}', $7::bigint, ${initiatorOf}, gen_random_uuid(), repeat('i', 1200), repeat('b', 64), repeat('r', 200), 'tx' || g, now(), ${when}
  from generate_series(1, $2::int) g`;
const deposits = `insert into deposits (workspace_id, sub_wallet_id, address_id, chain, txid, idx, asset_id, amount, address_from, address_to, needed, status,
    sub_status, height, block_hash, customer_state, customer_memo_id, created_at)
  select $1::bigint, ${walletOf}, 1, 'evm:1', 'in' || g, 0, ${assetOf}, ${amountOf}, ${otherSide}, 'own' || ${walletOf}, 1, ${depositStatus}, 'credited', g, repeat('h', 66),
    case when g % 20 = 0 then 'known' when g % 2000 = 1 then 'unknown' else '' end, case when g % 20 = 0 then 1 end, ${when}
  from generate_series(1, $2::int) g where $7::bigint > 0`;

const secondary = `select indexname as name, indexdef as def from pg_indexes i where schemaname = 'public' and tablename = any($1)
  and not exists (select from pg_constraint c where c.conname = i.indexname)`;

/**
 * The database looks after these tables by our word alone: while it does so by itself, it holds on to what was there before, and a vacuum of ours then leaves pages
 * unmarked that an index alone could answer for.
 */
export async function ownVacuum(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  for (const table of tables) await client.query(`alter table ${table} set (autovacuum_enabled = false)`);
}

/** Fills, with the indexes away meanwhile: they are made as one at the end. Rows only have to be there; nothing has to add up. */
async function fill(client: pg.ClientBase, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; def: string }>(secondary, [tables]);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.query("set session_replication_role = 'replica'");
  await work();
  await client.query("set session_replication_role = 'origin'");
  for (const { def } of rows) await client.query(def);
}

const filled = [
  'orders',
  'deposits',
  'transaction_notes',
  'transaction_tags',
  'transaction_parties',
  'transaction_texts',
  'book_entries',
];

/** What the triggers of search would have written (migration 0290); remarks on one in ten orders, the exchange and one other in the address book. */
async function fillSearch(client: pg.ClientBase, workspaceId: number): Promise<void> {
  await client.query(
    `insert into transaction_parties (workspace_id, address) select distinct workspace_id, address_to from orders union select distinct workspace_id, address_from from deposits`,
  );
  await client.query(
    `insert into transaction_texts (workspace_id, type, transaction_id, created_at, text) select workspace_id, 2, id, created_at, 'invoice ' || amount || E'\nn'
      from orders where amount % 10 = 0 on conflict (type, transaction_id) do update set text = excluded.text`,
  );
  await client.query(
    `insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since) values
      ($1, repeat('e', 64), '{evm:1}', 'exchange', '', '{*}', 'The exchange', now()), ($1, repeat('f', 64), '{evm:1}', 'other7', '', '{*}', 'Landlord', now())`,
    [workspaceId],
  );
}

/** Deposits and orders, and notes on some with tags: `often` on one in two hundred, `seldom` on five. */
export async function fillTransactions(pool: pg.Pool, people: People, many: ManyRows): Promise<void> {
  const client = await pool.connect();
  const { workspaceId, userId, subWallets } = people;
  const values = [workspaceId, many.rows / 2, subWallets, many.usual, many.others, many.rare, userId];
  try {
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '1GB'");
    await ownVacuum(client, filled);
    await fill(client, ['orders', 'deposits'], async () => {
      await client.query(orders, values);
      await client.query(deposits, values);
    });
    await client.query(
      `insert into transaction_notes (workspace_id, type, transaction_id, note, tags)
      select workspace_id, 2, id, 'n', array['often'] || case when amount % 100 = 0 and amount <= 1000 and amount % 200 = 0 then array['seldom'] else '{}'::text[] end
      from orders where amount % 200 = 0`,
    );
    await fillSearch(client, workspaceId);
    for (const table of filled) await client.query(`vacuum (analyze) ${table}`);
  } finally {
    client.release(true);
  }
}
