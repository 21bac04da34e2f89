import type { SubWalletId, UserId, WorkspaceId } from '@holdfast/contract';
import type pg from 'pg';
import type { AssetId } from '../ledger/service.ts';
import { ownVacuum } from './many-rows.ts';

/** A custodian of many customers, made in SQL. */
export interface ManyWallets {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  /** Beside what is there. */
  readonly wallets: number;
  /** Each new wallet has one address on each of them. */
  readonly chains: readonly string[];
  /** And this one wallet has so many more on one chain: of whoever gives each customer an address of their own. */
  readonly busy: { readonly subWalletId: SubWalletId; readonly chain: string; readonly addresses: number };
  /** Each new wallet holds each of them. */
  readonly assets: readonly AssetId[];
}

/** What the address with a number looks like. */
export const addressNumber = (chain: string): string =>
  `${chain} || ':' || left(encode(sha256(n::text::bytea), 'hex'), 40)`;

const wallets = `insert into sub_wallets (workspace_id, name, alias, type, status, app_show_status, created_by)
  select $1, 'Customer ' || n, case when n % 1000 = 7 then 'Branch ' || n else '' end, 1,
    case when n % 50 = 0 then 'archived' else 'active' end, case when n % 40 = 0 then 2 else 1 end, $2 from generate_series(1, $3::int) n`;
const addresses = `insert into addresses (workspace_id, sub_wallet_id, chain, key_group_id, path, branch, index, address, public_key, attestations)
  select w.workspace_id, w.id, c.chain, k.key_group_id, 'm/1/' || w.id || '/0/0', 0, 0, ${addressNumber('c.chain')}, repeat('a', 66), '{"1":"aa","2":"bb"}'
  from (select *, -id as n from sub_wallets where workspace_id = $1 and name like 'Customer %') w cross join unnest($2::text[]) as c (chain), workspaces k where k.id = $1`;
const busy = `insert into addresses (workspace_id, sub_wallet_id, chain, key_group_id, path, branch, index, address, public_key, attestations, label)
  select $1, $2::int, $3::text, k.key_group_id, 'm/1/' || $2::int || '/0/' || i, 0, i, ${addressNumber('$3::text')}, repeat('a', 66), '{"1":"aa","2":"bb"}',
    case when n % 10 = 0 then 'invoice ' || n else '' end
  from (select n, n + coalesce((select max(index) from addresses where sub_wallet_id = $2::int and chain = $3::text and branch = 0), -1) as i
    from generate_series(1, $4::int) n) numbered, workspaces k where k.id = $1`;
const balances = `insert into balances (workspace_id, sub_wallet_id, asset_id, available)
  select w.workspace_id, w.id, a.id, 1000000 + w.id from sub_wallets w cross join unnest($2::int[]) as a (id) where w.workspace_id = $1 and w.name like 'Customer %'`;
/** As if the check of balances against their journal had been there: what differs it would freeze, one by one. */
const sums = `insert into ledger_sums (workspace_id, sub_wallet_id, asset_id, available, frozen, collecting, pending_in, held, staked)
  select workspace_id, sub_wallet_id, asset_id, available, frozen, collecting, pending_in, held, staked from balances where workspace_id = $1
  on conflict do nothing`;
const totals = `insert into ledger_totals select workspace_id, asset_id, sum(available) from balances where workspace_id = $1 group by 1, 2
  on conflict (workspace_id, asset_id) do update set units = excluded.units`;

const filled = ['sub_wallets', 'addresses', 'balances'];

/** Rows only have to be there: no journal leads to these balances but its sums, and no key to these addresses. */
export async function fillWallets(pool: pg.Pool, many: ManyWallets): Promise<void> {
  const client = await pool.connect();
  const { workspaceId, userId, chains, assets } = many;
  try {
    await client.query("set statement_timeout = 0; set session_replication_role = 'replica'");
    await ownVacuum(client, filled);
    await client.query(wallets, [workspaceId, userId, many.wallets]);
    await client.query(addresses, [workspaceId, chains]);
    const { subWalletId, chain, addresses: more } = many.busy;
    await client.query(busy, [workspaceId, subWalletId, chain, more]);
    await client.query(balances, [workspaceId, assets]);
    await client.query(sums, [workspaceId]);
    await client.query(totals, [workspaceId]);
    for (const table of filled) await client.query(`vacuum (analyze) ${table}`);
  } finally {
    client.release(true);
  }
}
