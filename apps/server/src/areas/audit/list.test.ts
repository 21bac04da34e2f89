import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../../test/index.ts';

let server: TestServer;
let fixture: Installed;
beforeAll(async () => {
  server = await startTestServer();
  fixture = await install(server);
  await fixture.api.wallet.createSubWallet({ wallet_id: fixture.workspaceId, sub_wallet_name: 'Second' });
  await server.logSettled();
});
afterAll(() => server.close());

const list = (ask: Parameters<Installed['api']['audit']['list']>[0] = {}) => fixture.api.audit.list(ask);

test('the log of operations is read from the audit log, newest first, with who did it', async () => {
  const { list: rows, total } = await list();
  expect(total).toBe(rows.length);
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map(({ seq }) => seq).sort((a, b) => b - a));
  const made = rows.find(({ action }) => action === 'wallet.createSubWallet');
  expect(made).toMatchObject({ result: 'ok', actor: expect.stringMatching(/^user:\d+$/) });
  const user = await server.database.pool.query('select nick_name from users where id = $1', [made?.actor.slice(5)]);
  expect(made?.actor_name).toBe(user.rows[0]?.nick_name);
  const entry = await server.database.pool.query('select hash from audit_log where seq = $1', [made?.seq]);
  expect(made?.hash).toBe(entry.rows[0]?.hash.toString('hex'));
});

test('a signed decision is told by the name of who made it, and found by that name', async () => {
  const { pool } = server.database;
  await pool.query(
    `insert into audit_outbox (record) select jsonb_build_object('time', '1763700000000', 'workspace', $1::text, 'actor', 'member:' || $2::text,
       'key', '', 'network', '', 'agent', '', 'action', 'decision.received', 'object', 'order:7', 'result', 'ok', 'detail', '{}'::jsonb, 'before', '', 'after', '')`,
    [String(fixture.workspaceId), fixture.owner.id],
  );
  await server.logSettled();
  const { rows } = await pool.query<{ nick_name: string }>('select nick_name from users where id = 1');
  const name = rows[0]?.nick_name ?? 'nobody';
  const found = (await list({ keyword: name })).list.filter(({ action }) => action === 'decision.received');
  expect(found.map(({ actor_name, object }) => [actor_name, object])).toEqual([[name, 'order:7']]);
});

test('it is found by area, words and time', async () => {
  expect((await list({ area: 'wallet' })).list.every(({ action }) => action.startsWith('wallet.'))).toBe(true);
  expect((await list({ area: 'wallet' })).total).toBeGreaterThan(0);
  expect((await list({ area: 'wall' })).total).toBe(0);
  expect((await list({ keyword: 'nothing-of-this%' })).total).toBe(0);
  expect((await list({ end: new Date(0) })).total).toBe(0);
  const own = await list({ person: fixture.owner.id });
  expect(own.total).toBeGreaterThan(0);
  expect(own.list.every(({ actor }) => actor === 'user:1' || actor === `member:${fixture.owner.id}`)).toBe(true);
  expect((await list({ person: 'nobody' })).total).toBe(0);
});

test('neither log-ins nor what is done in another workspace is told', async () => {
  const { pool } = server.database;
  const foreign = { action: 'withdraw.create', object: 'order:99', workspace: '999' };
  const before = await list({ page_size: 200 });
  expect(before.list.some(({ action }) => action === 'session.login')).toBe(false);
  await pool.query(
    `insert into audit_outbox (record) select jsonb_build_object('time', '1763700000000', 'workspace', $1::text, 'actor', 'user:1', 'key', '',
       'network', '', 'agent', '', 'action', $2::text, 'object', $3::text, 'result', 'ok', 'detail', '{}'::jsonb, 'before', '', 'after', '')`,
    [foreign.workspace, foreign.action, foreign.object],
  );
  await server.logSettled();
  const told = await pool.query('select 1 from audit_log where object = $1', [foreign.object]);
  expect(told.rowCount).toBe(1);
  expect((await list({ page_size: 200 })).list.some(({ object }) => object === foreign.object)).toBe(false);
});
