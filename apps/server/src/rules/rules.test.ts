import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Devnet, devnetChains, startDevnet } from '@holdfast/devnet';
import { exactAmount, fromUnits, toUnits } from '@holdfast/money';
import { unconditional } from '@holdfast/policy';
import { decideAt, outcomeOf, refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';
import { stranger, until } from '../test/flow.ts';

let dir: string;
let devnet: Devnet<'evm' | 'bitcoin'>;
let server: TestServer;
let fixture: SetUp;

const rpc = (method: string, ...params: unknown[]) =>
  fetch(devnet.evm.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
const place = () => ({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH' });
const available = async (): Promise<string> => (await fixture.api.withdraw.symbolBalance(place())).normal_balance;

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-rules-'));
  devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
  await fixture.api.sandbox.fund({ ...place(), amount: '10' });
  await rpc('anvil_mine', '0x5');
  await until('coins', async () => (await available()) === '10');
});
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const anything = unconditional;
const version = async (): Promise<string> => (await fixture.api.strategy.policy({})).version;
async function ruled(senior: Record<string, unknown>[]): Promise<void> {
  const made = await fixture.api.strategy.save({ senior, version: await version() });
  await decideAt(made.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made)).toBe(1);
}
const rule = (id: string, action: string, when: Record<string, unknown>, nodes: unknown[] = []) => ({
  id,
  name: id,
  enabled: 'on',
  type: 'transfer',
  when: { ...anything, ...when },
  action,
  signProtection: 'off',
  nodes,
});
const upTo = (dollars: number, hours: string) => ({
  amount: { unit: 'usd', over: '', upTo: String(dollars * 100), hours, scope: 'workspace' },
});
const ask = (amount: string, to: string = stranger.evm) => ({
  request_id: randomUUID(),
  ...place(),
  address_to: to,
  amount,
});
/** What becomes of a payment that only its initiator has signed. */
async function asked(amount: string, to: string = stranger.evm): Promise<{ id: number; url: string }> {
  const { withdraw_id: id, approval_url: url } = await fixture.api.withdraw.create(ask(amount, to));
  await decideAt(url, fixture.owner, 'initiate');
  return { id, url };
}
const statusOf = async (id: number): Promise<number> => (await fixture.api.transaction.detail({ id, type: 2 })).status;

describe('the limit of a day', () => {
  const ether = { assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: '' }] } };
  const coin = (over: string, upTo: string, hours: string) => ({
    ...ether,
    amount: { unit: 'coin', over, upTo, hours, scope: 'wallet' },
  });
  const wei = (whole: number): string => String(BigInt(whole) * 10n ** 18n);
  const limits = async () => (await fixture.api.withdraw.info(place())).limits;

  it('is what a rule refuses beyond, with what counts against it by now: what is asked for, and its highest fee', async () => {
    await ruled([rule('day', 'refuse', coin(wei(30), '', '24'))]);
    const before = await limits();
    expect(before.day_limit).toBe('30');
    const ask = { request_id: randomUUID(), ...place(), address_to: stranger.evm, amount: '0.5' };
    const { withdraw_id } = await fixture.api.withdraw.create(ask);
    const { fee } = await fixture.api.transaction.detail({ type: 2, id: withdraw_id });
    const used = Number((await limits()).day_used) - Number(before.day_used);
    expect(used).toBeCloseTo(0.5 + Number(fee), 9);
    await fixture.api.withdraw.cancel({ withdraw_id });
    expect((await limits()).day_used).toBe(before.day_used);
  });

  it('is what the dry run refuses', async () => {
    const used = (await limits()).day_used;
    await ruled([
      rule('day', 'refuse', coin(String(BigInt(wei(1)) + BigInt(Math.ceil(Number(used))) * 10n ** 18n), '', '24')),
    ]);
    const { day_limit } = await limits();
    const room = Number(day_limit) - Number(used);
    const check = (amount: number) =>
      fixture.api.withdraw.limitCheck({ ...place(), address_to: stranger.evm, amount: amount.toFixed(6) });
    expect(await check(room / 2)).toMatchObject({ pass: true });
    expect(await check(room + 0.001)).toMatchObject({ pass: false });
  });

  it('tells the most that may be asked for, to the unit, in the unit of the limit that leaves least; what it tells passes', async () => {
    const check = (amount: string) => fixture.api.withdraw.limitCheck({ ...place(), address_to: stranger.evm, amount });
    const single = rule('single', 'refuse', coin(wei(3), '', '0'));
    await ruled([single]);
    expect(await check('4')).toMatchObject({
      ...{ pass: false, reason_code: 300002, most: '3' },
      reason:
        'The rules do not allow this: refused by “single” (≤ 3 ETH). At most 3 ETH can be asked for in one payment',
    });
    expect(await check('3')).toMatchObject({ pass: true, most: null });
    await expect(fixture.api.withdraw.create(ask('4'))).rejects.toMatchObject({ code: 300002, data: { most: '3' } });
    // A window of everybody's payments leaves less than the limit of single ones: it is the one that is told.
    const { day_used } = await limits();
    const limit = toUnits(day_used, 18) + toUnits('2', 18);
    await ruled([single, rule('day', 'refuse', coin(String(limit), '', '24'))]);
    const told = await check('4');
    const most = toUnits('2', 18) - toUnits(told.max_fee, 18);
    expect(told.most).toBe(fromUnits(most, 18));
    expect(told.reason).toContain(
      `. 2 ETH of ${exactAmount(fromUnits(limit, 18))} ETH are left in this window: at most`,
    );
    expect(await check(fromUnits(most, 18))).toMatchObject({ pass: true });
    expect(await check(fromUnits(most + 1n, 18))).toMatchObject({ pass: false });
  });

  it('of a limit in dollars is told in dollars alone, and is none where nothing is left or no limit refuses', async () => {
    const check = (amount: string) => fixture.api.withdraw.limitCheck({ ...place(), address_to: stranger.evm, amount });
    const dollars = (cents: string, hours: string) => ({
      amount: { unit: 'usd', over: cents, upTo: '', hours, scope: 'wallet' },
    });
    await ruled([rule('single', 'refuse', dollars('150000', '0'))]);
    const told = await check('4');
    expect(told.reason).toMatch(
      /refused by “single” \(≤ 1,500 USD\)\. At most 1,500 USD can be asked for in one payment$/,
    );
    expect(await check(told.most ?? '')).toMatchObject({ pass: true });
    await ruled([rule('day', 'refuse', dollars('1', '24'))]);
    const used = await check('4');
    expect(used.most).toBeNull();
    expect(used.reason).toMatch(
      /0\.01 USD of 0\.01 USD are left in this window for now, no more than the highest fee$/,
    );
    await ruled([rule('never', 'refuse', ether)]);
    expect(await check('4')).toMatchObject({ most: null, reason: 'The rules do not allow this: refused by “never”' });
    await ruled([]);
  });

  it('before anybody asks, it is told how far each limit goes, what is left of it, and what becomes of more', async () => {
    const check = (amount: string) => fixture.api.withdraw.limitCheck({ ...place(), address_to: stranger.evm, amount });
    const single = { amount: { unit: 'usd', over: '150000', upTo: '', hours: '0', scope: 'workspace' } };
    await ruled([rule('single', 'refuse', single)]);
    expect(await check('0.01')).toMatchObject({
      limits: [{ rule: 'single', action: 'refuse', unit: 'USD', limit: '1500', left: '1500', hours: 0 }],
    });
    expect(await check('4')).toMatchObject({ pass: false, limits: [] });
    await ruled([rule('hour', 'pass', upTo(1_000_000, '1'))]);
    const { withdraw_id } = await fixture.api.withdraw.create(ask('0.1'));
    const [told] = (await check('0.01')).limits;
    expect(told).toMatchObject({ rule: 'hour', action: 'pass', limit: '1000000', hours: 1, scope: 'workspace' });
    expect(Number(told?.left)).toBeLessThan(1_000_000);
    expect(Number(told?.left)).toBeGreaterThan(0);
    await ruled([rule('day', 'pass', coin('', '1', '24'))]);
    expect(await check('0.01')).toMatchObject({
      limits: [{ rule: 'day', unit: 'ETH', left: '0', hours: 24, scope: 'wallet' }],
    });
    await fixture.api.withdraw.cancel({ withdraw_id });
    await ruled([]);
  });

  it('is none where another rule may let more pass, or speaks of other wallets, or of single payments', async () => {
    const small = rule('small', 'pass', {
      amount: { unit: 'usd', over: '', upTo: '100', hours: '0', scope: 'wallet' },
    });
    for (const senior of [
      [small, rule('day', 'refuse', coin(wei(30), '', '24'))],
      [rule('day', 'refuse', { ...coin(wei(30), '', '24'), wallets: ['99'] })],
      [rule('day', 'refuse', coin(wei(30), '', '0'))],
      [rule('day', 'refuse', { ...coin(wei(30), '', '24'), initiators: ['role:operator'] })],
    ]) {
      await ruled(senior);
      expect((await limits()).day_limit).toBeNull();
    }
    await ruled([]);
  });
});

describe('payments go by the rules, at the signers themselves', () => {
  it('up to a value by their own prices the initiator’s signature is enough; above it the members have to agree', async () => {
    await ruled([rule('small', 'pass', upTo(1_000, '0'))]);
    expect(
      await fixture.api.withdraw.limitCheck({ ...place(), amount: '0.5', address_to: stranger.evm }),
    ).toMatchObject({
      pass: true,
      approval_needed: false,
      rule: { level: 'senior', name: 'small' },
    });
    const small = await asked('0.5');
    await until('the small one to be sent', async () => (await statusOf(small.id)) === 1200);
    const large = await asked('0.500001');
    const detail = await fixture.api.transaction.detail({ id: large.id, type: 2 });
    expect(detail.status).toBe(1000);
    expect(detail.approvals).toMatchObject([{ kind: 'sign', approved: [] }]);
    await decideAt(large.url, fixture.owner);
    await until('the large one to be sent', async () => (await statusOf(large.id)) === 1200);
  });

  it('a window counts what was asked before, over all sub-wallets', async () => {
    // About 2,000 of the last day were asked for above.
    await ruled([rule('day', 'pass', upTo(2_500, '24'))]);
    const within = await asked('0.2');
    await until('the one within', async () => (await statusOf(within.id)) === 1200);
    const over = await asked('0.2');
    expect(await statusOf(over.id)).toBe(1000);
    await fixture.api.withdraw.cancel({ withdraw_id: over.id as never, remark: '' });
  });

  it('a rule that refuses ends the request before it begins', async () => {
    await ruled([rule('never', 'refuse', { wallets: [String(fixture.subWalletId)] })]);
    expect(await refusalOf(fixture.api.withdraw.create(ask('0.1')))).toBe('policyDenied');
    await ruled([]);
  });

  it('with the whitelist on, payments go to listed payees that have cooled down, and to our own addresses', async () => {
    const change = async (made: { item_id: number; approval_url: string }) => {
      await decideAt(made.approval_url, fixture.owner);
      expect(await outcomeOf(fixture.api, made)).toBe(1);
    };
    const { version: seen } = await fixture.api.addressBook.whiteStatus({});
    await change(await fixture.api.addressBook.whiteModify({ mode: 'on', cooling_hours: 24, version: seen }));
    expect(await refusalOf(fixture.api.withdraw.create(ask('0.1')))).toBe('policyDenied');
    const payee = { chains: ['evm:31337'], address: stranger.evm, memo: '', symbols: ['ETH'], label: 'Payee' };
    await change(await fixture.api.addressBook.add({ items: [payee] }));
    expect(await refusalOf(fixture.api.withdraw.create(ask('0.1')))).toBe('coolingPeriod');
    const second = await fixture.api.wallet.createSubWallet({
      wallet_id: fixture.workspaceId,
      sub_wallet_name: 'Second',
    });
    const own = second.addresses.find(({ base_symbol }) => base_symbol === 'ETH')?.address ?? '';
    const inside = await asked('0.1', own);
    await decideAt(inside.url, fixture.owner);
    await until('the payment to ourselves', async () => (await statusOf(inside.id)) === 1200);
  });

  it('what the members loosen about the address book is in force after the cooling period, and everybody is told when', async () => {
    const set = async (mode: 'on' | 'off', hours: number) => {
      const made = await fixture.api.addressBook.whiteModify({ mode, cooling_hours: hours, version: await version() });
      await decideAt(made.approval_url, fixture.owner);
      expect(await outcomeOf(fixture.api, made)).toBe(1);
      return fixture.api.addressBook.whiteStatus({});
    };
    const minuteOf = (at: Date | null): string => {
      const whole = new Date(Math.ceil((at?.getTime() ?? 0) / 60_000) * 60_000).toISOString();
      return `until ${whole.slice(0, 10)} ${whole.slice(11, 16)} UTC`;
    };
    const untilOf = async (call: Promise<unknown>): Promise<unknown> => {
      const error = await call.catch((thrown: unknown) => thrown);
      return error instanceof Error ? error.message : error;
    };
    const other = `0x${'ab'.repeat(20)}`;
    const off = await set('off', 24);
    expect(off).toMatchObject({ white_status: 1, mode: 'off', cooling_hours: 24, held_hours: 24, shorter_from: null });
    const left = (off.off_from?.getTime() ?? 0) - Date.now();
    expect(left).toBeGreaterThan(23.9 * 3_600_000);
    expect(left).toBeLessThanOrEqual(24 * 3_600_000);
    expect(await refusalOf(fixture.api.withdraw.create(ask('0.1', other)))).toBe('whitelistHeld');
    expect(await untilOf(fixture.api.withdraw.create(ask('0.1', other)))).toContain(minuteOf(off.off_from));
    expect(await fixture.api.withdraw.limitCheck({ ...place(), amount: '0.1', address_to: other })).toMatchObject({
      pass: false,
      reason_code: 300140,
    });
    expect(await refusalOf(fixture.api.withdraw.create(ask('0.1')))).toBe('coolingPeriod');
    // On again at once, with a shorter period, which counts later: the payee waits as long as before.
    const shorter = await set('on', 0);
    expect(shorter).toMatchObject({ white_status: 1, mode: 'on', off_from: null, cooling_hours: 0, held_hours: 24 });
    expect(shorter.shorter_from?.getTime()).toBeGreaterThan(off.off_from?.getTime() ?? 0);
    expect(await refusalOf(fixture.api.withdraw.create(ask('0.1')))).toBe('coolingPeriod');
    expect(await refusalOf(fixture.api.withdraw.create(ask('0.1', other)))).toBe('policyDenied');
    const { list } = await fixture.api.addressBook.list({ page_no: 1, page_size: 10 });
    expect(list[0]).toMatchObject({ status: 1 });
  });
});
