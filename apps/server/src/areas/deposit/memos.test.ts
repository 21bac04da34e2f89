import { publicKeysOf } from '@holdfast/channel';
import { fundTron, startStandIn } from '@holdfast/devnet/tron';
import { addressesIn, createAddressGuard } from '@holdfast/policy';
import { refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installed, install, startTestServer, type TestServer } from '../../../test/index.ts';
import { findDrift } from '../../ledger/service.ts';

/** One address, many customers: on the Tron stand-in, whose payments carry a text. */

let standIn: Awaited<ReturnType<typeof startStandIn>>;
let server: TestServer;
let fixture: Installed;
let address: string;
beforeAll(async () => {
  standIn = await startStandIn('', 0);
  server = await startTestServer({ chains: [standIn.config] });
  fixture = await install(server);
  address = (await fixture.api.deposit.address(at('TRX'))).address;
});
afterAll(async () => {
  await server?.close();
  await standIn?.child.stop();
});

const at = (symbol: string) => ({ sub_wallet_id: fixture.subWalletId, symbol });
const memoFor = (customer: string, memo?: string) => fixture.api.deposit.createMemo({ ...at('TRX'), customer, memo });
const arrived = async (customer_state?: 'known' | 'unknown') =>
  (await fixture.api.transaction.list({ type: 1, customer_state, order: 'asc' })).list.map((row) => ({
    amount: row.amount,
    memo: row.memo,
    customer: row.customer,
    state: row.customer_state,
  }));
let paid = 0;
/** Paid and final. */
async function pay(memo: string, symbol = 'TRX'): Promise<string> {
  paid += 1;
  fundTron(standIn.node, { symbol, address, amount: String(paid) }, memo);
  for (let n = 0; n < 4; n++) standIn.node.mine();
  const credited = async () => (await fixture.api.transaction.list({ type: 1, status: 2000 })).total;
  await expect.poll(credited).toBe(paid);
  return String(paid);
}

test('a wallet without comments of customers marks nothing, and its deposits keep what was told', async () => {
  expect(await fixture.api.deposit.info(at('TRX'))).toMatchObject({ support_memo: true });
  const amount = await pay('early bird');
  expect(await arrived()).toEqual([{ amount, memo: 'early bird', customer: '', state: '' }]);
});

test('each customer has one comment, drawn or chosen, and no two have the same', async () => {
  const alice = await memoFor('Alice');
  expect(alice).toMatchObject({ customer: 'Alice', address, memo: expect.stringMatching(/^[1-9]\d{9}$/) });
  expect(await memoFor('Bob <b>', 'user 7')).toMatchObject({ memo: 'user 7', address });
  expect(await refusalOf(memoFor('Alice'))).toBe('nameTaken');
  expect(await refusalOf(memoFor('Carol', 'user 7'))).toBe('memoTaken');
  expect(await refusalOf(memoFor('Carol', 'ünicode'))).toBe('invalidParameters');
  const { list, total } = await fixture.api.deposit.memos(at('TRX'));
  expect([total, list.map(({ customer }) => customer)]).toEqual([2, ['Bob <b>', 'Alice']]);
  expect((await fixture.api.deposit.memos({ ...at('TRX'), keyword: 'lic' })).list).toMatchObject([alice]);
});

test('what a customer is told has with it what the signers say of the address, and so has the account that stakes', async () => {
  const pins = server.signers.map(({ id, identity }) => [id, publicKeysOf(identity).identity] as const);
  const guard = createAddressGuard(Object.fromEntries(pins));
  for (const reply of [
    await memoFor('Told'),
    await fixture.api.deposit.memos(at('TRX')),
    await fixture.api.stake.accounts({ sub_wallet_id: fixture.subWalletId }),
  ]) {
    expect(addressesIn(reply).length).toBeGreaterThan(0);
    guard(reply);
  }
});

test('a deposit with a comment is its customer’s, in any coin; with none or another it is the wallet’s, and marked', async () => {
  const { memo } = (await fixture.api.deposit.memos({ ...at('TRX'), keyword: 'Alice' })).list[0] ?? { memo: '' };
  const known = [await pay(memo), await pay(` ${memo} `), await pay('user 7', 'USDT')];
  const unknown = [await pay(''), await pay('User 7'), await pay(`${memo}1`)];
  expect((await arrived('known')).map(({ amount, customer }) => [amount, customer])).toEqual([
    [known[0], 'Alice'],
    [known[1], 'Alice'],
    [known[2], 'Bob <b>'],
  ]);
  expect((await arrived('unknown')).map(({ amount, customer }) => [amount, customer])).toEqual(
    unknown.map((amount) => [amount, '']),
  );
  const [, , ...sums] = [1, 2, 3, 5, 6, 7];
  const { normal_balance } = await fixture.api.withdraw.symbolBalance(at('TRX'));
  expect(normal_balance).toBe(String(1 + 2 + sums.reduce((sum, each) => sum + each, 0)));
  expect(await findDrift(server.database.db)).toEqual([]);
  expect((await fixture.api.deposit.memos({ ...at('TRX'), keyword: 'Alice' })).list[0]).toMatchObject({
    deposit_count: 2,
  });
});

test('who is named for a comment that came before has what came with it', async () => {
  await memoFor('Early', 'early bird');
  await memoFor('Careful', 'User 7');
  expect((await arrived('known')).map(({ customer }) => customer)).toEqual([
    'Early',
    'Alice',
    'Alice',
    'Bob <b>',
    'Careful',
  ]);
  expect(await arrived('unknown')).toHaveLength(2);
  await server.logSettled();
  const { list } = await fixture.api.audit.list({ area: 'deposit', page_size: 100 });
  expect(list.filter(({ action }) => action === 'deposit.createMemo')[0]?.detail).toMatchObject({ deposits: '1' });
});

test('a payment to an address that the book lists with a memo alone is refused without one, before anybody is asked', async () => {
  const payee = 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8';
  const list = (memo: string, hash: string) =>
    server.database.pool.query(
      `insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since) values ($1, $2, $3, $4, $5, '{}', 'Exchange', now())`,
      [fixture.workspaceId, hash.repeat(64), [standIn.config.id], payee, memo],
    );
  const ask = (memo: string) => ({ ...at('TRX'), address_to: payee, amount: '1', memo });
  const facts = (memo: string) => fixture.api.withdraw.addressInfo({ ...at('TRX'), address: payee, memo });
  const create = (memo: string) =>
    refusalOf(fixture.api.withdraw.create({ ...ask(memo), request_id: `r-${memo}-${paid}` }));
  expect(await facts('')).toMatchObject({ need_memo: false });
  await list('4711', 'a');
  expect(await facts('')).toMatchObject({ need_memo: true, white_id: '' });
  expect(await facts('4711')).toMatchObject({ need_memo: true, white_id: 'a'.repeat(64) });
  expect(await fixture.api.withdraw.limitCheck(ask(''))).toMatchObject({ pass: false, reason_code: 300159 });
  expect(await create('')).toBe('memoNeeded');
  expect(await create('4711')).toBe('accepted');
  await list('', 'b');
  expect(await facts('')).toMatchObject({ need_memo: false });
  expect(await fixture.api.withdraw.limitCheck(ask(''))).toMatchObject({ pass: true });
});

test('a payee whose memo is longer than a payment there can carry is not listed: nobody could pay it', async () => {
  const payee = {
    chains: [standIn.config.id],
    address: 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8',
    symbols: [],
    label: 'Long',
  };
  const [fits, long] = ['9'.repeat(200), '9'.repeat(201)].map((memo) => ({ ...payee, memo }));
  if (!fits || !long) throw new Error('two');
  const { list } = await fixture.api.addressBook.check({ items: [fits, long] });
  expect(list.map(({ problem }) => problem)).toEqual(['', 'memo']);
  await expect(fixture.api.addressBook.add({ items: [long] })).rejects.toMatchObject({ code: 100004 });
});
