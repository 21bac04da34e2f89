import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '@holdfast/contract';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
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

describe('activity', () => {
  /** Somebody of this role, logged in; with the id that the rules would have for them. */
  async function memberOf(role: Role) {
    const { pool } = server.database;
    const { rows } = await pool.query<{ id: number }>(
      `insert into users (email, nick_name, password_hash, totp_secret) values ($1, $1, '', '') returning id`,
      [`the ${role}`],
    );
    const userId = rows[0]?.id ?? 0;
    await pool.query('insert into members (workspace_id, user_id, member_id, role) values ($1, $2, $3, $4)', [
      fixture.workspaceId,
      userId,
      `m-${role}`,
      role,
    ]);
    const token = randomBytes(32).toString('base64url');
    const token_hash = `\\x${createHash('sha256').update(token).digest('hex')}`;
    await pool.query(
      `insert into sessions select (jsonb_populate_record(s, $1::jsonb)).* from sessions s where s.user_id = 1 order by created_at limit 1`,
      [JSON.stringify({ token_hash, user_id: userId, revoked_at: null, id: randomUUID() })],
    );
    return { api: server.api({ token }), userId };
  }
  /** Puts entries into the log; what they leave out is the workspace's and the owner's. */
  async function happened(...entries: readonly object[]): Promise<void> {
    for (const entry of entries)
      await server.database.pool.query('insert into audit_outbox (record) values ($1)', [
        {
          time: '1763700000000',
          workspace: String(fixture.workspaceId),
          actor: 'user:1',
          key: '',
          network: '203.0.113.7',
          agent: '',
          object: '',
          result: 'ok',
          detail: {},
          before: '',
          after: '',
          ...entry,
        },
      ]);
    await server.logSettled();
  }
  const activity = (
    ask: Parameters<Installed['api']['activity']['list']>[0] = {},
    { api }: Pick<Installed, 'api'> = fixture,
  ) => api.activity.list({ page_size: 200, ...ask });
  const actionsOf = async (...asked: Parameters<typeof activity>): Promise<string[]> =>
    (await activity(...asked)).list.map(({ action }) => action);

  it('says who did what to what by their names, and leads to it', async () => {
    await happened({ action: 'wallet.updateAlias', object: `subWallet:${fixture.subWalletId}` });
    const [entry] = (await activity({ kind: 'wallet' })).list;
    expect(entry).toMatchObject({
      action: 'wallet.updateAlias',
      actor_name: 'Owner',
      about: { object: 'wallet', id: String(fixture.subWalletId), name: 'Treasury' },
    });
  });

  it('is found by kind, person, wallet and time', async () => {
    await happened({ action: 'team.invite', object: 'invite:x', detail: { name: 'Cleo', secret: 'kept' } });
    const [invited] = (await activity({ kind: 'team' })).list;
    expect(invited).toMatchObject({ kind: 'team', detail: { name: 'Cleo' } });
    expect(invited?.detail).not.toHaveProperty('secret');
    const inWallet = await activity({ sub_wallet_id: fixture.subWalletId });
    expect(
      new Set(inWallet.list.filter(({ about }) => about.object === 'wallet').map(({ about }) => about.id)),
    ).toEqual(new Set([String(fixture.subWalletId)]));
    expect((await activity({ person: fixture.owner.id })).list.every(({ actor_name }) => actor_name === 'Owner')).toBe(
      true,
    );
    expect(await actionsOf({ person: 'nobody' })).toEqual([]);
    expect(await actionsOf({ end: new Date(0) })).toEqual([]);
  });

  it('is read in pages that no newer entry shifts', async () => {
    const all = (await activity()).list.map(({ seq }) => seq);
    const first = await activity({ page_size: 3 });
    await happened({ action: 'wallet.updateAlias', object: `subWallet:${fixture.subWalletId}` });
    const rest = await activity({ before: first.next ?? 0 });
    expect([...first.list, ...rest.list].map(({ seq }) => seq)).toEqual(all);
    expect(rest.next).toBeNull();
  });

  it('shows each entry to whoever may read what it is about, and one’s own doing to oneself', async () => {
    const [viewer, admin] = [await memberOf('viewer'), await memberOf('admin')];
    const login = { action: 'session.login', workspace: '', detail: { method: 'password+totp' } };
    await happened(
      { ...login, actor: 'user:1', object: 'user:1' },
      { ...login, actor: `user:${viewer.userId}`, object: `user:${viewer.userId}` },
      { ...login, actor: 'user:777', object: 'user:777' },
      { action: 'program.save', object: 'program:p-1' },
      { action: 'personalBook.add', object: 'personal:1' },
      { action: 'withdraw.audit', object: 'order:1' },
      { action: 'withdraw.create', object: 'order:1' },
      { action: 'withdraw.create', object: 'order:99', workspace: '999' },
    );
    const seen = async (who: Pick<Installed, 'api'>) =>
      (await activity({}, who)).list
        .slice(0, 5)
        .map(({ action, actor_name, network }) => `${action} ${actor_name} ${network}`.trim())
        .filter((line) => !line.startsWith('wallet.') && !line.startsWith('team.'));
    const [asked, key] = ['withdraw.create Owner 203.0.113.7', 'program.save Owner 203.0.113.7'];
    const logins = ['session.login the viewer 203.0.113.7', 'session.login Owner 203.0.113.7'];
    expect(await seen(fixture)).toEqual([asked, 'personalBook.add Owner 203.0.113.7', key, ...logins]);
    expect(await seen(admin)).toEqual([asked, key, ...logins]);
    expect(await seen(viewer)).toEqual(['withdraw.create Owner', 'session.login the viewer']);
    expect(await actionsOf({ kind: 'login' }, viewer)).toEqual(['session.login']);
    expect((await activity()).list.some(({ about }) => about.id === '99')).toBe(false);
  });

  it('is found by whom it pays or who paid in: by part of the address, or of the name in the address book', async () => {
    const { pool } = server.database;
    const { rows } = await pool.query<{ id: number }>(
      `insert into deposits (workspace_id, sub_wallet_id, address_id, chain, txid, idx, asset_id, amount, address_from, address_to, needed, status, sub_status,
        height, block_hash) values ($1, $2, 1, 'evm:1', 'of-a-payer', 0, 1, 1, '0xPayerOfRent', 'own', 1, 2000, 'credited', 1, 'h') returning id`,
      [fixture.workspaceId, fixture.subWalletId],
    );
    const object = `deposit:${rows[0]?.id}`;
    await happened({ action: 'deposit.addRemark', object }, { action: 'deposit.addRemark', object: 'deposit:999999' });
    const found = async (payee: string) =>
      (await activity({ payee })).list.map(({ about }) => `${about.object}:${about.id}`);
    expect(await found('payerofr')).toEqual([object]);
    expect(await found('Tenant')).toEqual([]);
    await pool.query(
      `insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since)
        values ($1, repeat('a', 64), '{evm:1}', '0xPayerOfRent', '', '{*}', 'The Tenant', now())`,
      [fixture.workspaceId],
    );
    expect(await found('tenant')).toEqual([object]);
  });

  it('tells a decision by what it is about', async () => {
    const decided = {
      action: 'decision.received',
      actor: `member:${fixture.owner.id}`,
      detail: { decision: 'approve' },
    };
    await happened({ ...decided, object: 'order:70' }, { ...decided, object: 'proposal:80' });
    const about = async (kind: 'payment' | 'rule') =>
      (await activity({ kind })).list
        .filter(({ action }) => action === decided.action)
        .map((one) => [one.kind, one.about.id]);
    expect(await about('payment')).toContainEqual(['payment', '70']);
    expect(await about('rule')).toEqual([['rule', '80']]);
  });

  it('tells what befalls a change as of the kind that the change is of', async () => {
    const { item_id } = await fixture.api.addressBook.add({
      items: [{ chains: ['evm:31337'], address: `0x${'7'.repeat(40)}`, memo: '', symbols: [], label: 'Landlord' }],
      remark: '',
    });
    const object = `proposal:${item_id}`;
    const actor = `member:${fixture.owner.id}`;
    await happened(
      { action: 'decision.received', actor, object, detail: { decision: 'approve' } },
      { action: 'proposal.passed', actor: 'system', object },
      { action: 'decision.received', actor, object: 'order:71', detail: { decision: 'approve' } },
    );
    const told = async (kind?: 'payee' | 'rule' | 'payment' | 'team') =>
      (await activity(kind ? { kind } : {})).list
        .filter(({ about }) => about.object === 'proposal' && about.id === String(item_id))
        .map((one) => `${one.kind} ${one.action}`);
    const all = ['payee proposal.passed', 'payee decision.received', 'payee addressBook.add'];
    expect(await told()).toEqual(all);
    expect(await told('payee')).toEqual(all);
    for (const other of ['rule', 'payment', 'team'] as const) expect(await told(other), other).toEqual([]);
    expect((await activity({ kind: 'payee' })).list.map(({ about }) => about.id)).not.toContain('71');
  });

  it('tells what befalls the lifting of a freeze under safety, as the freeze, and of other workspace rules under rules', async () => {
    const actor = `member:${fixture.owner.id}`;
    const { item_id } = await fixture.api.addressBook.add({
      items: [{ chains: ['evm:31337'], address: `0x${'5'.repeat(40)}`, memo: '', symbols: [], label: 'Any' }],
      remark: '',
    });
    const asked = async (id: number, action: string): Promise<number> => {
      const facts = {
        id,
        item_type: 7,
        subject: { action },
        intent_id: randomUUID(),
        digest: randomBytes(32).toString('hex'),
      };
      await server.database.pool.query(
        `insert into proposals overriding system value
          select (jsonb_populate_record(p, $2::jsonb)).* from proposals p where id = $1`,
        [item_id, JSON.stringify(facts)],
      );
      const object = `proposal:${id}`;
      await happened(
        { action: 'decision.received', actor, object, detail: { decision: 'approve' } },
        { action: 'proposal.passed', actor: 'system', object },
      );
      return id;
    };
    const [lifted, saved] = [await asked(9_001, 'unfreeze'), await asked(9_002, 'workspaceSave')];
    const told = async (item: number, kind?: 'safety' | 'rule') =>
      (await activity(kind ? { kind } : {})).list
        .filter(({ about }) => about.id === String(item))
        .map((one) => `${one.kind} ${one.action}`);
    const all = (kind: string) => [`${kind} proposal.passed`, `${kind} decision.received`];
    expect([await told(lifted), await told(lifted, 'safety'), await told(lifted, 'rule')]).toEqual([
      all('safety'),
      all('safety'),
      [],
    ]);
    expect([await told(saved), await told(saved, 'safety'), await told(saved, 'rule')]).toEqual([
      all('rule'),
      [],
      all('rule'),
    ]);
  });
});
