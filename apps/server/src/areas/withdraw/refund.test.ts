import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DepositId, OrderId } from '@holdfast/contract';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { toUnits } from '@holdfast/money';
import { unconditional } from '@holdfast/policy';
import { decideAt, outcomeOf, refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { decideSoon, stranger, until } from '../../test/flow.ts';

/** Deposits that go back, over HTTP: real signers, real chains of every family. */
const names = ['evm', 'bitcoin', 'tron', 'ton'] as const;
let dir: string;
let devnet: Devnet<(typeof names)[number]>;
let server: TestServer;
let fixture: SetUp;
const chainOf: Record<string, string> = {};

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-refund-'));
  devnet = await startDevnet({ chains: [...names], dir, tickMs: 0 });
  const chains = devnetChains(devnet);
  for (const { id, assets } of chains) for (const { symbol } of assets) chainOf[symbol] = id;
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains, config });
  fixture = await setUp(server.place);
  await server.keepConfirmed();
}, 120_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const at = (symbol: string, sub_wallet_id = fixture.subWalletId) => ({ sub_wallet_id, symbol });
const mine = (symbol: string, blocks = 1) => fixture.api.sandbox.mine({ chain_id: chainOf[symbol] ?? '', blocks });
const balance = (symbol: string) => fixture.api.withdraw.symbolBalance(at(symbol));
const deposits = async (symbol: string, status?: number) =>
  (await fixture.api.transaction.list({ type: 1, symbol, ...(status === undefined ? {} : { status }) })).list;
const deposit = (id: number) => fixture.api.transaction.detail({ type: 1, id });
const order = (id: number) => fixture.api.transaction.detail({ type: 2, id });
const info = (id: number, address_to?: string) =>
  fixture.api.withdraw.refundInfo({ deposit_id: id as DepositId, ...(address_to ? { address_to } : {}) });
type Ask = Partial<Parameters<typeof fixture.api.withdraw.refund>[0]>;
const refund = (id: number, more: Ask = {}) =>
  fixture.api.withdraw.refund({ request_id: randomUUID(), deposit_id: id as DepositId, ...more });
const cancel = (withdraw_id: OrderId) => fixture.api.withdraw.cancel({ withdraw_id });

/** Paid by the faucet and credited; its number. */
async function paid(symbol: string, amount: string): Promise<number> {
  const before = (await deposits(symbol, 2000)).length;
  const { txid } = await fixture.api.sandbox.fund({ ...at(symbol), amount });
  await until(`${symbol}`, async () => {
    await mine(symbol);
    return (await deposits(symbol, 2000)).length > before;
  });
  const found = (await deposits(symbol, 2000)).find((one) => one.txid === txid) ?? (await deposits(symbol, 2000))[0];
  return found?.id ?? 0;
}
async function approve(id: OrderId): Promise<void> {
  const { evidence } = await order(id);
  await decideSoon(fixture, evidence.intent_id);
}
async function ended(symbol: string, id: OrderId): Promise<number> {
  await until('its end', async () => {
    await mine(symbol);
    return (await order(id)).status >= 2000;
  });
  return (await order(id)).status;
}
const booksAreRight = async () => expect(await findDrift(server.database.db)).toEqual([]);

describe('a deposit goes back to who paid it', () => {
  it.each([
    ['ETH', '0.5', '1'],
    ['BTC', '0.02', '0.05'],
    ['TRX', '40', '100'],
    ['TON', '2', '5'],
  ])(
    'in %s: by a payment that members approve, and says so from then on',
    async (symbol, sent, whole) => {
      await paid(symbol, whole);
      const id = await paid(symbol, sent);
      // On its way a chain may take some of it.
      const { amount } = await deposit(id);
      const asked = await info(id);
      const warnings = symbol === 'BTC' ? ['maybe_service'] : [];
      expect(asked).toMatchObject({ problem: '', warnings, to_payer: true, approval_needed: true });
      expect(asked).toMatchObject({ deposit_amount: amount, refundable: amount, payers: [asked.address_to] });
      expect((await deposit(id)).can.refund).toBe(true);
      const memo = asked.support_memo ? 'refund 4711' : '';
      const { withdraw_id } = await refund(id, { memo, looked: warnings.length > 0 });
      expect(await deposit(id)).toMatchObject({ status: 2000, can: { refund: false }, refund: { withdraw_id } });
      expect(await order(withdraw_id)).toMatchObject({ refunds: id, refund: null, address_to: asked.address_to, memo });
      await approve(withdraw_id);
      expect(await ended(symbol, withdraw_id)).toBe(2000);
      const back = await deposit(id);
      expect(back).toMatchObject({
        status: 4000,
        sub_status: 'refunded',
        refund_amount: amount,
        can: { refund: false },
      });
      expect(back.refund).toEqual({ withdraw_id, status: 2000, amount });
      expect(back.timeline.map(({ sub_status }) => sub_status).slice(-2)).toEqual(['refund_asked', 'refunded']);
      expect((await order(withdraw_id)).amount).toBe(amount);
      expect(await info(id)).toMatchObject({ problem: 'returned', tiers: [] });
      expect(await refusalOf(refund(id))).toBe('depositRefunded');
      await booksAreRight();
    },
    120_000,
  );

  it('in part, once, and never more than was paid', async () => {
    const id = await paid('ETH', '0.3');
    expect(await refusalOf(refund(id, { amount: '0.300000001' }))).toBe('aboveMaximum');
    const { withdraw_id } = await refund(id, { amount: '0.1' });
    await approve(withdraw_id);
    expect(await ended('ETH', withdraw_id)).toBe(2000);
    expect(await deposit(id)).toMatchObject({ status: 4000, amount: '0.3', refund_amount: '0.1' });
    expect(await refusalOf(refund(id, { amount: '0.1' }))).toBe('depositRefunded');
  });

  it('where the address book lists them with memos alone, with a memo', async () => {
    const id = await paid('TRX', '30');
    const { address_to } = await info(id);
    await server.database.pool.query(
      `insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since) values ($1, $2, $3, $4, '77', '{}', 'Exchange', now())`,
      [fixture.workspaceId, 'c'.repeat(64), [chainOf.TRX], address_to],
    );
    await server.database.pool.query(
      `insert into book_beneficiaries (workspace_id, hash, name, vasp, self_hosted) values ($1, $2, 'Ann', 'Coin House', false)`,
      [fixture.workspaceId, 'c'.repeat(64)],
    );
    expect(await info(id)).toMatchObject({ need_memo: true, warnings: ['provider'] });
    expect(await refusalOf(refund(id, { memo: '' }))).toBe('refundWarned');
    expect(await refusalOf(refund(id, { memo: '', looked: true }))).toBe('memoNeeded');
    await cancel((await refund(id, { memo: '78', looked: true })).withdraw_id);
  });
});

describe('a deposit is given back once', () => {
  it('however many ask at once', async () => {
    const id = await paid('ETH', '0.2');
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => refund(id, { amount: '0.01' })));
    const taken = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.withdraw_id] : []));
    expect(taken).toHaveLength(1);
    const others = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(new Set(others)).toEqual(new Set([300220]));
    expect((await balance('ETH')).lock_balance).not.toBe('0');
    for (const one of taken) await cancel(one);
    await until('the hold to end', async () => (await balance('ETH')).lock_balance === '0');
  });

  it('the same request is the same order, and another body under it is refused', async () => {
    const id = await paid('ETH', '0.2');
    const request_id = randomUUID();
    const first = await refund(id, { request_id, amount: '0.05' });
    expect(await refund(id, { request_id, amount: '0.05' })).toMatchObject({
      withdraw_id: first.withdraw_id,
      duplicated: true,
    });
    expect(await refusalOf(refund(id, { request_id, amount: '0.06' }))).toBe('duplicateRequest');
    const plain = { request_id, ...at('ETH'), address_to: stranger.evm, amount: '0.05' };
    expect(await refusalOf(fixture.api.withdraw.create(plain))).toBe('duplicateRequest');
    await cancel(first.withdraw_id);
  });

  it('an order that ended unpaid gives it free again, through a restart too', async () => {
    const id = await paid('ETH', '0.2');
    const { withdraw_id } = await refund(id);
    await server.restart();
    fixture = { ...fixture, api: server.api({ token: fixture.token }) };
    expect(await refusalOf(refund(id))).toBe('depositRefunded');
    await cancel(withdraw_id);
    expect(await deposit(id)).toMatchObject({ status: 2000, refund: null, can: { refund: true } });
    const again = await refund(id);
    const { evidence } = await order(again.withdraw_id);
    await decideSoon(fixture, evidence.intent_id, 'refuse');
    await until('the refusal', async () => (await order(again.withdraw_id)).status === 2100);
    expect((await deposit(id)).can.refund).toBe(true);
    expect((await deposit(id)).timeline.map(({ sub_status }) => sub_status).slice(-4)).toEqual([
      'refund_asked',
      'refund_ended',
      'refund_asked',
      'refund_ended',
    ]);
    const last = await refund(id);
    await approve(last.withdraw_id);
    expect(await ended('ETH', last.withdraw_id)).toBe(2000);
    await booksAreRight();
  }, 60_000);

  it('the database itself takes no second one, none of another wallet, and none that is more', async () => {
    const id = await paid('ETH', '0.2');
    const { withdraw_id } = await refund(id, { amount: '0.05' });
    const other = await fixture.api.withdraw.create({
      request_id: randomUUID(),
      ...at('ETH'),
      address_to: stranger.evm,
      amount: '0.05',
    });
    const link = (order_id: number, deposit_id: number) =>
      server.database.pool
        .query('insert into deposit_refunds (order_id, workspace_id, deposit_id) values ($1, $2, $3)', [
          order_id,
          fixture.workspaceId,
          deposit_id,
        ])
        .then(
          () => 'taken',
          (error: { code: string }) => error.code,
        );
    expect(await link(other.withdraw_id, id)).toBe('23505');
    const [bitcoin] = await deposits('BTC', 2000);
    expect(await link(other.withdraw_id, bitcoin?.id ?? 0)).toBe('HF030');
    const small = await paid('ETH', '0.01');
    expect(await link(other.withdraw_id, small)).toBe('HF030');
    const change = (text: string) =>
      server.database.pool.query(text, [withdraw_id]).then(
        () => 'taken',
        (error: { code: string }) => error.code,
      );
    expect(await change('update deposit_refunds set deposit_id = deposit_id + 1 where order_id = $1')).toBe('HF011');
    expect(await change('delete from deposit_refunds where order_id = $1')).not.toBe('taken');
    for (const one of [withdraw_id, other.withdraw_id]) await cancel(one);
    expect(await change("update deposit_refunds set state = 'open' where order_id = $1")).toBe('HF011');
  });
});

describe('what there is to look at is told before, and asked for', () => {
  const rpc = (method: string, ...params: unknown[]) => rpcClient(devnet.evm.url)(method, ...params);

  it('a contract that paid', async () => {
    const id = await paid('ETH', '0.2');
    const { address_to } = await info(id);
    await rpc('anvil_setCode', address_to, '0x00');
    expect(await info(id)).toMatchObject({ warnings: ['contract'] });
    expect(await refusalOf(refund(id))).toBe('refundWarned');
    await cancel((await refund(id, { looked: true })).withdraw_id);
    await rpc('anvil_setCode', address_to, '0x');
  });

  it('coins that nobody paid: new ones, which came from no address', async () => {
    const id = await paid('USDC', '20');
    expect(await info(id)).toMatchObject({ payers: [], address_to: '', warnings: ['unknown_payer'] });
    expect(await refusalOf(refund(id, { looked: true }))).toBe('invalidParameters');
  });

  it('coins of several addresses that were paid together', async () => {
    const place = { wallet_id: fixture.workspaceId };
    const made = await fixture.api.wallet.createSubWallet({ ...place, sub_wallet_name: 'Shop' });
    await fixture.api.deposit.createAddress({ ...at('BTC', made.sub_wallet_id), num: 1 });
    const { list } = await fixture.api.deposit.addresses(at('BTC', made.sub_wallet_id));
    const own = list.filter(({ addr_type }) => addr_type === 1).map(({ address }) => address);
    expect(own.length).toBeGreaterThan(1);
    for (const address of own.slice(0, 2))
      await fetch(new URL('/fund', devnet.faucet.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ chain: chainOf.BTC, symbol: 'BTC', address, amount: '0.01' }),
      });
    const shop = () => fixture.api.withdraw.symbolBalance(at('BTC', made.sub_wallet_id));
    await until('both', async () => {
      await mine('BTC');
      return (await shop()).normal_balance === '0.02';
    });
    const { address } = await fixture.api.deposit.address(at('BTC'));
    const before = (await deposits('BTC', 2000)).map((one) => one.id);
    const ask = { request_id: randomUUID(), ...at('BTC', made.sub_wallet_id), address_to: address, amount: '0.015' };
    const sent = await fixture.api.withdraw.create(ask);
    await approve(sent.withdraw_id);
    expect(await ended('BTC', sent.withdraw_id)).toBe(2000);
    const came = await until('the deposit', async () => {
      await mine('BTC');
      return (await deposits('BTC', 2000)).find((one) => !before.includes(one.id));
    });
    const asked = await info(came.id);
    expect(asked).toMatchObject({ address_to: '', warnings: ['many_payers'] });
    expect([...asked.payers].sort()).toEqual([...own.slice(0, 2)].sort());
    expect(await refusalOf(refund(came.id, { looked: true }))).toBe('invalidParameters');
    const [to = ''] = asked.payers;
    expect(await info(came.id, to)).toMatchObject({ to_payer: true, address_to: to });
    expect(await refusalOf(refund(came.id, { address_to: to }))).toBe('refundWarned');
    await cancel((await refund(came.id, { address_to: to, looked: true, amount: '0.01' })).withdraw_id);
  }, 60_000);
});

describe('to another address than the payer’s', () => {
  it('it goes where members approve it, and nowhere where a rule lets it pass', async () => {
    const id = await paid('ETH', '0.2');
    expect(await info(id, stranger.evm)).toMatchObject({ to_payer: false, approval_needed: true });
    expect(await refusalOf(info(id, 'nobody'))).toBe('invalidAddress');
    const { withdraw_id } = await refund(id, { address_to: stranger.evm, amount: '0.05' });
    expect((await order(withdraw_id)).address_to).toBe(stranger.evm);
    await cancel(withdraw_id);
    const pass = {
      ...{
        id: 'small',
        name: 'Small',
        enabled: 'on',
        type: 'transfer',
        action: 'pass',
        signProtection: 'off',
        nodes: [],
      },
      when: {
        ...unconditional,
        assets: { mode: 'only', list: [{ chain: chainOf.ETH, contract: '' }] },
        amount: { unit: 'coin', over: '', upTo: String(toUnits('1', 18)), hours: '0', scope: 'wallet' },
      },
    };
    const { version } = await fixture.api.strategy.policy({});
    const made = await fixture.api.strategy.save({ senior: [pass], version });
    await decideAt(made.approval_url, fixture.owner);
    expect(await outcomeOf(fixture.api, made)).toBe(1);
    expect(await info(id)).toMatchObject({ approval_needed: false });
    expect(await refusalOf(refund(id, { address_to: stranger.evm, amount: '0.05' }))).toBe('refundNeedsApproval');
    await cancel((await refund(id, { amount: '0.05' })).withdraw_id);
  });
});
