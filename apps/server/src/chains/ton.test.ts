import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accountReader, readerOf } from '@holdfast/chains/rpc';
import type { OrderId } from '@holdfast/contract';
import { type RunningTon, startTon } from '@holdfast/devnet/ton';
import { toUnits } from '@holdfast/money';
import { totpAt } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';
import { type SetUp, setUp } from '../../test/set-up.ts';
import { findDrift, findFreezes } from '../ledger/service.ts';
import { stopsWhereBooksClaimMore } from './test/stop.ts';

/** TON, signed with Ed25519 by two real signers, through the whole server, on the official emulator. */

let dir: string;
let chain: RunningTon;
let server: TestServer;
let fixture: SetUp;
let address: string;
/** How far the chain and the server are ahead of the clock. */
let aheadMs = 0;
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'holdfast-ton-'));
  chain = await startTon({ dir, port: 0 });
  const clock = () => new Date(Date.now() + aheadMs);
  server = await startTestServer({ chains: [chain.config], realSigners: 'here', clock });
  fixture = await setUp(server.place);
  await server.keepConfirmed();
  address = (await fixture.api.deposit.address({ sub_wallet_id: fixture.subWalletId, symbol: 'TON' })).address;
}, 60_000);
afterAll(async () => {
  await server?.close();
  await chain?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const payee = '0QDsE4xHRP4mZsJbkZsuZyHp2Wlzb4PiKFuzrYVM6ffqTrgn';
const { poll } = expect;
const reader = () => accountReader(readerOf(chain.config));
const held = async (symbol: string, at = address): Promise<bigint> => {
  const asset = chain.config.assets.find((one) => one.symbol === symbol);
  if (!asset) throw new Error(symbol);
  return reader().balance(at, asset);
};
const funds = (symbol: string) => fixture.api.withdraw.symbolBalance({ sub_wallet_id: fixture.subWalletId, symbol });
const available = async (symbol: string) => toUnits((await funds(symbol)).normal_balance, 9);
const order = (id: number) => fixture.api.transaction.detail({ id, type: 2 });
const status = async (id: number) => (await order(id)).status;
const stage = async (id: number) => (await order(id)).timeline.at(-1)?.sub_status;
const lookAgain = (id: number) => server.database.pool.query('update orders set next_at = now() where id = $1', [id]);

/** @param attached nanotons that go with a jetton in place of the usual */
async function asked(symbol: string, amount: string, memo = ''): Promise<OrderId> {
  const { withdraw_id: id } = await fixture.api.withdraw.create({
    request_id: randomUUID(),
    sub_wallet_id: fixture.subWalletId,
    symbol,
    address_to: payee,
    amount,
    memo,
  });
  return id;
}

async function approved(symbol: string, amount: string, memo = '', attached = ''): Promise<OrderId> {
  const id = await asked(symbol, amount, memo);
  const { rows } = await server.database.pool.query('select intent_id from orders where id = $1', [id]);
  if (attached !== '')
    await server.database.pool.query('update orders set fee_plan = $1 where id = $2', [{ attached }, id]);
  await poll(() => fixture.approve(rows[0].intent_id).then(() => 'approved', String)).toBe('approved');
  await poll(() => stage(id), { timeout: 10_000 }).toBe('broadcast');
  return id;
}

/** Blocks until the order is at its end. */
async function ended(id: number, wanted: number): Promise<void> {
  await poll(
    async () => {
      await chain.mine(1);
      await lookAgain(id);
      return status(id);
    },
    { timeout: 20_000, interval: 300 },
  ).toBe(wanted);
}

/** The payee's account pays its own rent when something arrives: a few nanotons in these seconds. */
async function arrived(symbol: string, before: bigint, amount: string): Promise<void> {
  const lacking = toUnits(amount, 9) - ((await held(symbol, payee)) - before);
  expect(lacking >= 0n && lacking <= (symbol === 'TON' ? 1_000n : 0n)).toBe(true);
}

async function agree(): Promise<void> {
  for (const symbol of ['TON', 'NOT']) expect([symbol, await available(symbol)]).toEqual([symbol, await held(symbol)]);
  expect(await findDrift(server.database.db)).toEqual([]);
  expect(await findFreezes(server.database.db, fixture.workspaceId)).toEqual([]);
}

describe('a wallet on TON', () => {
  it('has an address that both signers vouch for, in the form that is not bounceable', () => {
    expect(address).toMatch(/^0Q[A-Za-z0-9_-]{46}$/);
  });

  it('receives coins and a jetton, at an account that does nothing yet', async () => {
    for (const [symbol, amount] of [
      ['TON', '20'],
      ['NOT', '50'],
    ] as const) {
      await chain.fund({ symbol, address, amount });
      await chain.mine(5);
      await poll(() => available(symbol), { timeout: 10_000 }).toBe(toUnits(amount, 9));
    }
    await agree();
  });

  it('looks at a deposit again by the id that it is shown with', async () => {
    for (const symbol of ['TON', 'NOT']) {
      const [deposit] = (await fixture.api.transaction.list({ type: 1, symbol })).list;
      const again = { chain_id: chain.config.id, txid: deposit?.txid ?? '' };
      expect(await fixture.api.transaction.rescan(again)).toEqual({ blocks: 1, found: 0 });
    }
  });

  it('shows what a payer told with a deposit, whatever is in it, and credits it all the same', async () => {
    const comments = ['customer 4711', `zero\0byte ${'x'.repeat(600)}`];
    for (const comment of comments) await chain.call('pay', { address, units: '1000000000', comment });
    await chain.mine(3);
    await poll(() => available('TON'), { timeout: 10_000 }).toBeGreaterThan(toUnits('21.9', 9));
    const { list } = await fixture.api.transaction.list({ sub_wallet_id: fixture.subWalletId, type: 1 });
    const memos = list.map(({ memo }) => memo).filter((memo) => memo !== '');
    expect(memos.toSorted()).toEqual(['customer 4711', `zero\ufffdbyte ${'x'.repeat(490)}`]);
    await agree();
  });

  it.each([
    ['TON', '2.5', ''],
    ['TON', '1', 'invoice 42'],
    ['NOT', '1.5', ''],
    ['NOT', '2', 'customer 7'],
  ] as const)(
    'pays %s %s with the comment “%s”: signed by both, booked at what it cost',
    async (symbol, amount, memo) => {
      const before = await held(symbol, payee);
      const coins = await available('TON');
      const id = await approved(symbol, amount, memo);
      await ended(id, 2000);
      await arrived(symbol, before, amount);
      const { real_fee, memo: told, evidence } = await order(id);
      expect(told).toBe(memo);
      expect(evidence.txid).toMatch(/^[0-9a-f]{64}$/);
      const spent = coins - (await available('TON')) - (symbol === 'TON' ? toUnits(amount, 9) : 0n);
      expect(toUnits(real_fee ?? '', 9)).toBe(spent);
      await agree();
    },
  );

  it('offers rules no calls of contracts to name: none can be asked for', async () => {
    const { list } = await fixture.api.strategy.symbolList({});
    expect(list.map(({ chain: of, contract_pattern }) => [of, contract_pattern])).toEqual([
      [chain.config.id, ''],
      [chain.config.id, ''],
    ]);
  });

  it('takes an address in any of its forms, keeps one, and refuses one of another network', async () => {
    const ask = { sub_wallet_id: fixture.subWalletId, symbol: 'TON' };
    const raw = '0:ec138c4744fe2666c25b919b2e6721e9d969736f83e2285bb3ad854ce9f7ea4e';
    for (const one of [raw, payee])
      expect(await fixture.api.withdraw.addressInfo({ ...ask, address: one })).toMatchObject({ valid: true });
    const elsewhere = `-1:${'33'.repeat(32)}`;
    expect(await fixture.api.withdraw.addressInfo({ ...ask, address: elsewhere })).toMatchObject({
      valid: false,
      reason: 'network',
    });
    expect(await fixture.api.withdraw.info(ask)).toMatchObject({ support_memo: true });
    const quote = await fixture.api.withdraw.gasEstimate({ ...ask, symbol: 'NOT', to: payee, amount: '1' });
    expect(quote).toMatchObject({ fee_symbol: 'TON', max_fee: '0.07' });
  });

  it('ends as failed when a jetton bounces though its first transaction succeeded, and keeps the jettons', async () => {
    const jettons = await held('NOT');
    // What is attached does not cover the way.
    const id = await approved('NOT', '3', '', '10000000');
    await ended(id, 2400);
    expect([await held('NOT'), await available('NOT')]).toEqual([jettons, jettons]);
    await agree();
  });

  it('sends the same bytes again when the node lost them, and pays once', async () => {
    const before = await held('TON', payee);
    const id = await approved('TON', '1');
    await chain.call('forget');
    await lookAgain(id);
    await poll(async () => (await chain.call<{ messages: number }>('waiting')).messages).toBe(1);
    await ended(id, 2000);
    await arrived('TON', before, '1');
  });
});

it('pays the rows of a batch by one approval, each by a transaction of its own with its own comment', async () => {
  const rows = ['invoice 1', '', 'invoice 3'].map((memo, n) => ({ address: payee, amount: `1.${n}`, memo }));
  const looked = await fixture.api.batch.init({
    sub_wallet_id: fixture.subWalletId,
    symbol: 'NOT',
    rows: rows.map((row) => ({ ...row, remark: '', seen: 0 })),
  });
  expect(looked).toMatchObject({ support_memo: true, findings: { errors: [], problem: { code: 0 } } });
  const { withdraw_id: id } = await fixture.api.batch.submit({ ...looked, request_id: randomUUID() });
  const { evidence } = await order(id);
  await poll(() => fixture.approve(evidence.intent_id).then(() => 'approved', String)).toBe('approved');
  const before = await held('NOT', payee);
  const stand = () => fixture.api.batch.info({ batch_id: looked.batch_id });
  await poll(
    async () => {
      await chain.mine(1);
      await server.database.pool.query('update orders set next_at = now() where id = $1 or batch_of = $1', [id]);
      return (await stand()).status;
    },
    { timeout: 40_000, interval: 300 },
  ).toBe(2000);
  for (const { txid, memo } of (await stand()).list) {
    const { list } = await fixture.api.tools.paymentSteps({ txid });
    expect(list.find(({ type }) => type === 'tokenTold')).toMatchObject({ account: payee, memo });
  }
  await arrived('NOT', before, '3.3');
  await agree();
}, 60_000);

it('stops a coin whose books claim more than the chain holds, until both agree', async () => {
  await stopsWhereBooksClaimMore(server, fixture, 'NOT', payee);
}, 60_000);

describe('a wallet v4r2, made on request', () => {
  const make = (account_form: string, sub_wallet_name: string) =>
    fixture.api.wallet.createSubWallet({ wallet_id: fixture.workspaceId, sub_wallet_name, account_form });

  it('has an address of its own, which both signers vouch for, and pays coins and jettons from it', async () => {
    const { support_main_chain: chains } = await fixture.api.wallet.openCoin({ wallet_id: fixture.workspaceId });
    expect(chains.map(({ account_forms }) => account_forms)).toEqual([['v5r1', 'v4r2']]);
    const usual = { address, subWalletId: fixture.subWalletId };
    const { sub_wallet_id: subWalletId, addresses } = await make('v4r2', 'Older kind');
    const [own] = addresses;
    expect(own?.path).toBe(`m/607/${subWalletId}/0/1`);
    fixture = { ...fixture, subWalletId };
    address = own?.address ?? '';
    expect((await fixture.api.deposit.address({ sub_wallet_id: subWalletId, symbol: 'TON' })).address).toBe(address);
    await chain.fund({ symbol: 'TON', address, amount: '5' });
    await chain.fund({ symbol: 'NOT', address, amount: '9' });
    await chain.mine(5);
    await poll(() => available('NOT'), { timeout: 10_000 }).toBe(toUnits('9', 9));
    for (const symbol of ['TON', 'NOT']) {
      const before = await held(symbol, payee);
      await ended(await approved(symbol, '1', 'customer 7'), 2000);
      await arrived(symbol, before, '1');
    }
    await agree();
    expect(await reader().nonce(address, 'latest')).toBe(2n);
    fixture = { ...fixture, subWalletId: usual.subWalletId };
    address = usual.address;
  });

  it('is made where it is asked for alone, and a kind that no network has is refused before anything is made', async () => {
    const { addresses } = await make('', 'Newer kind');
    expect(addresses.map(({ path }) => path.split('/').at(-1))).toEqual(['0']);
    const refused = { code: 100004 };
    await expect(make('v3r2', 'Unknown kind')).rejects.toMatchObject(refused);
    const opening = { wallet_id: fixture.workspaceId, chain_id: chain.config.id, open: true, account_form: 'v3r2' };
    await expect(fixture.api.wallet.setOpenCoin(opening)).rejects.toMatchObject(refused);
    expect((await make('', 'Unknown kind')).status).toBe(1);
  });
});

it('credits what is paid to one address to the customer whose comment it has; with none or another it is the wallet’s, and marked', async () => {
  const at = { sub_wallet_id: fixture.subWalletId, symbol: 'TON' };
  const before = (await fixture.api.transaction.list({ type: 1, status: 2000 })).total;
  const { address: shared, memo: alice } = await fixture.api.deposit.createMemo({ ...at, customer: 'Alice' });
  await fixture.api.deposit.createMemo({ ...at, customer: 'Bob', memo: 'user 7' });
  expect(shared).toBe(address);
  const paid = [
    ['pay', alice, 'Alice'],
    ['pay', 'user 7', 'Bob'],
    ['mint', alice, 'Alice'],
    ['mint', 'user 7', 'Bob'],
    ['pay', '', ''],
    ['pay', 'User 7', ''],
    ['mint', '', ''],
    ['mint', `${alice}1`, ''],
  ] as const;
  for (const [how, comment] of paid) {
    await chain.call(how, { address, units: '2000000000', comment });
    await chain.mine(4);
  }
  const credited = () => fixture.api.transaction.list({ type: 1, status: 2000, order: 'asc', page_size: 50 });
  await poll(async () => (await credited()).list.filter(({ customer_state: state }) => state !== '').length).toBe(8);
  const marked = (await credited()).list.filter(({ customer_state: state }) => state !== '');
  expect(marked.map(({ symbol, memo, customer, customer_state: state }) => [symbol, memo, customer, state])).toEqual(
    paid.map(([how, comment, customer]) => [
      how === 'pay' ? 'TON' : 'NOT',
      comment,
      customer,
      customer === '' ? 'unknown' : 'known',
    ]),
  );
  expect((await credited()).total).toBe(before + 8);
  await agree();
});

describe('the transactions that a payment is made of', () => {
  const look = (ask: Parameters<typeof fixture.api.tools.paymentSteps>[0]) => fixture.api.tools.paymentSteps(ask);
  const orders = async () => (await fixture.api.transaction.list({ type: 2, page_size: 50 })).list;
  const one = async (wanted: { status: number; symbol: string }) => {
    const found = (await orders()).find(({ status: is, symbol }) => is === wanted.status && symbol === wanted.symbol);
    return found ? { ...found, id: found.id as OrderId } : expect.fail('no such order');
  };
  const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

  it('are told by the order, and by any hash of them however it is written', async () => {
    const { id, txid, amount, memo } = await one({ status: 2000, symbol: 'NOT' });
    const tree = await look({ withdraw_id: id });
    expect(tree).toMatchObject({ chain_id: chain.config.id, base_symbol: 'TON', message_hash: txid, final: true });
    expect(tree.order).toMatchObject({ withdraw_id: id, status: 2000, message_hash: txid });
    expect(tree.order?.valid_until?.getTime()).toBeGreaterThan(0);
    expect(tree.list.map(({ type, depth, success }) => [type, depth, success])).toEqual([
      ['external', 0, true],
      ['tokenTransfer', 1, true],
      ['tokenPassed', 2, true],
      ['tokenTold', 3, true],
      ['left', 3, true],
    ]);
    const told = tree.list.find(({ type }) => type === 'tokenTold');
    expect(told).toMatchObject({ account: payee, token_symbol: 'NOT', token_amount: amount, memo });
    const hashes = [tree.list[0]?.tx_hash, told?.tx_hash, tree.list[2]?.in_msg_hash, txid].map((hash) => hash ?? '');
    for (const hash of hashes)
      for (const text of [
        hash,
        `0x${hash.toUpperCase()}`,
        base64(hash),
        base64(hash).replaceAll('+', '-').replaceAll('/', '_'),
      ])
        expect(await look({ txid: text })).toEqual(tree);
    expect(await look({ message_hash: txid })).toEqual(tree);
  });

  it('name the step that failed and why, and what came back', async () => {
    const { id } = await one({ status: 2400, symbol: 'NOT' });
    const { list, order: of } = await look({ withdraw_id: id });
    expect(of?.status).toBe(2400);
    expect(list.map(({ type, success, exit, exit_code }) => [type, success, exit, exit_code])).toEqual([
      ['external', true, 'done', 0],
      ['tokenTransfer', false, 'attached', 709],
      ['bounced', true, 'done', 0],
    ]);
    expect(list[1]).toMatchObject({ token_symbol: 'NOT', token_amount: '3' });
  });

  it('are not final while a message of them waits, and none where no block has any', async () => {
    const id = await approved('NOT', '1');
    const waiting = await look({ withdraw_id: id });
    expect(waiting).toMatchObject({ list: [], total: 0, final: false });
    expect(waiting.order).toMatchObject({ status: 1200, message_hash: waiting.message_hash });
    await chain.mine(1);
    expect(await look({ withdraw_id: id })).toMatchObject({ final: false, total: 1 });
    await ended(id, 2000);
    expect(await look({ withdraw_id: id })).toMatchObject({ final: true, total: 5 });
    expect(await look({ txid: '11'.repeat(32) })).toMatchObject({ list: [], total: 0, chain_id: '', order: null });
  });

  it('say of jettons what their master vouches for, and of a made-up one nothing', async () => {
    await chain.call('mint', { address, units: '5000000000', about: 'https://localhost/other.json' });
    await chain.mine(4);
    const { transactions } = (await (
      await fetch(`${chain.config.rpcUrl}/api/v3/transactions?sort=desc&limit=20`)
    ).json()) as { transactions: { hash: string; account: string }[] };
    const trees = await Promise.all(transactions.map(({ hash }) => look({ txid: hash })));
    const told = trees
      .flatMap(({ list }) => list)
      .filter(({ type, account }) => type === 'tokenTold' && account === address);
    expect(told).toContainEqual(expect.objectContaining({ token_symbol: '', token_amount: null }));
  });

  it('are refused for what is no hash, and for orders of nobody here', async () => {
    for (const txid of ['', 'abc', `${'11'.repeat(31)}zz`, payee])
      await expect(look({ txid })).rejects.toMatchObject({ code: 100004 });
    await expect(look({})).rejects.toMatchObject({ code: 100004 });
    await expect(look({ withdraw_id: 999_999 as OrderId })).rejects.toMatchObject({ code: 210003 });
  });
});

describe('a payment on TON that no block took', () => {
  /** The member's session, once more: its last confirmation is long ago by a clock that was moved. */
  async function confirmAgain(): Promise<void> {
    const totp = totpAt(fixture.account.secret, server.clock());
    const { open_token: token } = await fixture.api.session.stepUp({ totp });
    fixture = { ...fixture, api: server.api({ token }) };
  }

  it('gives back what was held once its time is over in a block, and not before', async () => {
    const coins = await available('TON');
    const id = await approved('TON', '4');
    await chain.call('forget');
    const { rows } = await server.database.pool.query('select plan from orders where id = $1', [id]);
    const until = Number(rows[0].plan.validUntil) * 1_000;
    const seconds = Math.ceil((until - Date.now()) / 1_000) + 2;
    aheadMs = seconds * 1_000;
    await lookAgain(id);
    expect(await status(id)).toBe(1200);
    await chain.call('forget');
    await chain.call('skip', { seconds });
    await ended(id, 2300);
    expect(await stage(id)).toBe('transaction_expired');
    expect(await available('TON')).toBe(coins);
    const { rows: raws } = await server.database.pool.query('select raw from orders where id = $1', [id]);
    expect(await reader().broadcast(raws[0].raw)).toMatchObject({ refused: 'notFinal' });
  });

  it('keeps its seqno from the next payment only until signers know that it is dead', async () => {
    const { pool } = server.database;
    const { rows } = await pool.query('select free_from from lane_nonces where free_from is not null');
    const [{ plan }] = (await pool.query('select plan from orders order by id desc limit 1')).rows;
    expect(rows).toEqual([{ free_from: new Date((Number(plan.validUntil) + 150) * 1_000) }]);
    const seconds = 200;
    aheadMs += seconds * 1_000;
    await chain.call('skip', { seconds });
    // The database's own clock does not go ahead.
    await pool.query('update lane_nonces set free_from = now() where free_from is not null');
    await confirmAgain();
    await ended(await approved('TON', '1'), 2000);
    await agree();
  });

  it('is not given up while shards are behind the masterchain: it may still be made there, and is', async () => {
    const before = await held('TON', payee);
    const id = await approved('TON', '2');
    await chain.call('forget');
    const { rows } = await server.database.pool.query('select plan from orders where id = $1', [id]);
    const seconds = Math.ceil((Number(rows[0].plan.validUntil) * 1_000 - Date.now() - aheadMs) / 1_000) + 2;
    aheadMs += seconds * 1_000;
    await chain.call('skip', { seconds });
    await chain.call('lag', { seconds: seconds + 60 });
    // A block whose own time is after the payment's end, and nothing of the payment.
    await chain.mine(1);
    await ended(id, 2000);
    await arrived('TON', before, '2');
    await chain.call('lag', { seconds: 0 });
    await chain.mine(1);
    await agree();
    await confirmAgain();
  });

  it('ends where its message was not made in time and a part of its signature may have left', async () => {
    const { pool } = server.database;
    const coins = await available('TON');
    const { rows } = await pool.query('select plan from orders where plan is not null order by id desc limit 1');
    const seqno = String(Number(rows[0].plan.seqno) + 1);
    const validUntil = String(Math.floor((Date.now() + aheadMs) / 1_000) - 200);
    // As if the server had ended before it had the whole signature.
    const plan = JSON.stringify({ ...rows[0].plan, seqno, validUntil });
    await pool.query(`create function begun() returns trigger language plpgsql as $$ begin
      if old.status = 1000 and new.status = 1100 then
        new.plan := '${plan}'; new.admitted_at := now(); new.exposed_at := now();
      end if;
      return new;
    end $$`);
    await pool.query('create trigger a_begun before update on orders for each row execute function begun()');
    const id = await asked('TON', '3');
    const { rows: asking } = await pool.query('select intent_id from orders where id = $1', [id]);
    await poll(() => fixture.approve(asking[0].intent_id).then(() => 'approved', String)).toBe('approved');
    await ended(id, 2202);
    expect(await stage(id)).toBe('transaction_expired');
    expect(await available('TON')).toBe(coins);
  });
});
