import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import { makePeople } from '../ledger/test/books.ts';

const ofTheOutputs = 62;
const upTo = (version: number) => readMigrations().filter((each) => each.version <= version);
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase(upTo(ofTheOutputs - 1));
});
afterAll(() => database.close());

test('orders from before there were several outputs have the one they paid, in the contract that their intent names', async () => {
  const { pool, db } = database;
  const books = await makePeople(db);
  const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
  const insert = (n: number, symbol: string, intent: object) =>
    pool.query(
      `insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, sub_status, chain, symbol, amount, address_from, address_to,
        memo, fee_symbol, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, expires_at)
      values ($1, $2, 'withdraw', $3, repeat('a', 64), 'x', 'evm:31337', $4, 7, 'own', 'to', $5, 'ETH', 1, '{}', $6, 'm', gen_random_uuid(), $7,
        repeat('b', 64), now())`,
      [books.workspaceId, books.subWallets[0], String(n), symbol, `memo ${n}`, books.userId, JSON.stringify(intent)],
    );
  await insert(1, 'USDC', { asset: { symbol: 'USDC', contract, decimals: '6' } });
  await insert(2, 'ETH', { asset: { symbol: 'ETH', contract: '', decimals: '18' } });
  const before = await pool.query('select id, amount, address_to, memo, updated_at from orders order by id');
  await migrate(pool, { migrations: upTo(ofTheOutputs) });
  const after = await pool.query('select id, amount, address_to, memo, updated_at from orders order by id');
  expect(after.rows).toEqual(before.rows);
  const { rows } = await pool.query('select outputs, contract, token_id from orders order by id');
  expect(rows).toEqual([
    { outputs: [{ address: 'to', amount: '7', memo: 'memo 1' }], contract, token_id: '' },
    { outputs: [{ address: 'to', amount: '7', memo: 'memo 2' }], contract: '', token_id: '' },
  ]);
});
