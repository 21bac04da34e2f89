import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { migrate, readMigrations } from '../db/migrate.ts';
import { sequence } from './sequencer.ts';

const ofTheLog = 20;
const upTo = (version: number) => readMigrations().filter((each) => each.version <= version);
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase(upTo(ofTheLog - 1));
});
afterAll(() => database.close());

test('logins from before there was a log go into it, at their time, and stay in the history', async () => {
  const { pool, db } = database;
  await pool.query(
    "insert into users (email, nick_name, password_hash, totp_secret) values ('o@example.org', 'o', 'x', 'y')",
  );
  await pool.query(`insert into login_history (user_id, time, network, agent, method, result, reason) values
    (1, '2026-11-01 10:00:00.123Z', '10.0.0.7', 'Mozilla/5.0', 'password+totp', true, ''),
    (1, '2026-11-01 11:00:00Z', '::ffff:10.0.0.7', E'evil\\nagent\\u202e', 'password+totp', false, 'code reused'),
    (null, '2026-11-01 12:00:00Z', '', '', 'password+totp', false, 'unknown account')`);
  await migrate(pool);
  expect(await sequence(db, 'holdfast.audit/test')).toBe(3);
  const { rows } = await pool.query(
    'select time, network, agent, result, reason, is_new from login_history where user_id = 1 order by id',
  );
  expect(rows).toMatchObject([
    {
      time: new Date('2026-11-01T10:00:00.123Z'),
      network: '10.0.0.7',
      agent: 'Mozilla/5.0',
      result: true,
      reason: '',
      is_new: false,
    },
    { time: new Date('2026-11-01T11:00:00Z'), network: '::ffff:10.0.0.7', result: false, reason: 'code_reused' },
  ]);
  const actions = await pool.query<{ action: string }>('select action from audit_log order by seq');
  expect(actions.rows.map(({ action }) => action)).not.toContain('log.unreadable');
});
