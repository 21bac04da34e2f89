import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { apiScopeNames, type CallerRole, contract, type Endpoint, type Role } from '@holdfast/contract';
import { apiClientHeaders, newTestMember, raw, type TestApiClient } from '@holdfast/testkit';
import { type Flow, startFlow, stranger, until } from '../../test/flow.ts';

/** Ids by the field that names the thing. */
export type Ids = Readonly<Record<string, string>>;
/** By a session's token, or an API client's signature. */
export type By = string | TestApiClient;
export interface Caller {
  readonly name: string;
  readonly role: CallerRole;
  /** What they are in the sub-wallet that the fixture's things are in, where it is something else. */
  readonly there?: 'operator';
  /** A session of their own, made anew at each call; or who signs each request instead. */
  readonly token: () => Promise<By>;
}
export interface Fixture {
  readonly flow: Flow;
  readonly callers: readonly Caller[];
  /** Things of the workspace, of another workspace, and of nobody. */
  readonly own: Ids;
  readonly theirs: Ids;
  readonly absent: Ids;
}

const nobodys = '999999';
const absent: Ids = {
  wallet_id: nobodys,
  sub_wallet_id: nobodys,
  withdraw_id: nobodys,
  trans_id: nobodys,
  deposit_id: nobodys,
  address_id: nobodys,
  batch_id: nobodys,
  item_id: nobodys,
  audit_id: nobodys,
  business_id: nobodys,
  id: nobodys,
  export_id: nobodys,
  app_id: 'p-0000000000000000',
  entry_id: '0'.repeat(64),
  invite_id: '00000000-0000-4000-8000-000000000000',
  reset_id: nobodys,
  endpoint_id: '00000000-0000-4000-8000-000000000000',
  notify_id: nobodys,
};
/** Fields that have to be there for a request to come as far as the id. */
export const samples: Ids = {
  symbol: 'ETH',
  amount: '0.1',
  address_to: stranger.evm,
  address: stranger.evm,
  sub_wallet_name: 'Name',
  alias: 'Name',
  label: 'Name',
  txid: 'f'.repeat(64),
  vout: '0',
  remark: 'remark',
  note: 'note',
  tags: '["tag"]',
  num: '1',
  focus: '1',
  chain_id: 'evm:31337',
  open: '1',
  base_symbol: 'ETH',
  contract_address: '',
  is_top: '1',
  archived: '0',
  sub_wallet_ids: '1',
  app_show_status: '1',
  customer: 'Name',
  start: '0',
  end: '1',
  version: '1',
  token_id: '1',
  inscription_id: `${'ab'.repeat(32)}i0`,
  init_code: '0x6001600c60003960016000f300',
  folded: '1',
  spend: '1',
  quote_id: '00000000-0000-4000-8000-000000000000',
  item_type: '1',
  business_type: 'withdraw',
  type: '2',
  result: '1',
  reason: 'reason',
  name: 'Name',
  public_key: 'ab'.repeat(32),
  channel_type: 'slack',
  target: JSON.stringify({ url: 'https://hooks.example.org/x' }),
  choice: JSON.stringify({
    name: 'Name',
    kinds: ['decide'],
    wallets: [],
    full: false,
    language: 'en_US',
    zone: 'UTC',
    digest: null,
    quiet: null,
  }),
  settings: JSON.stringify({
    name: 'Name',
    url: 'http://127.0.0.1:9/',
    sides: ['deposit'],
    final_only: false,
    success_word: false,
  }),
  endpoint: '00000000-0000-4000-8000-000000000000',
  up_to: '1',
  resource: 'energy',
  main_chain_symbol: 'evm:31337',
  interactive_contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  spender: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  input_data: '0xd0e30db0',
  file: 'cHNidP8=',
  named: 'supplier.eth',
  upkeep: 'database',
  what: 'password',
  ip_list: '["127.0.0.1"]',
  status: '0',
  list: 'transaction',
  filter: '{}',
  format: 'csv',
  ticket: 'A'.repeat(43),
  owner: JSON.stringify({ name: 'Name', vasp: '', self_hosted: 1 }),
  rows: JSON.stringify([{ address: stranger.evm, amount: '0.1' }]),
  item: JSON.stringify({ chains: ['evm:31337'], address: stranger.evm, memo: '', symbols: [], label: 'Name' }),
};

export const endpoints = Object.entries(contract).flatMap(([area, all]) =>
  Object.entries(all).map(([name, endpoint]): [string, Endpoint] => [`${area}.${name}`, endpoint]),
);
/** Fields `id` that name nothing of which another workspace could have one of its own; the reason for each. */
const notOfWorkspaces = new Set([
  // A rule is part of the one document of rules: what is not in it is nowhere.
  'strategy.higherDelete',
  // A login is a user's, in whatever workspace; by another user's it is asked for in a test of its own.
  'loginHistory.acknowledge',
]);
/** The fields by which a call can name something of another workspace. */
export const idFields = (name: string, endpoint: Endpoint): string[] =>
  notOfWorkspaces.has(name) ? [] : Object.keys(endpoint.input.shape).filter((field) => field in absent);

/** A copy of a row with other values. */
async function copyOf(flow: Flow, table: string, id: string | number, change: object): Promise<string> {
  const { rows } = await flow.server.database.pool.query<{ id: string }>(
    `insert into ${table} overriding system value
     select (jsonb_populate_record(r, $2::jsonb)).* from ${table} r where r.id::text = $1 returning id::text`,
    [String(id), JSON.stringify(change)],
  );
  return rows[0]?.id ?? '';
}

/** A listed payee, as taking a change over leaves it. */
async function entryIn(flow: Flow, workspaceId: number, hash: string): Promise<string> {
  await flow.server.database.pool.query(
    `insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since) values ($1, $2, '{evm:31337}', $3, '', '{}', 'Listed', now())`,
    [workspaceId, hash, `0x${hash.slice(0, 40)}`],
  );
  return hash;
}

/** A draft of a batch. */
async function batchIn(
  flow: Flow,
  id: number,
  workspaceId: number,
  subWalletId: number,
  name: string,
): Promise<string> {
  const { rows } = await flow.server.database.pool.query<{ id: string }>(
    `insert into batches (id, workspace_id, sub_wallet_id, asset_id, chain, user_id, name, payees, row_count) overriding system value
     select $5::bigint, $1, $2, (select id from assets where symbol = 'ETH' and chain = 'evm:31337'), 'evm:31337', (select min(id) from users), $3, $4::jsonb, 1 returning id::text`,
    [
      workspaceId,
      subWalletId,
      name,
      JSON.stringify([{ address: name, memo: '', amount: '1', remark: '', seen: 0 }]),
      id,
    ],
  );
  return rows[0]?.id ?? '';
}

/** The same once it has its order: nobody throws it away while others still ask about it. */
async function askedFor(flow: Flow, batch: string, order: number): Promise<string> {
  await flow.server.database.pool.query(
    'insert into batch_orders (batch_id, order_id, workspace_id, version) select id, $2, workspace_id, version from batches where id = $1',
    [batch, order],
  );
  return batch;
}

/** An open reset, with an owner who asked for it and the member whom it is about. */
async function resetIn(flow: Flow, workspaceId: number, id: number): Promise<string> {
  const person = `insert into users (email, nick_name, password_hash, totp_secret, totp_confirmed_at)`;
  const member = 'insert into members (workspace_id, user_id, member_id, role)';
  const { rows } = await flow.server.database.pool.query<{ id: string }>(
    `with u as (${person} values ($2::text || '@reset.invalid', 'Theirs', '', '', now()) returning id),
      o as (${person} values ($2::text || '@owner.invalid', 'Theirs', '', '', now()) returning id),
      members_made as (${member} select $1::bigint, id, 'm-reset', 'viewer' from u union all select $1::bigint, id, 'm-asker', 'owner' from o)
     insert into account_resets (id, workspace_id, user_id, what, token_hash, asked_by, asked_at, due_at, expires_at) overriding system value
     select $2::bigint, $1, u.id, 'password', sha256(convert_to($2::text, 'UTF8')), o.id, now(), now() + interval '1 day', now() + interval '4 days' from u, o returning id::text`,
    [workspaceId, id],
  );
  return rows[0]?.id ?? '';
}

/** A web hook that leads nowhere, and what it was sent. */
async function hookIn(flow: Flow, workspaceId: number, id: number): Promise<Ids> {
  const { rows } = await flow.server.database.pool.query<{ endpoint_id: string; notify_id: string }>(
    `with p as (insert into hook_endpoints (workspace_id, name, url, sides, final_only, success_word)
        values ($1, 'Theirs', 'http://127.0.0.1:9/', '{deposit}', false, false) returning id),
      e as (insert into hook_events (workspace_id, object, seq, side, type, status, final, data, created_at)
        values ($1, 'deposit:' || $1, 1, 'deposit', 'deposit.credited', 2000, true, '{}', now()) returning id, object)
     insert into hook_deliveries (id, workspace_id, endpoint_id, event_id, object, seq, state, created_at, touched_at) overriding system value
     select $2::bigint, $1, p.id, e.id, e.object, 1, 1, now(), now() from p, e returning endpoint_id, id::text as notify_id`,
    [workspaceId, id],
  );
  const [{ endpoint_id, notify_id } = { endpoint_id: '', notify_id: '' }] = rows;
  return { endpoint_id, notify_id };
}

/** A new session for a user, as fresh as the owner's. */
async function sessionOf({ server }: Flow, userId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const token_hash = `\\x${createHash('sha256').update(token).digest('hex')}`;
  await server.database.pool.query(
    `insert into sessions select (jsonb_populate_record(s, $1::jsonb)).* from sessions s where s.token_hash =
      (select token_hash from sessions where user_id = (select user_id from members where member_id = 'owner-1') order by created_at limit 1)`,
    [JSON.stringify({ token_hash, user_id: userId, revoked_at: null, id: randomUUID() })],
  );
  return token;
}

/** A member of the workspace with a session, whom the rules know by this id. */
async function callerOf(flow: Flow, id: number, role: Role, there?: 'operator'): Promise<Caller> {
  const name = there ? `${role}, ${there} in the sub-wallet` : role;
  const { pool } = flow.server.database;
  const { subWalletId, workspaceId } = flow.installed;
  const { rows } = await pool.query<{ user_id: number }>("select user_id from members where member_id = 'owner-1'");
  const owner = rows[0]?.user_id ?? 0;
  if (role !== 'owner') {
    await copyOf(flow, 'users', owner, { id, email: `${id}@example.org` });
    const wallets = there ? [{ wallet: String(subWalletId), role: there }] : [];
    await pool.query(
      'insert into members (workspace_id, user_id, member_id, role, wallets) values ($1, $2, $3, $4, $5)',
      [workspaceId, id, there ? `m-${role}-${there}` : `m-${role}`, role, JSON.stringify(wallets)],
    );
  }
  const userId = role === 'owner' ? owner : id;
  return { name, role, ...(there ? { there } : {}), token: () => sessionOf(flow, userId) };
}

const apiClientId = 'p-00000000000000aa';
/** An API client that the rules know, as the server keeps it: a copy of the one that waits for the members. */
async function apiClientOf(flow: Flow, own: Ids, { key }: ReturnType<typeof newTestMember>): Promise<Caller> {
  await flow.server.database.pool.query(
    `with u as (insert into users (email, nick_name, password_hash, totp_secret) values ('client@client.invalid', 'API client', '', '') returning id)
     insert into api_clients select (jsonb_populate_record(p, jsonb_build_object('user_id', u.id, 'app_id', $2::text))).* from api_clients p, u where p.app_id = $1`,
    [own.app_id, apiClientId],
  );
  const apiClient = { appId: apiClientId, key, origin: 'http://localhost:8700' };
  return { name: 'api', role: 'api', token: async () => apiClient };
}

/** Things of another workspace: copies of the fixture's own. */
async function othersOf(flow: Flow, own: Ids): Promise<Ids> {
  const { rows } = await flow.server.database.pool.query(`
    with w as (insert into workspaces (id, name, key_group_id) overriding system value select 900010, 'Other', id from key_groups limit 1 returning id)
    insert into sub_wallets (id, workspace_id, name, type, created_by) overriding system value select 900011, w.id, 'Theirs', 1, u.id from w, users u limit 1
    returning workspace_id as w, id as s`);
  const [{ w: workspace_id, s: sub_wallet_id }] = rows as [{ w: number; s: number }];
  const place = { workspace_id, sub_wallet_id };
  const copy = (table: string, field: string, change: object) => copyOf(flow, table, own[field] ?? '', change);
  const address_id = await copy('addresses', 'address_id', { ...place, id: 900_003, path: 'm/9', address: 'theirs' });
  const withdraw_id = await copy('orders', 'withdraw_id', { ...place, id: 900_001, intent_id: crypto.randomUUID() });
  const deposit = { ...place, id: 900_002, address_id, txid: 'f'.repeat(64) };
  const proposal = { workspace_id, id: 900_004, intent_id: crypto.randomUUID(), digest: 'e'.repeat(64) };
  const item_id = await copy('proposals', 'item_id', proposal);
  const { rows: apiClients } = await flow.server.database.pool.query<{ app_id: string }>(
    `with u as (insert into users (email, nick_name, password_hash, totp_secret) values ('theirs@client.invalid', 'Theirs', '', '') returning id)
     insert into api_clients select (jsonb_populate_record(p, jsonb_build_object('workspace_id', $2::bigint, 'user_id', u.id, 'app_id', 'p-9999999999999999', 'name', 'Theirs'))).*
     from api_clients p, u where p.app_id = $1 returning app_id`,
    [own.app_id, workspace_id],
  );
  const invite = { workspace_id, id: crypto.randomUUID(), member_id: 'm-theirs', token_hash: `\\x${'ab'.repeat(32)}` };
  return {
    wallet_id: String(workspace_id),
    sub_wallet_id: String(sub_wallet_id),
    withdraw_id,
    trans_id: withdraw_id,
    deposit_id: await copy('deposits', 'deposit_id', deposit),
    batch_id: await batchIn(flow, 900_010, workspace_id, sub_wallet_id, 'Theirs'),
    address_id,
    item_id,
    export_id: await copy('exports', 'export_id', { workspace_id, id: 900_005 }),
    invite_id: await copy('invites', 'invite_id', invite),
    app_id: apiClients[0]?.app_id ?? '',
    reset_id: await resetIn(flow, workspace_id, 900_005),
    entry_id: await entryIn(flow, workspace_id, 'b'.repeat(64)),
    ...(await hookIn(flow, workspace_id, 900_007)),
    audit_id: item_id,
    business_id: withdraw_id,
    id: withdraw_id,
  };
}

async function ownOf(flow: Flow): Promise<Ids> {
  const { api, installed, server } = flow;
  const txid = await flow.fund('ETH', '5');
  await flow.mine('evm', 20);
  const deposit = await until('deposit', async () => (await api.transaction.list({ txid })).list[0]?.id);
  // It is listed before it is booked.
  await until('its coins', async () => Number(await flow.available('ETH')) > 0);
  const { withdraw_id } = await api.withdraw.create({
    request_id: 'own',
    sub_wallet_id: installed.subWalletId,
    symbol: 'ETH',
    address_to: stranger.evm,
    amount: '1',
  });
  const payee = { chains: ['evm:31337'], address: stranger.evm, memo: '', symbols: [], label: 'Payee' };
  const { item_id } = await api.addressBook.add({ items: [payee] });
  const { invite_id } = await api.team.invite({ name: 'A', email: 'a@example.org', role: 'viewer' });
  const { publicKey: public_key } = newTestMember('?', 'viewer').key;
  const { app_id } = await api.apiClient.save({
    ...{ name: 'P', public_key, ip_list: ['127.0.0.1'] },
    scopes: [...apiScopeNames],
  });
  const { export_id } = await api.fileExport.start({ list: 'transaction', filter: {}, format: 'csv' });
  const { rows } = await server.database.pool.query('select address_id as id from deposits where id = $1', [deposit]);
  const { installed: fixture } = flow;
  return {
    wallet_id: String(fixture.workspaceId),
    sub_wallet_id: String(fixture.subWalletId),
    withdraw_id: String(withdraw_id),
    trans_id: String(withdraw_id),
    deposit_id: String(deposit),
    batch_id: await askedFor(
      flow,
      await batchIn(flow, 900_011, fixture.workspaceId, fixture.subWalletId, 'Own'),
      withdraw_id,
    ),
    address_id: String(rows[0]?.id),
    item_id: String(item_id),
    export_id: String(export_id),
    invite_id,
    app_id,
    reset_id: await resetIn(flow, fixture.workspaceId, 900_006),
    entry_id: await entryIn(flow, fixture.workspaceId, 'a'.repeat(64)),
    ...(await hookIn(flow, fixture.workspaceId, 900_008)),
    audit_id: String(item_id),
    business_id: String(withdraw_id),
    id: String(withdraw_id),
  };
}

/** A workspace with something of every kind, a member of every role, and another workspace with the same. */
export async function openHouse(): Promise<Fixture> {
  const others = (['admin', 'operator', 'approver', 'viewer'] as const).map((role) => newTestMember(`m-${role}`, role));
  const apiClient = newTestMember(apiClientId, 'api');
  const flow = await startFlow({ others: [...others, newTestMember('m-viewer-operator', 'viewer'), apiClient] });
  const own = await ownOf(flow);
  const theirs = await othersOf(flow, own);
  const callers = [
    await callerOf(flow, 0, 'owner'),
    await callerOf(flow, 800_001, 'admin'),
    await callerOf(flow, 800_002, 'operator'),
    await callerOf(flow, 800_003, 'approver'),
    await callerOf(flow, 800_004, 'viewer'),
    await callerOf(flow, 800_005, 'viewer', 'operator'),
    await apiClientOf(flow, own, apiClient),
  ];
  return { flow, callers, own, theirs, absent };
}

/** One call with everything the endpoint needs; `ids` says whose things it names. */
export async function call(fixture: Fixture, endpoint: Endpoint, by: By | undefined, ids: Ids): Promise<string> {
  // Codes name what they are about by a word, rules by the number of its kind.
  const kind = endpoint.path.includes('strategy') ? { business_type: '1' } : {};
  // An API client's are a list of numbers, others' are written one after the other.
  const list = endpoint.path.endsWith('/mpc/api/save') ? { sub_wallet_ids: '[]' } : {};
  // A collection has a contract, whatever a coin has.
  const things = endpoint.path.includes('/nft/') ? { contract_address: stranger.evm } : {};
  // A tick is no coin's symbol.
  const tick = endpoint.path.endsWith('/brc20') ? { symbol: 'ordi' } : {};
  const known: Ids = {
    ...samples,
    ...tick,
    ...kind,
    ...things,
    ...list,
    request_id: randomBytes(8).toString('hex'),
    ...fixture.own,
    ...ids,
  };
  // The sandbox pays to an address or to a sub-wallet, never to both.
  const either = endpoint.path.includes('sandbox') ? 'address' : '';
  const names = Object.keys(endpoint.input.shape).filter((name) => name in known && name !== either);
  const form = new URLSearchParams(Object.fromEntries(names.map((name) => [name, known[name] ?? ''])));
  const isGet = endpoint.method === 'GET';
  const path = isGet ? `${endpoint.path}?${form}` : endpoint.path;
  const body = isGet ? '' : form.toString();
  const { method } = endpoint;
  const who = typeof by === 'object' ? signedBy(by, { method, path, body }) : { token: by, headers: {} };
  const headers = { ...who.headers, ...(isGet ? {} : { 'content-type': 'application/x-www-form-urlencoded' }) };
  const { text } = await raw(fixture.flow.server.url, path, { ...who, method, headers, ...(isGet ? {} : { body }) });
  return text;
}
const signedBy = (
  apiClient: TestApiClient,
  { method, path, body }: { method: 'GET' | 'POST'; path: string; body: string },
) => ({
  headers: apiClientHeaders(apiClient, { method, url: `${apiClient.origin}${path}`, body }),
});
