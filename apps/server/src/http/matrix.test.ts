import { contract, type Endpoint } from '@holdfast/contract';
import { raw } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Flow, startFlow, stranger, until } from '../test/flow.ts';

let flow: Flow;
/** What another workspace has, by the field that names it; beside it an id that nobody has. */
let theirs: Readonly<Record<string, string>>;
const absent: Readonly<Record<string, string>> = {
  wallet_id: '999999',
  sub_wallet_id: '999999',
  withdraw_id: '999999',
  deposit_id: '999999',
  address_id: '999999',
  item_id: '999999',
  audit_id: '999999',
  business_id: '999999',
  id: '999999',
  invite_id: '00000000-0000-4000-8000-000000000000',
};
/** Fields that have to be there for a request to come as far as the id. */
const samples: Readonly<Record<string, string>> = {
  symbol: 'ETH',
  amount: '0.1',
  address_to: stranger.evm,
  address: stranger.evm,
  request_id: 'matrix-1',
  sub_wallet_name: 'Name',
  alias: 'Name',
  label: 'Name',
  remark: 'remark',
  num: '1',
  focus: '1',
  start: '0',
  end: '1',
  version: '1',
  item_type: '1',
  business_type: 'withdraw',
  type: '2',
  result: '1',
  item: JSON.stringify({ chains: ['evm:31337'], address: stranger.evm, memo: '', symbols: [], label: 'Name' }),
};
/** Fields that mean something else where they are not the id of a thing. */
const notAnId: ReadonlySet<string> = new Set(['strategy.higherDelete', 'loginHistory.acknowledge']);

/** A copy of a row, which belongs to the other workspace. */
async function copyOf(table: string, id: string | number, change: Readonly<Record<string, unknown>>): Promise<string> {
  const { rows } = await flow.server.database.pool.query<{ id: string }>(
    `insert into ${table} overriding system value
     select (jsonb_populate_record(r, $2::jsonb)).* from ${table} r where r.id::text = $1 returning id::text`,
    [String(id), JSON.stringify(change)],
  );
  return rows[0]?.id ?? '';
}

beforeAll(async () => {
  flow = await startFlow();
  const { api, installed, server } = flow;
  const txid = await flow.fund('ETH', '5');
  await flow.mine('evm', 20);
  const deposit = await until('deposit', async () => (await api.transaction.list({ txid })).list[0]?.id);
  const order = await api.withdraw.create({
    request_id: 'own',
    sub_wallet_id: installed.subWalletId,
    symbol: 'ETH',
    address_to: stranger.evm,
    amount: '1',
  });
  const payee = { chains: ['evm:31337'], address: stranger.evm, memo: '', symbols: [], label: 'Payee' };
  const proposal = await api.addressBook.add({ items: [payee] });
  const { invite_id } = await api.team.invite({ name: 'A', email: 'a@example.org', role: 'viewer' });
  const { rows } = await server.database.pool.query(`
    with w as (insert into workspaces (id, name, key_group_id) overriding system value select 900010, 'Other', id from key_groups limit 1 returning id)
    insert into sub_wallets (id, workspace_id, name, type, created_by) overriding system value select 900011, w.id, 'Theirs', 1, u.id from w, users u limit 1
    returning workspace_id as w, id as s`);
  const [{ w: workspace_id, s: sub_wallet_id }] = rows as [{ w: number; s: number }];
  const own = { workspace_id, sub_wallet_id };
  const { rows: addresses } = await server.database.pool.query('select address_id as id from deposits where id = $1', [
    deposit,
  ]);
  const [{ id: ownAddress }] = addresses as [{ id: number }];
  const address_id = await copyOf('addresses', ownAddress, { ...own, id: 900_003, path: 'm/9', address: 'theirs' });
  theirs = {
    wallet_id: String(workspace_id),
    sub_wallet_id: String(sub_wallet_id),
    withdraw_id: await copyOf('orders', order.withdraw_id, { ...own, id: 900_001, intent_id: crypto.randomUUID() }),
    deposit_id: await copyOf('deposits', deposit, { ...own, id: 900_002, address_id, txid: 'f'.repeat(64) }),
    address_id,
    item_id: await copyOf('proposals', proposal.item_id, {
      workspace_id,
      id: 900_004,
      intent_id: crypto.randomUUID(),
      digest: 'e'.repeat(64),
    }),
    invite_id: await copyOf('invites', invite_id, {
      workspace_id,
      id: crypto.randomUUID(),
      member_id: 'm-theirs',
      token_hash: `\\x${'ab'.repeat(32)}`,
    }),
  };
  const { item_id = '', withdraw_id = '' } = theirs;
  theirs = { ...theirs, audit_id: item_id, business_id: withdraw_id, id: withdraw_id };
}, 120_000);
afterAll(() => flow.close());

const endpoints = Object.entries(contract).flatMap(([area, all]) =>
  Object.entries(all).map(([name, endpoint]): [string, Endpoint] => [`${area}.${name}`, endpoint]),
);
const cases = endpoints
  .filter(([name, { access }]) => access !== 'public' && access !== 'session' && !notAnId.has(name))
  .flatMap(([name, endpoint]) =>
    Object.keys(endpoint.input.shape)
      .filter((field) => field in absent)
      .map((field) => [`${name} by ${field}`, endpoint, field] as const),
  );

async function answer(endpoint: Endpoint, field: string, ids: Readonly<Record<string, string>>): Promise<string> {
  const { installed, server } = flow;
  const own = { wallet_id: String(installed.workspaceId), sub_wallet_id: String(installed.subWalletId) };
  // Codes name what they are about by a word, rules by the number of its kind.
  const kind = endpoint.path.includes('strategy') ? { business_type: '1' } : {};
  const known: Readonly<Record<string, string>> = { ...samples, ...kind, ...own, [field]: ids[field] ?? '' };
  // The sandbox pays to an address or to a sub-wallet, never to both.
  const either = endpoint.path.includes('sandbox') ? 'address' : '';
  const names = Object.keys(endpoint.input.shape).filter((name) => name in known && name !== either);
  const form = new URLSearchParams(Object.fromEntries(names.map((name) => [name, known[name] ?? ''])));
  const path = endpoint.method === 'GET' ? `${endpoint.path}?${form}` : endpoint.path;
  const body =
    endpoint.method === 'POST'
      ? { body: form.toString(), headers: { 'content-type': 'application/x-www-form-urlencoded' } }
      : {};
  const { text } = await raw(server.url, path, { method: endpoint.method, token: installed.token, ...body });
  return text.replaceAll(ids[field] ?? '', 'ID');
}

test('there is something to ask for by every kind of id', () => {
  expect(new Set(cases.map(([, , field]) => field))).toEqual(new Set(Object.keys(absent)));
  expect(Object.values(theirs).filter((id) => id === '')).toEqual([]);
});

test.each(cases)(
  '%s: what another workspace has answers exactly like what nobody has',
  async (_name, endpoint, field) => {
    const [their, none] = [await answer(endpoint, field, theirs), await answer(endpoint, field, absent)];
    expect(their).toBe(none);
    expect(their).not.toContain('Theirs');
    // The request was understood: it was refused, or found nothing, for the id's sake.
    expect(JSON.parse(their)).not.toMatchObject({ code: 100004 });
  },
);
