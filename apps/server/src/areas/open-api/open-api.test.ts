import { randomUUID } from 'node:crypto';
import { type ApiScope, openPathOf, openRows, type SubWalletId } from '@holdfast/contract';
import {
  type Api,
  apiClientApi,
  apiClientHeaders,
  decideAt,
  newDeviceKey,
  outcomeOf,
  raw,
  refusalOf,
  type TestApiClient,
} from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { horizonOf } from '../../db/horizon.ts';

const origin = 'http://localhost:8700';
let server: TestServer;
let fixture: SetUp;
let second: SubWalletId;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'here' });
  fixture = await setUp(server.place);
  const made = { wallet_id: fixture.workspaceId, sub_wallet_name: 'Payouts' };
  second = (await fixture.api.wallet.createSubWallet(made)).sub_wallet_id;
});
afterAll(() => server.close());

interface Limits {
  readonly scopes?: ApiScope[];
  readonly sub_wallet_ids?: SubWalletId[];
  readonly per_minute?: number;
}
async function admitted(name: string, limits: Limits = {}): Promise<TestApiClient> {
  const key = newDeviceKey();
  const made = await fixture.api.apiClient.save({ name, public_key: key.publicKey, ip_list: ['127.0.0.1'], ...limits });
  if (!made.proposal) throw new Error('nothing was proposed');
  await decideAt(made.proposal.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made.proposal)).toBe(1);
  return { appId: made.app_id, key, origin };
}
const apiOf = (client: TestApiClient): Api => apiClientApi(server.url, client);

/** One signed GET, as it comes over the wire. */
async function get(client: TestApiClient, path: string) {
  const headers = apiClientHeaders(client, { method: 'GET', url: `${origin}${path}`, body: '' });
  const answer = await raw(server.url, path, { headers });
  return { ...answer, code: answer.json().code };
}
const ids = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id);

/** Deposits as the chain watcher leaves them, by ids of their own. */
async function deposited(subWallet: SubWalletId, ...wanted: number[]): Promise<void> {
  const { list } = await fixture.api.wallet.coinsAsset({ sub_wallet_id: subWallet });
  const { rows } = await server.database.pool.query<{ id: string; asset: string }>(
    "select a.id::text, (select id::text from assets where chain = 'evm:31337' and contract = '') as asset from addresses a where a.chain = 'evm:31337' and a.address = $1",
    [list.find(({ symbol }) => symbol === 'ETH')?.address],
  );
  for (const id of wanted)
    await server.database.pool.query(
      `insert into deposits (id, workspace_id, sub_wallet_id, address_id, chain, asset_id, amount, address_from, address_to, txid, idx, block_hash, height, needed, status, sub_status)
       overriding system value values ($1, $2, $3, $4, 'evm:31337', $5, 5, 'from', 'to', $6, 0, 'b', 1, 1, 1000, '')`,
      [id, fixture.workspaceId, subWallet, rows[0]?.id, rows[0]?.asset, `tx${id}`],
    );
}

describe('what the server lets an API client do', () => {
  test('it is told, and does the rest nowhere: neither by its own way nor by the console’s', async () => {
    const reader = await admitted('Reader', { scopes: ['read'] });
    expect(await apiOf(reader).openApi.info({})).toMatchObject({
      name: 'Reader',
      scopes: ['read'],
      sub_wallet_ids: [],
      per_minute: null,
    });
    const pay = {
      request_id: randomUUID(),
      sub_wallet_id: fixture.subWalletId,
      symbol: 'ETH',
      address_to: `0x${'12'.repeat(20)}`,
      amount: '1',
    };
    expect(await refusalOf(apiOf(reader).withdraw.create(pay))).toBe('noPermission');
    expect(
      await refusalOf(apiOf(reader).deposit.createAddress({ sub_wallet_id: fixture.subWalletId, symbol: 'BTC' })),
    ).toBe('noPermission');
    const maker = await admitted('Maker', { scopes: ['address'] });
    expect(await refusalOf(apiOf(maker).transaction.list({}))).toBe('noPermission');
    expect(
      await refusalOf(apiOf(maker).deposit.createAddress({ sub_wallet_id: fixture.subWalletId, symbol: 'BTC' })),
    ).toBe('accepted');
    // Limits hold at once, without a signature.
    const { public_key } = (await fixture.api.apiClient.detail({ app_id: reader.appId })).list[0] ?? { public_key: '' };
    const limits = {
      app_id: reader.appId,
      name: 'Reader',
      public_key,
      ip_list: ['127.0.0.1'],
      scopes: ['withdraw' as const],
    };
    expect((await fixture.api.apiClient.save(limits)).proposal).toBeNull();
    expect(await refusalOf(apiOf(reader).transaction.list({}))).toBe('noPermission');
  });

  test('members read who is behind a transaction, by the book as it is on that network; API clients, which may not read the book, do not', async () => {
    await deposited(second, 910_001);
    const listed = (chain: string, label: string, gone: boolean, memo = '') =>
      server.database.pool.query(
        `insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since, removed_at)
         values ($1, $2, $3, 'from', $6, '{}', $4, now(), case when $5 then now() end)`,
        [fixture.workspaceId, randomUUID().replaceAll('-', '').repeat(2), [chain], label, gone, memo],
      );
    const reader = apiOf(await admitted('Bookless', { scopes: ['read'] }));
    const labelFor = async (api: Api) =>
      (await api.transaction.list({ sub_wallet_id: second })).list.find(({ id }) => id === 910_001)?.counterparty_label;
    await listed('evm:31337', 'Left', true);
    await listed('bitcoin:regtest', 'Elsewhere', false);
    await listed('evm:31337', 'Another customer', false, '7');
    expect(await labelFor(fixture.api)).toBe('');
    await listed('evm:31337', 'Supplier', false);
    expect([await labelFor(fixture.api), await labelFor(reader)]).toEqual(['Supplier', '']);
    await server.database.pool.query("delete from book_entries where address = 'from'");
    await server.database.pool.query('delete from deposits where id = 910001');
  });

  test('that the other side is an address of the workspace is told, of its own chain alone', async () => {
    await deposited(second, 910_002);
    const told = async () =>
      (await fixture.api.transaction.list({ sub_wallet_id: second })).list.find(({ id }) => id === 910_002)
        ?.counterparty_own;
    const paidFrom = (chain: string) =>
      server.database.pool.query(
        'update deposits set address_from = (select address from addresses where chain = $1 limit 1) where id = 910002',
        [chain],
      );
    expect(await told()).toBe(false);
    await paidFrom('bitcoin:regtest');
    expect(await told()).toBe(false);
    await paidFrom('evm:31337');
    expect(await told()).toBe(true);
    await server.database.pool.query('delete from deposits where id = 910002');
  });

  test('kept to some sub-wallets it sees and asks for nothing elsewhere, by whatever call', async () => {
    const kept = await admitted('Kept', { scopes: ['read', 'address', 'withdraw'], sub_wallet_ids: [second] });
    const api = apiOf(kept);
    expect((await api.openApi.subWallets({})).list.map(({ sub_wallet_id }) => sub_wallet_id)).toEqual([second]);
    expect(await refusalOf(api.wallet.coinsAsset({ sub_wallet_id: second }))).toBe('accepted');
    expect(await refusalOf(api.transaction.list({ sub_wallet_id: [second, second] }))).toBe('accepted');
    const others: readonly (() => Promise<unknown>)[] = [
      () => api.wallet.coinsAsset({ sub_wallet_id: fixture.subWalletId }),
      () => api.wallet.asset({}),
      () => api.wallet.subWallets({ wallet_id: fixture.workspaceId }),
      () => api.transaction.list({}),
      () => api.transaction.list({ sub_wallet_id: fixture.subWalletId }),
      // One of several is enough.
      () => api.transaction.list({ sub_wallet_id: [second, fixture.subWalletId] }),
      () => api.deposit.createAddress({ sub_wallet_id: fixture.subWalletId, symbol: 'BTC' }),
      () => api.openApi.addresses({ sub_wallet_id: fixture.subWalletId, symbol: 'BTC' }),
    ];
    for (const call of others) expect(await refusalOf(call())).toBe('noPermission');
    await deposited(fixture.subWalletId, 900_001);
    await deposited(second, 900_002);
    await server.database.pool.query("update deposits set created_at = now() - interval '1 minute' where id > 900000");
    expect(ids((await api.openApi.syncDeposits({})).list)).toEqual([900_002]);
    expect(ids((await api.openApi.deposits({ ids: [900_001, 900_002] })).list)).toEqual([900_002]);
    expect(
      await refusalOf(
        fixture.api.apiClient.save({
          name: 'No',
          public_key: newDeviceKey().publicKey,
          ip_list: ['127.0.0.1'],
          sub_wallet_ids: [999_999 as SubWalletId],
        }),
      ),
    ).toBe('walletNotFound');
  });

  test('each answer says how many calls are left, and one too many when to come again', async () => {
    const slow = await admitted('Slow', { per_minute: 3 });
    const path = '/openapi/mpc/client/info';
    const seen = [];
    for (let n = 0; n < 4; n++) seen.push(await get(slow, path));
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    const [first, , third, refused] = seen.map(({ headers }) => headers);
    expect(first?.get('ratelimit-limit')).toBe('3');
    expect([first, third, refused].map((headers) => headers?.get('ratelimit-remaining'))).toEqual(['2', '0', '0']);
    expect(Number(third?.get('ratelimit-reset'))).toBeGreaterThan(30);
    const wait = Number(refused?.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(20);
  });
});

describe('the way of API clients', () => {
  test('is for them alone, and has every call of theirs', async () => {
    const path = '/openapi/mpc/transaction/list';
    expect((await raw(server.url, path)).json().code).toBe(110909);
    expect((await raw(server.url, path, { token: fixture.token })).json().code).toBe(100005);
    const robot = await admitted('Robot');
    expect((await get(robot, path)).code).toBe(0);
    expect((await get(robot, '/openapi/mpc/nothing')).status).toBe(404);
    expect((await raw(server.url, '/openapi/mpc/team/list')).status).toBe(404);
    expect(openPathOf({ access: 'team.read', path: '/api/mpc/team/list' })).toBeUndefined();
  });

  test('an address that is asked for by a request id is one, whoever asks again, also at the same moment', async () => {
    const api = apiOf(await admitted('Shop', { scopes: ['read', 'address'] }));
    const wanted = { sub_wallet_id: second, symbol: 'BTC', num: 2, label: 'customer 1', request_id: 'order-1' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.deposit.createAddress(wanted)));
    const sets = answers.map(({ list }) => list.map(({ address }) => address));
    expect(new Set(sets.map((set) => set.join()))).toHaveLength(1);
    expect(sets[0]).toHaveLength(2);
    const others = await Promise.all(
      ['2', '3', '4'].map((n) => api.deposit.createAddress({ ...wanted, request_id: `order-${n}` })),
    );
    const all = [...(sets[0] ?? []), ...others.flatMap(({ list }) => list.map(({ address }) => address))];
    expect(new Set(all).size).toBe(8);
    expect(await refusalOf(api.deposit.createAddress({ ...wanted, num: 3 }))).toBe('duplicateRequest');
    // Requests at the same moment draw ids in vain, behind which a list waits.
    await server.database.pool.query("update addresses set created_at = now() - interval '1 minute'");
    const seen: string[] = [];
    for (let after = 0, more = true; more; ) {
      const page = await api.openApi.addresses({ sub_wallet_id: second, symbol: 'BTC', max_id: after, size: 3 });
      seen.push(...page.list.map(({ address }) => address));
      [after, more] = [page.max_id, page.more];
    }
    expect(seen).toEqual(expect.arrayContaining(all));
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('a list goes through all rows once; where one may still come in between it waits', async () => {
    const api = apiOf(await admitted('Books'));
    const { db, pool } = server.database;
    await deposited(second, ...Array.from({ length: openRows + 5 }, (_, n) => 910_000 + n));
    await pool.query("update deposits set created_at = now() - interval '1 minute' where id < 920000");
    const first = await api.openApi.syncDeposits({ max_id: 909_999 });
    expect([first.list.length, first.more]).toEqual([openRows, true]);
    const rest = await api.openApi.syncDeposits({ max_id: first.max_id });
    expect([rest.list.length, rest.more, rest.max_id]).toEqual([5, false, 910_000 + openRows + 4]);
    // 920,001 is drawn and not committed yet, while 920,002 is there.
    const late = await pool.connect();
    await late.query('begin');
    await late.query(
      `insert into deposits overriding system value select (jsonb_populate_record(d, '{"id": 910105, "txid": "late"}'::jsonb)).* from deposits d where id = 910104`,
    );
    await deposited(second, 910_106);
    expect(await horizonOf(db, 'deposits')).toBe(910_104);
    expect((await api.openApi.syncDeposits({ max_id: rest.max_id })).list).toEqual([]);
    await late.query('commit');
    late.release();
    await pool.query('update deposits set created_at = now() where id = 910105');
    expect(ids((await api.openApi.syncDeposits({ max_id: rest.max_id })).list)).toEqual([910_105, 910_106]);
    expect(await refusalOf(api.openApi.deposits({ ids: Array.from({ length: openRows + 1 }, (_, n) => n) }))).toBe(
      'tooManyRows',
    );
  });
});
