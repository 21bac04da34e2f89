import type { Installed, TestServer } from '../../../../test/index.ts';

/** What a spreadsheet would compute, and what CSV has to quote. */
export const hostileRemark = '=HYPERLINK("http://evil")\ntwo, "quoted"';

/** So many deposits and as many orders, several of one moment, made in SQL: rows that only have to be there. */
export async function fillTransactions(
  { database }: TestServer,
  { workspaceId, subWalletId }: Pick<Installed, 'workspaceId' | 'subWalletId'>,
  count: number,
): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'; set statement_timeout = 0");
    await client.query(
      `insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, chain, asset_id, amount, address_from,
         address_to, outputs, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, raw, txid, remark, expires_at, created_at)
       select $1::bigint, $2::int, 'withdraw', 'r' || g, repeat('a', 64), 2000, 'final', 'evm:31337', a.id, 1000000000000000001, 'own', 'to' || g,
         jsonb_build_array(jsonb_build_object('address', 'to' || g, 'amount', '1000000000000000001', 'memo', '')), a.id, 1, '{}',
         1, 'owner', gen_random_uuid(), '{}', repeat('b', 64), 'raw', 'tx' || g, $4, now(), now() - make_interval(secs => 60 + g / 7)
       from generate_series(1, $3::int) g, (select id from assets where symbol = 'ETH' and chain = 'evm:31337') a`,
      [workspaceId, subWalletId, count, hostileRemark],
    );
    await client.query(
      `insert into deposits (workspace_id, sub_wallet_id, address_id, chain, txid, idx, asset_id, amount, address_from, address_to, needed, status,
         sub_status, height, block_hash, created_at)
       select $1::bigint, $2::int, 1, 'evm:31337', 'in' || g, 0, a.id, 1, 'from' || g, 'own', 1, 2000, 'credited', g, 'h', now() - make_interval(secs => 60 + g / 5)
       from generate_series(1, $3::int) g, (select id from assets where symbol = 'ETH' and chain = 'evm:31337') a`,
      [workspaceId, subWalletId, count],
    );
    await client.query("set session_replication_role = 'origin'; reset statement_timeout");
    await client.query('analyze orders, deposits');
  } finally {
    client.release();
  }
}
