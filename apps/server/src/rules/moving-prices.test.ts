import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { OrderId, SubWalletId } from '@holdfast/contract';
import { type Devnet, devnetChains, startDevnet } from '@holdfast/devnet';
import { parsePolicy, unconditional } from '@holdfast/policy';
import { fetchIntent } from '@holdfast/signer-ui/signer-api';
import { decideAt, outcomeOf } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';
import { findDrift, freezeAsset, unfreezeAsset } from '../ledger/service.ts';
import { idOf } from '../ledger/test/assets.ts';
import { stranger, until } from '../test/flow.ts';
import { wireTo } from '../test/wire.ts';

let dir: string;
let devnet: Devnet<'evm' | 'bitcoin'>;
let server: TestServer;
let fixture: SetUp;

const place = () => ({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH' });
/** What the operators of both signers say that ether is worth; nothing when left out. */
const priced = (usd?: string): void =>
  writeFileSync(server.real?.pricesFile ?? '', JSON.stringify(usd === undefined ? {} : { 'evm:31337|': usd }));

const rule = (id: string, action: string, over = '', upTo = '') => ({
  id,
  name: id,
  enabled: 'on',
  type: 'transfer',
  when: { ...unconditional, amount: { unit: 'usd', over, upTo, hours: '0', scope: 'workspace' } },
  action,
  signProtection: 'off',
  nodes: [],
});
/** These are in force from here on; where none speaks of a payment the owner has to agree. */
async function rules(senior: Record<string, unknown>[]): Promise<void> {
  const { version } = await fixture.api.strategy.policy({});
  const made = await fixture.api.strategy.save({ senior, version });
  await decideAt(made.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made)).toBe(1);
}

function mine(): Promise<Response> {
  const body = { jsonrpc: '2.0', id: 1, method: 'anvil_mine', params: ['0x5'] };
  const headers = { 'content-type': 'application/json' };
  return fetch(devnet.evm.url, { method: 'POST', headers, body: JSON.stringify(body) });
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-prices-'));
  devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
  await server.keepConfirmed();
  await fixture.api.sandbox.fund({ ...place(), amount: '10' });
  await mine();
  await until('coins', async () => (await fixture.api.withdraw.symbolBalance(place())).normal_balance === '10');
  // Up to 1,000 USD the word of who asks is enough, above 100,000 USD nothing is paid.
  await rules([rule('never', 'refuse', '10000000'), rule('small', 'pass', '', '100000')]);
});
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(() => priced('2000'));

const detail = (id: number) => fixture.api.transaction.detail({ id, type: 2 });
const stepsOf = async (id: number) => (await detail(id)).timeline.map(({ sub_status }) => sub_status);

/** Some hundred USD at the price of the day, agreed to by who asks: all it takes; `meanwhile` happens before anything is signed. */
async function approvedWhile(meanwhile: () => void, amount = '0.4'): Promise<{ id: OrderId; url: string }> {
  const { db } = server.database;
  const eth = await idOf(db, 'ETH');
  const request = { request_id: randomUUID(), ...place(), address_to: stranger.evm, amount };
  const { withdraw_id: id, approval_url: url } = await fixture.api.withdraw.create(request);
  await freezeAsset(db, fixture.workspaceId, eth, 'test', {});
  await decideAt(url, fixture.owner, 'initiate');
  await until('the approval', async () => (await detail(id)).status === 1100);
  meanwhile();
  await unfreezeAsset(db, fixture.workspaceId, eth);
  await db.updateTable('orders').set({ next_at: new Date() }).where('id', '=', id).execute();
  return { id, url };
}
const intentOf = async (url: string) => {
  const [, origin = '', id = ''] = /^(.*?)\/#\/i\/([0-9a-f-]{36})/.exec(url) ?? [];
  return fetchIntent(origin, id);
};

describe('what a limit in USD is measured by is the price near the decision to sign', () => {
  it('a payment that its limit still holds is paid', async () => {
    const { id } = await approvedWhile(() => priced('2400'));
    await until('it to be sent', async () => (await detail(id)).status === 1200);
    expect(await stepsOf(id)).not.toContain('price_rose');
  });

  it('one that a risen price takes over it waits for more approvals, says so, keeps those it has, and is paid', async () => {
    const { id, url } = await approvedWhile(() => priced('3000'));
    await until('it to wait again', async () => (await detail(id)).sub_status === 'price_rose');
    const waiting = await detail(id);
    expect(waiting).toMatchObject({ status: 1000, approvals: [{ kind: 'sign', approved: [] }] });
    expect(waiting.timeline.find(({ sub_status }) => sub_status === 'price_rose')?.detail.needs).toMatch(/ 0\/1$/);
    const item = { item_type: 1, item_id: id };
    await expect.poll(() => fixture.api.todo.info(item)).toMatchObject({ price_rose: true, my_action: 1 });
    await expect
      .poll(async () => (await intentOf(url)).evaluation)
      .toMatchObject({ state: 'waiting', raised: true, initiatorSigned: true });
    // The page also tells what the payment before it may have cost.
    expect((await intentOf(url)).fees).toEqual({
      spent: expect.stringMatching(/^[1-9]/),
      most: expect.stringMatching(/^[1-9]/),
    });
    await decideAt(url, fixture.owner);
    await until('it to be sent', async () => (await detail(id)).status === 1200);
    expect((await stepsOf(id)).filter((step) => step === 'initiate')).toHaveLength(1);
  });

  it('one whose risen price the server has forgotten, as with an older database, waits for the approvals that the signers ask for', async () => {
    const { id, url } = await approvedWhile(() => priced('4000'), '0.3');
    await until('it to wait', async () => (await detail(id)).sub_status === 'price_rose');
    // Both signers have been shown the price that rose, and hold to it when it falls.
    await expect.poll(async () => (await intentOf(url)).evaluation).toMatchObject({ state: 'waiting', raised: true });
    priced('2000');
    await server.database.pool.query(
      "update orders set status = 1100, sub_status = 'approved', risen_quotes = '[]', next_at = now() where id = $1",
      [id],
    );
    await until('it to wait again', async () => (await detail(id)).sub_status === 'price_rose');
    expect(await detail(id)).toMatchObject({ status: 1000, approvals: [{ kind: 'sign', approved: [] }] });
    const item = { item_type: 1, item_id: id };
    await expect.poll(() => fixture.api.todo.info(item)).toMatchObject({ price_rose: true, my_action: 1 });
    const { list } = await fixture.api.todo.list({});
    expect(list.map(({ item_id }) => Number(item_id))).toContain(id);
    await decideAt(url, fixture.owner);
    await until('it to be sent', async () => (await detail(id)).status === 1200);
  });

  it('one that a rule refuses at the price of the moment waits until it falls', async () => {
    const { id } = await approvedWhile(() => priced('2000000'), '0.2');
    await until('it to wait', async () => (await detail(id)).sub_status === 'price_refused');
    expect((await detail(id)).status).toBe(1100);
    priced('2000');
    await until('it to be sent', async () => (await detail(id)).status === 1200);
  });

  it('without a price of the moment it waits, says so, and is paid when there is one', async () => {
    const { id } = await approvedWhile(() => priced(), '0.2');
    await until('it to wait', async () => (await detail(id)).sub_status === 'price_missing');
    expect(await stepsOf(id)).toContain('price_missing');
    expect((await detail(id)).status).toBe(1100);
    priced('2000');
    await until('it to be sent', async () => (await detail(id)).status === 1200);
  });
});

/**
 * DKLs23 signs in three messages. The second signer hears of the first, and what was to bring it the others is lost: so the first signer's part has left, and the
 * second one's has not.
 */
describe('a payment whose session broke off when one signer had let its part go', () => {
  let wire: ReturnType<typeof wireTo>;
  beforeAll(() => {
    wire = wireTo(server.real?.signers[1]?.url ?? '');
  });
  afterAll(() => wire?.restore());

  const rowOf = async (id: number) => {
    const { rows } = await server.database.pool.query(
      'select status, sub_status, digest, plan, exposed_at, raw from orders where id = $1',
      [id],
    );
    return rows[0];
  };
  const payments = async (): Promise<number> => {
    const { address } = await fixture.api.deposit.address(place());
    const body = { jsonrpc: '2.0', id: 1, method: 'eth_getTransactionCount', params: [address, 'pending'] };
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(devnet.evm.url, { method: 'POST', headers, body: JSON.stringify(body) });
    return Number(((await reply.json()) as { result: string }).result);
  };
  /** Some hundred USD when the first signer let it go, and more than 1,000 when the second one is asked again. */
  async function half(amount: string, risen: string) {
    // What opens a session, the hellos, and the first message.
    const order = await approvedWhile(() => wire.cutAfter(3), amount);
    await until('a session that broke off', async () => (await rowOf(order.id)).sub_status === 'signing_retry');
    const begun = await rowOf(order.id);
    expect(begun).toMatchObject({ status: 1100, exposed_at: expect.any(Date), raw: null });
    priced(risen);
    wire.mend();
    await until('it to wait', async () => (await rowOf(order.id)).sub_status === 'price_rose');
    return { ...order, begun };
  }

  it('waits for the approvals that the other one asks for, at both pages, and then that very transaction is made', async () => {
    const before = await payments();
    const { id, url, begun } = await half('0.4', '3000');
    const { digest, plan, exposed_at } = begun;
    expect(await rowOf(id)).toMatchObject({ status: 1000, digest, plan, exposed_at });
    const waiting = await detail(id);
    expect(waiting.timeline.findLast(({ sub_status }) => sub_status === 'price_rose')?.detail.needs).toMatch(/ 0\/1$/);
    expect(waiting.can).toMatchObject({ cancel: false, audit: true });
    const item = { item_type: 1, item_id: id };
    await expect
      .poll(() => fixture.api.todo.info(item))
      .toMatchObject({ price_rose: true, my_action: 1, can_cancel: false });
    // Also at the one that asks for nothing more.
    for (const { origin } of server.real?.signers ?? [])
      await expect
        .poll(async () => (await intentOf(url.replace(/^.*?(?=\/#)/, origin))).evaluation)
        .toMatchObject({ state: 'waiting', raised: true });
    await decideAt(url, fixture.owner);
    await until('it to be sent', async () => (await detail(id)).status === 1200);
    expect(await rowOf(id)).toMatchObject({ digest, plan });
    await until('the payment', async () => (await payments()) > before);
    expect(await payments()).toBe(before + 1);
  });

  it('is not cancelled, planned anew or ended by anybody while it waits, and ends when a member refuses it', async () => {
    const held = async () => (await fixture.api.withdraw.symbolBalance(place())).normal_balance;
    const before = await held();
    const { id, url, begun } = await half('0.3', '4000');
    await expect(fixture.api.withdraw.cancel({ withdraw_id: id })).rejects.toThrow();
    const change = (set: string) => server.database.pool.query(`update orders set ${set} where id = $1`, [id]);
    for (const set of ['plan = null', `plan = '{"nonce":"77"}'`, 'status = 2200', 'status = 2202', 'exposed_at = null'])
      await expect(change(set)).rejects.toThrow('may be signed already');
    await decideAt(url, fixture.owner, 'refuse');
    await until('its end', async () => (await rowOf(id)).status === 2200);
    expect(await rowOf(id)).toMatchObject({ digest: begun.digest, plan: begun.plan, raw: null });
    expect(await held()).toBe(before);
    expect(await findDrift(server.database.db)).toEqual([]);
  });
});

describe('a payment whose session broke off, and beside which another was counted in a window of its rule since', () => {
  const coin = 'USDC';
  let wire: ReturnType<typeof wireTo>;
  /** New ones: the nonce of the payment that was refused above is not free at once. */
  let one: SubWalletId;
  let other: SubWalletId;
  const rowOf = async (id: number) => {
    const { rows } = await server.database.pool.query(
      'select status, sub_status, digest, plan, exposed_at from orders where id = $1',
      [id],
    );
    return rows[0];
  };
  /** Asked for and signed by who asks; `between` happens after the one and before the other. */
  async function asked(
    from: SubWalletId,
    between = async (): Promise<unknown> => undefined,
  ): Promise<{ id: OrderId; url: string }> {
    const wanted = { sub_wallet_id: from, symbol: coin, address_to: stranger.evm, amount: '300' };
    const { withdraw_id: id, approval_url: url } = await fixture.api.withdraw.create({
      ...wanted,
      request_id: randomUUID(),
    });
    await between();
    await decideAt(url, fixture.owner, 'initiate');
    return { id, url };
  }
  const again = (id: OrderId, at: Date) =>
    server.database.db.updateTable('orders').set({ next_at: at, lease_until: null }).where('id', '=', id).execute();

  beforeAll(async () => {
    wire = wireTo(server.real?.signers[1]?.url ?? '');
    const make = (sub_wallet_name: string) =>
      fixture.api.wallet.createSubWallet({ wallet_id: fixture.workspaceId, sub_wallet_name });
    ({ sub_wallet_id: one } = await make('Second'));
    ({ sub_wallet_id: other } = await make('Third'));
    for (const sub_wallet_id of [one, other])
      for (const [symbol, amount] of [
        [coin, '1000'],
        ['ETH', '1'],
      ] as const)
        await fixture.api.sandbox.fund({ sub_wallet_id, symbol, amount });
    await mine();
    const normal = async (sub_wallet_id: SubWalletId) =>
      (await fixture.api.withdraw.symbolBalance({ sub_wallet_id, symbol: coin })).normal_balance;
    for (const id of [one, other]) await until('coins', async () => (await normal(id)) === '1000');
    const [chain] = devnetChains(devnet);
    const contract = chain?.assets.find(({ symbol }) => symbol === coin)?.contract ?? '';
    const list = [{ chain: chain?.id ?? '', contract }];
    const amount = { unit: 'coin', over: '', upTo: '500000000', hours: '24', scope: 'workspace' } as const;
    const when = { ...unconditional, assets: { mode: 'only' as const, list }, amount };
    await rules([{ ...rule('daily', 'pass'), when }]);
  }, 60_000);
  afterAll(() => wire?.restore());

  it('waits for the approvals that the signers ask for, though the books here have counted less, and then that very transaction is made', async () => {
    const { db } = server.database;
    const asset = await idOf(db, coin);
    const first = await asked(one, () => freezeAsset(db, fixture.workspaceId, asset, 'test', {}));
    await until('the approval', async () => (await rowOf(first.id)).status === 1100);
    wire.cutAfter(3);
    await unfreezeAsset(db, fixture.workspaceId, asset);
    await again(first.id, new Date());
    await until('a session that broke off', async () => (await rowOf(first.id)).sub_status === 'signing_retry');
    await again(first.id, new Date(Date.now() + 3_600_000));
    const begun = await rowOf(first.id);
    expect(begun.exposed_at).toBeInstanceOf(Date);
    wire.mend();

    const second = await asked(other);
    await decideAt(second.url, fixture.owner);
    await until('the other payment', async () => (await rowOf(second.id)).status === 1200);
    await server.database.pool.query("update orders set created_at = now() - interval '2 days' where id = $1", [
      second.id,
    ]);
    await again(first.id, new Date());
    await until('it to wait', async () => (await rowOf(first.id)).sub_status === 'more_counted');
    expect(await rowOf(first.id)).toMatchObject({ ...begun, status: 1000, sub_status: 'more_counted' });
    const item = { item_type: 1, item_id: first.id };
    await expect
      .poll(() => fixture.api.todo.info(item))
      .toMatchObject({ more_counted: true, price_rose: false, my_action: 1, can_cancel: false });
    for (const { origin } of server.real?.signers ?? [])
      expect((await intentOf(first.url.replace(/^.*?(?=\/#)/, origin))).evaluation).toMatchObject({ state: 'waiting' });
    await decideAt(first.url, fixture.owner);
    await until('it to be sent', async () => (await rowOf(first.id)).status === 1200);
    expect(await rowOf(first.id)).toMatchObject({ digest: begun.digest, plan: begun.plan });
    expect(await findDrift(db)).toEqual([]);
  });
});

it('what was agreed to while no rule spoke of dollars has no value: that is said, and people whom several rules ask for the same are told once', async () => {
  await rules([]);
  const ask = (amount: string) => ({ request_id: randomUUID(), ...place(), address_to: stranger.evm, amount });
  const { withdraw_id: id, approval_url: url } = await fixture.api.withdraw.create(ask('0.01'));
  await decideAt(url, fixture.owner);
  await until('it to be agreed', async () => (await detail(id)).status >= 1100);
  const check = () => fixture.api.withdraw.limitCheck({ ...place(), address_to: stranger.evm, amount: '0.001' });
  expect(await check()).toMatchObject({ pass: true, value_unknown: '' });
  const { nodes = [] } = parsePolicy((await fixture.api.strategy.policy({})).document).strategies[0] ?? {};
  const much = (hours: string) => {
    const { when, ...rest } = rule(`much-${hours}`, 'flow', '10000000');
    return { ...rest, when: { ...when, amount: { ...when.amount, hours } }, nodes: [...nodes] };
  };
  await rules([much('1'), much('24')]);
  const told = await check();
  expect(told).toMatchObject({ pass: true, value_unknown: 'earlier' });
  expect([nodes.length, told.approvers_preview.length]).toEqual([1, 1]);
  const { withdraw_id: item_id } = await fixture.api.withdraw.create(ask('0.001'));
  const { value_unknown: unknown, nodes: asked } = await fixture.api.todo.info({ item_type: 1, item_id });
  // Its own too, where the server had not read the rule of a moment ago when the price would have been asked for.
  expect(['own', 'earlier']).toContain(unknown);
  expect(asked).toHaveLength(1);
});
