import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/index.ts';
import { migrate, readMigrations } from '../../db/migrate.ts';
import { makePeople } from '../../ledger/test/books.ts';

const ofTheNames = 382;
const upTo = (version: number) => readMigrations().filter((each) => each.version <= version);
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase(upTo(ofTheNames - 1));
});
afterAll(() => database.close());

test('batches that were asked for before give their payments their names, and change nothing else of them', async () => {
  const { pool, db } = database;
  const books = await makePeople(db);
  const asset = await pool.query(
    "insert into assets (chain, contract, token_id, symbol, decimals) values ('evm:31337', '', '', 'ETH', 18) returning id",
  );
  const [assetId] = asset.rows.map(({ id }) => id);
  const order = async (n: number): Promise<number> => {
    const { rows } = await pool.query(
      `insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, sub_status, chain, asset_id, amount, address_from, address_to, outputs,
        fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, expires_at)
      values ($1, $2, 'withdraw', $3, repeat('a', 64), 'x', 'evm:31337', $4, 7, 'own', 'to', '[{"address": "to", "amount": "7", "memo": ""}]', $4, 1, '{}', $5, 'm',
        gen_random_uuid(), '{}', repeat('b', 64), now()) returning id`,
      [books.workspaceId, books.subWallets[0], String(n), assetId, books.userId],
    );
    return rows[0].id;
  };
  const batch = async (order: number, name: string): Promise<void> => {
    const { rows } = await pool.query(
      `insert into batches (workspace_id, sub_wallet_id, asset_id, chain, user_id, name, payees, row_count)
        values ($1, $2, $3, 'evm:31337', $4, $5, '[{}]', 1) returning id`,
      [books.workspaceId, books.subWallets[0], assetId, books.userId, name],
    );
    await pool.query('insert into batch_orders (batch_id, order_id, workspace_id, version) values ($1, $2, $3, 1)', [
      rows[0].id,
      order,
      books.workspaceId,
    ]);
  };
  const [named, unnamed] = [await order(1), await order(2), await order(3)];
  await batch(named, 'Wages');
  await batch(unnamed, '');
  const before = await pool.query('select * from orders order by id');
  await migrate(pool, { migrations: upTo(ofTheNames) });
  const after = await pool.query('select * from orders order by id');
  const names = ['Wages', '', ''];
  expect(after.rows).toEqual(before.rows.map((row, at) => ({ ...row, batch_name: names[at] })));
});
