import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/index.ts';
import { migrate, readMigrations } from '../../db/migrate.ts';
import { makePeople } from '../../ledger/test/books.ts';

const ofTheRemarks = 386;
const upTo = (version: number) => readMigrations().filter((each) => each.version <= version);
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase(upTo(ofTheRemarks - 1));
});
afterAll(() => database.close());

test('batches of before say what their rows remark, each remark once, drafts and those that were asked for; nothing else of them changes, nor is anything of payments', async () => {
  const { pool, db } = database;
  const books = await makePeople(db);
  const asset = await pool.query(
    "insert into assets (chain, contract, token_id, symbol, decimals) values ('evm:31337', '', '', 'ETH', 18) returning id",
  );
  const [assetId] = asset.rows.map(({ id }) => id);
  const order = await pool.query(
    `insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, sub_status, chain, asset_id, amount, address_from, address_to, outputs,
        fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, expires_at)
      values ($1, $2, 'withdraw', '1', repeat('a', 64), 'x', 'evm:31337', $3, 7, 'own', 'to', '[{"address": "to", "amount": "7", "memo": ""}]', $3, 1, '{}', $4, 'm',
        gen_random_uuid(), '{}', repeat('b', 64), now()) returning id`,
    [books.workspaceId, books.subWallets[0], assetId, books.userId],
  );
  const remarks = [['Rent', 'Rent', '', 'Cleaning\u3000清洁'], ['Later'], ['', '']];
  for (const [at, rows] of remarks.entries()) {
    const payees = rows.map((remark) => ({ address: 'x', amount: '1', memo: '', remark }));
    const { rows: made } = await pool.query(
      `insert into batches (workspace_id, sub_wallet_id, asset_id, chain, user_id, name, payees, row_count)
        values ($1, $2, $3, 'evm:31337', $4, 'Wages', $5, $6) returning id`,
      [books.workspaceId, books.subWallets[0], assetId, books.userId, JSON.stringify(payees), rows.length],
    );
    if (at === 0)
      await pool.query('insert into batch_orders (batch_id, order_id, workspace_id, version) values ($1, $2, $3, 1)', [
        made[0].id,
        order.rows[0].id,
        books.workspaceId,
      ]);
  }
  const read = async () => ({
    batches: (await pool.query('select * from batches order by id')).rows,
    orders: (await pool.query('select * from orders')).rows,
    texts: (await pool.query('select * from transaction_texts')).rows,
  });
  const before = await read();
  expect(before.texts).toHaveLength(1);
  await migrate(pool, { migrations: upTo(ofTheRemarks) });
  const said = ['cleaning\u3000清洁\nrent', 'later', ''];
  const batches = before.batches.map((row, at) => ({ ...row, row_remarks: said[at] }));
  expect(await read()).toEqual({ ...before, batches });
  // What is written from now on reads the same.
  await pool.query('select transaction_texts_keep(2, $1)', [order.rows[0].id]);
  expect((await read()).texts).toEqual(before.texts);
});
