import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { familyOf } from '@holdfast/chains';
import { disperseContract } from '@holdfast/chains/disperse';
import { type BatchId, type BatchPayee, todoType } from '@holdfast/contract';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { devToken } from '@holdfast/devnet/contracts';
import { type SeniorRule, unconditional } from '@holdfast/policy';
import { refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { decideSoon, stranger, until } from '../../test/flow.ts';

/** No more than 90 USDC at once. */
const tooMuch: SeniorRule = {
  ...{ id: 'most', name: 'Most at once', enabled: 'on', type: 'transfer', action: 'refuse', signProtection: 'on' },
  nodes: [],
  when: {
    ...unconditional,
    amount: { unit: 'coin', over: '90000000', upTo: '', hours: '0', scope: 'workspace' },
    assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: devToken.contract }] },
  },
};

/** Batches over HTTP: real signers, a real Bitcoin chain, where one transaction pays all, and a real EVM chain, where each row has its own. */
let dir: string;
let devnet: Devnet<'evm' | 'bitcoin'>;
let server: TestServer;
let fixture: SetUp;

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-batch-'));
  devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place, { senior: [tooMuch] });
  await server.keepConfirmed();
  for (const [symbol, amount] of [
    ['BTC', '2'],
    ['ETH', '5'],
    ['USDC', '100'],
  ] as const)
    await fixture.api.sandbox.fund({ sub_wallet_id: fixture.subWalletId, symbol, amount });
  await mine(4);
  await mine(4, evm);
  for (const [symbol, amount] of [
    ['BTC', '2'],
    ['ETH', '5'],
    ['USDC', '100'],
  ] as const)
    await until(symbol, async () => (await available(symbol)) === amount);
}, 120_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const [bitcoin, evm] = ['bitcoin:regtest', 'evm:31337'];
const contract = disperseContract.address;
const mine = (blocks: number, chain_id = bitcoin) => fixture.api.sandbox.mine({ chain_id, blocks });
const funds = (symbol: string) => fixture.api.withdraw.symbolBalance({ sub_wallet_id: fixture.subWalletId, symbol });
const available = async (symbol: string) => (await funds(symbol)).normal_balance;
/** The n-th of addresses that nobody here has heard of. */
const payee = (n: number): string => {
  const chain = devnetChains(devnet).find(({ id }) => id === 'bitcoin:regtest');
  if (!chain) throw new Error('no chain');
  const key = new Uint8Array(33).fill(7);
  key[0] = 2;
  new DataView(key.buffer).setUint32(29, n);
  return familyOf(chain).addressOf(chain, key);
};
/** The same where accounts are paid. */
function account(n: number): string {
  const hex = createHash('sha256').update(`account ${n}`).digest('hex').slice(0, 40);
  const chain = devnetChains(devnet).find(({ id }) => id === evm);
  const checked = chain && familyOf(chain).checkAddress(chain, `0x${hex}`);
  if (!checked?.ok) throw new Error('no address');
  return checked.address;
}
type Row = Pick<BatchPayee, 'address' | 'amount'> & Partial<BatchPayee>;
interface Known {
  readonly batch_id?: BatchId;
  readonly version?: number;
  readonly symbol?: string;
  readonly by_contract?: boolean;
  readonly name?: string;
}
const plain = { memo: '', remark: '', seen: 0 } as const;
const rowsOf = (count: number, amount = '0.001'): Row[] =>
  Array.from({ length: count }, (_, n) => ({ address: payee(n), amount }));
const draft = (rows: readonly Row[], { batch_id, version, symbol = 'BTC', by_contract = false, name }: Known = {}) =>
  fixture.api.batch.init({
    ...(name === undefined ? {} : { name }),
    ...(batch_id === undefined ? {} : { draft: batch_id, version }),
    sub_wallet_id: fixture.subWalletId,
    symbol,
    by_contract,
    rows: rows.map((row) => ({ ...plain, ...row })),
  });
const submit = (of: { batch_id: BatchId; version: number }, more: object = {}) =>
  fixture.api.batch.submit({ batch_id: of.batch_id, version: of.version, request_id: randomUUID(), ...more });
const info = (batch_id: BatchId) => fixture.api.batch.info({ batch_id });
/** What the log tells of something, in order. */
async function told(object: string): Promise<string[]> {
  await server.logSettled();
  const { rows } = await server.database.pool.query('select action from audit_log where object = $1 order by seq', [
    object,
  ]);
  return rows.map(({ action }) => action);
}
const ended = (batch_id: BatchId) =>
  until('the end of the batch', async () => {
    await mine(1, evm);
    const { status } = await info(batch_id);
    return status >= 2000 ? status : undefined;
  });
const approved = async (id: Parameters<typeof fixture.api.withdraw.cancel>[0]['withdraw_id'], decision?: 'refuse') => {
  const { evidence } = await fixture.api.transaction.detail({ id, type: 2 });
  return decideSoon(fixture, evidence.intent_id, decision);
};

describe('looking at rows', () => {
  it('each fault is said at its row and field, and the sound ones are counted', async () => {
    const own = (await fixture.api.withdraw.info({ sub_wallet_id: fixture.subWalletId, symbol: 'BTC' })).address_from;
    const looked = await draft([
      { address: payee(0), amount: '0.5' },
      { address: 'nonsense', amount: '0.5' },
      { address: stranger.evm, amount: '0.5' },
      { address: own, amount: '0.5' },
      { address: payee(1), amount: 'much' },
      { address: payee(2), amount: '0.123456789' },
      { address: payee(3), amount: '0.00000001' },
      { address: payee(4), amount: '0.5', memo: 'no memo here' },
    ]);
    expect(looked.findings?.errors.map(({ row, field, code }) => [row, field, code])).toEqual([
      [2, 'address', 110055],
      [3, 'address', 300031],
      [4, 'address', 3040006],
      [5, 'amount', 110005],
      [6, 'amount', 110161],
      [7, 'amount', 110078],
      [8, 'memo', 100004],
    ]);
    const said = looked.findings?.errors.map(({ address }) => address?.reason);
    expect(said).toEqual(['format', 'network', undefined, undefined, undefined, undefined, undefined]);
    expect(looked).toMatchObject({ status: 10, row_count: 8, total_amount: '0.5', withdraw_id: null });
    expect(await refusalOf(submit(looked))).toBe('batchFaults');
    // Nothing is lost: the rows are there as they were written.
    expect((await info(looked.batch_id)).list.map(({ amount }) => amount)[4]).toBe('much');
    const mended = await draft(rowsOf(2), looked);
    expect(mended).toMatchObject({ version: looked.version + 1, row_count: 2, findings: { errors: [] } });
    expect(await refusalOf(draft(rowsOf(2), looked))).toBe('batchSubmitted');
    await fixture.api.batch.discard(mended);
    expect(await told(`batch:${mended.batch_id}`)).toEqual(['batch.init', 'batch.init', 'batch.discard']);
    expect(await refusalOf(info(mended.batch_id))).toBe('batchNotFound');
  });

  it('rows that pay the same again, or look like another address, are asked for only after somebody said so of each', async () => {
    const twice = [...rowsOf(2), { address: payee(0), amount: '0.0010' }];
    const looked = await draft(twice);
    expect(looked.findings).toMatchObject({ duplicates: [[1, 3]], unseen: [3], errors: [] });
    expect(await refusalOf(submit(looked))).toBe('batchUnseen');
    const seen = await draft(
      twice.map((row, at) => ({ ...row, seen: at === 2 ? 1 : 0 })),
      looked,
    );
    expect(seen.findings?.unseen).toEqual([]);
    const { withdraw_id } = await submit(seen);
    await fixture.api.withdraw.cancel({ withdraw_id });
    expect(await info(seen.batch_id)).toMatchObject({ status: 2200, fail_num: 3, success_num: 0 });
    expect((await info(seen.batch_id)).list.map(({ status, fail_reason }) => [status, fail_reason])).toEqual(
      Array(3).fill([2200, 'cancelled_by_initiator']),
    );
  });

  it('what the balance does not cover is said of the whole, and so are more rows than the network takes', async () => {
    const looked = await draft(rowsOf(3, '1'));
    expect(looked.findings?.problem).toMatchObject({ code: 100011 });
    expect(await refusalOf(submit(looked))).toBe('insufficientBalance');
    const { list } = await fixture.api.batch.baseSymbol({});
    expect(list.map(({ chain_id, max_rows }) => [chain_id, max_rows]).sort()).toEqual([
      [bitcoin, 1_000],
      [evm, 1_000],
    ]);
    expect(list.find(({ chain_id }) => chain_id === evm)).toMatchObject({
      batch_contract: contract,
      contract_rows: 250,
    });
    expect(list.find(({ chain_id }) => chain_id === bitcoin)).toMatchObject({ batch_contract: '', contract_rows: 0 });
    const long = await draft(
      Array.from({ length: 251 }, (_, n) => ({ address: account(n), amount: '0.001' })),
      { symbol: 'ETH', by_contract: true },
    );
    expect(long.findings?.problem.msg).toContain('250');
    expect(await refusalOf(submit(long))).toBe('batchTooLong');
  });
});

describe('what the rules say of a draft', () => {
  const rules = async (...of: Parameters<typeof draft>) => (await draft(...of)).findings?.rules;
  const two = (symbol: string, amount: string) =>
    draft(
      [1, 2].map((n) => ({ address: account(700 + n), amount })),
      { symbol },
    );

  it.each(['BTC', 'ETH'])(
    'is the rule and the approvers of the order that is asked for afterwards: %s',
    async (symbol) => {
      const looked = symbol === 'BTC' ? await draft(rowsOf(2)) : await two(symbol, '0.001');
      const { withdraw_id } = await submit(looked);
      const item = await fixture.api.todo.info({ item_type: todoType.withdraw, item_id: withdraw_id });
      const { approvals } = await fixture.api.transaction.detail({ id: withdraw_id, type: 2 });
      expect(looked.findings?.rules).toEqual({
        rule: item.rule,
        solo_mode: item.solo_mode,
        approvers_preview: approvals.map(({ approved: _, ...node }) => node),
        limits: [],
      });
      expect(approvals.length).toBeGreaterThan(0);
      await fixture.api.withdraw.cancel({ withdraw_id });
    },
  );

  it('is nothing while a row is at fault, and why they refuse the whole where its rows are sound', async () => {
    expect(await rules([...rowsOf(1), { address: 'nonsense', amount: '0.001' }])).toBe(null);
    const { findings } = await two('USDC', '46');
    expect(findings).toMatchObject({ errors: [], rules: null, problem: { code: 300002 } });
    expect(findings?.problem.msg).toContain('Most at once');
  });

  it('takes a payment link for no address, and says of what it is', async () => {
    const link = `ethereum:${account(1)}@31337?value=1`;
    const of = async (symbol: string) =>
      (await draft([{ address: link, amount: '0.001' }], { symbol })).findings?.errors.map(({ link: said }) => said);
    expect(await of('ETH')).toEqual([{ fault: '', network: '', coin: null }]);
    expect(await of('BTC')).toMatchObject([{ fault: 'network', coin: { symbol: 'ETH', chain_id: evm } }]);
    const nonsense = await draft([{ address: 'nonsense', amount: '0.001' }]);
    expect(nonsense.findings?.errors).toMatchObject([{ field: 'address', link: null }]);
  });
});

describe('a batch of which each row is a transaction of its own', () => {
  const few = (count: number, amount = '0.001'): Row[] =>
    Array.from({ length: count }, (_, n) => ({ address: account(n), amount }));
  const orderOf = (id: number) =>
    server.database.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', id as never)
      .executeTakeFirstOrThrow();

  it('is approved once, and each payee is paid by one; what it may cost is the cost of them all', async () => {
    const looked = await draft(few(12), { symbol: 'ETH' });
    const { withdraw_id } = await submit(looked);
    const { max_fee, fee_plan } = await orderOf(withdraw_id);
    const plan = fee_plan as { gasLimit: string; maxFeePerGas: string };
    expect(max_fee).toBe(12n * BigInt(plan.gasLimit) * BigInt(plan.maxFeePerGas));
    expect(await info(looked.batch_id)).toMatchObject({ status: 1000, success_num: 0 });
    await approved(withdraw_id);
    expect(await ended(looked.batch_id)).toBe(2000);
    const done = await info(looked.batch_id);
    expect(done).toMatchObject({ success_num: 12, fail_num: 0, txid: '' });
    expect(new Set(done.list.map(({ txid }) => txid)).size).toBe(12);
    // It is one request that was agreed to, not thirteen; and worth what its rows are, each of which is rounded.
    const passed = (await fixture.api.todo.list({ status: 1, scope: 'all', page_no: 1, page_size: 50 })).list;
    const { rows } = await server.database.pool.query(
      'select o.id::int, abs(o.worth_cents - (select sum(r.worth_cents) from orders r where r.batch_of = o.id)) <= 12 as sound from orders o where id = $1',
      [withdraw_id],
    );
    expect(rows).toEqual([{ id: withdraw_id, sound: true }]);
    const { rows: parts } = await server.database.pool.query('select id::int from orders where batch_of = $1', [
      withdraw_id,
    ]);
    expect(parts).toHaveLength(12);
    const ids = passed.map(({ item_id }) => Number(item_id));
    expect(ids).toContain(withdraw_id);
    expect(parts.filter(({ id }) => ids.includes(id))).toEqual([]);
    const told = async (objects: readonly string[]) =>
      (await server.database.pool.query('select object from notices where object = any($1)', [objects])).rows;
    await until('the notice of its end', async () => (await told([`order:${withdraw_id}`])).length > 0);
    expect(await told(parts.map(({ id }) => `order:${id}`))).toEqual([]);
    for (const { address } of few(12))
      expect(BigInt(await rpcClient(devnet.evm.url)<string>('eth_getBalance', address, 'latest'))).toBe(10n ** 15n);
    expect((await fixture.api.batch.records({ status: 2000, symbol: 'ETH' })).list).toMatchObject([
      { batch_id: looked.batch_id, success_num: 12 },
    ]);
    expect(await findDrift(server.database.db)).toEqual([]);
  }, 120_000);

  it('its fee is that of the dearest row: who is new to a token costs more than who has some', async () => {
    const known = account(100);
    const first = await draft(
      [
        { address: known, amount: '1' },
        { address: account(101), amount: '1' },
      ],
      { symbol: 'USDC' },
    );
    await approved((await submit(first)).withdraw_id);
    expect(await ended(first.batch_id)).toBe(2000);
    const looked = await draft(
      [
        { address: known, amount: '1' },
        { address: account(102), amount: '1' },
      ],
      { symbol: 'USDC' },
    );
    const { withdraw_id } = await submit(looked);
    await approved(withdraw_id);
    expect(await ended(looked.batch_id)).toBe(2000);
    expect((await info(looked.batch_id)).findings).toBe(null);
    expect(await available('USDC')).toBe('96');
  }, 120_000);

  it('says which rows were not paid while others were, and these alone are asked for again', async () => {
    const looked = await draft(
      [
        { address: account(200), amount: '0.001' },
        { address: account(202), amount: '0.001' },
        { address: account(201), amount: '0.001' },
      ],
      { symbol: 'ETH' },
    );
    const { withdraw_id } = await submit(looked);
    // Whoever is paid there takes no coins any more.
    await rpcClient(devnet.evm.url)('anvil_setCode', account(202), '0x60006000fd');
    await approved(withdraw_id);
    expect(await ended(looked.batch_id)).toBe(2050);
    const done = await info(looked.batch_id);
    expect(done).toMatchObject({ success_num: 2, fail_num: 1 });
    expect(done.list.map(({ status, fail_reason }) => [status, fail_reason === ''])).toEqual([
      [2000, true],
      [2400, false],
      [2000, true],
    ]);
    const found = async (status: number) =>
      (await fixture.api.batch.records({ status, symbol: 'ETH' })).list.map(({ batch_id }) => batch_id);
    expect(await found(2050)).toEqual([looked.batch_id]);
    expect(await found(2000)).not.toContain(looked.batch_id);
    expect((await funds('ETH')).lock_balance).toBe('0');
    expect(await findDrift(server.database.db)).toEqual([]);
  }, 120_000);

  it('asks for no more than was agreed for the whole, and for no transaction above the bound of the network', async () => {
    const looked = await draft(few(3), { symbol: 'ETH' });
    expect(await refusalOf(submit(looked, { max_fee: '0.00000001' }))).toBe('feeTooHigh');
    const { findings } = await info(looked.batch_id);
    const { withdraw_id } = await submit(looked, { max_fee: findings?.fee?.max_fee });
    await fixture.api.withdraw.cancel({ withdraw_id });
    expect(await info(looked.batch_id)).toMatchObject({ status: 2200, fail_num: 3 });
  });
});

describe('a batch that one contract call pays', () => {
  const few = (first: number, amount: string): Row[] => [0, 1, 2].map((n) => ({ address: account(first + n), amount }));
  const byContract = (rows: readonly Row[], symbol: string) => draft(rows, { symbol, by_contract: true });
  const call = <T>(method: string, ...params: unknown[]): Promise<T> => rpcClient(devnet.evm.url)<T>(method, ...params);

  it('is one order and one transaction; whom it leaves out keeps nothing, is told, and alone is asked for again', async () => {
    const before = Number(await available('ETH'));
    const looked = await byContract(few(300, '0.01'), 'ETH');
    expect(looked).toMatchObject({ by_contract: true, findings: { errors: [], problem: { code: 0 } } });
    expect(looked.findings?.need_approve).toMatchObject({ needed: false });
    const { withdraw_id } = await submit(looked);
    await call('anvil_setCode', account(301), '0x60006000fd');
    const intent = await approved(withdraw_id);
    expect([intent.kind, intent.call.split(' ').slice(2)]).toEqual(['disperse', ['by', contract]]);
    expect(await ended(looked.batch_id)).toBe(2050);
    const done = await info(looked.batch_id);
    expect(done).toMatchObject({ success_num: 2, fail_num: 1 });
    expect(done.list.map(({ status, fail_reason, txid }) => [status, fail_reason, txid === done.txid])).toEqual([
      [2000, '', true],
      [2400, 'row_left_out', true],
      [2000, '', true],
    ]);
    expect(BigInt(await call<string>('eth_getBalance', account(300), 'latest'))).toBe(10n ** 16n);
    expect(BigInt(await call<string>('eth_getBalance', contract, 'latest'))).toBe(0n);
    const left = before - Number(await available('ETH'));
    expect(left).toBeGreaterThan(0.02);
    expect(left).toBeLessThan(0.03);
    expect((await funds('ETH')).lock_balance).toBe('0');
    expect(await findDrift(server.database.db)).toEqual([]);
  }, 120_000);

  it('of a token waits for an allowance of exactly its sum, which has its record; 200195 is answered before and beside it', async () => {
    const looked = await byContract(few(400, '2'), 'USDC');
    expect(looked.findings?.need_approve).toEqual({ needed: true, allowance: '0', spender: contract, order: null });
    expect(await refusalOf(submit(looked))).toBe('batchApproveError');
    const asked = { batch_id: looked.batch_id, version: looked.version };
    const allowing = await fixture.api.batch.approve({ ...asked, request_id: randomUUID() });
    expect(await refusalOf(fixture.api.batch.approve({ ...asked, request_id: randomUUID() }))).toBe(
      'batchApproveError',
    );
    const given = await approved(allowing.withdraw_id);
    expect(given.outputs.map(({ address, amount }) => [given.kind, address, amount])).toEqual([
      ['allowance', contract, '6000000'],
    ]);
    await until('the allowance', async () => {
      await mine(1, evm);
      return (await info(looked.batch_id)).findings?.need_approve.needed === false;
    });
    await until('the end of the allowance', async () => {
      await mine(1, evm);
      return (await info(looked.batch_id)).findings?.need_approve.order === null;
    });
    const { list } = await fixture.api.batch.authRecords({});
    expect(list).toMatchObject([
      { withdraw_id: allowing.withdraw_id, symbol: 'USDC', spender: contract, amount: '6', status: 2000 },
    ]);
    expect(await refusalOf(fixture.api.batch.approve({ ...asked, request_id: randomUUID() }))).toBe(
      'batchApproveError',
    );
    await approved((await submit(looked)).withdraw_id);
    expect(await ended(looked.batch_id)).toBe(2000);
    expect(await info(looked.batch_id)).toMatchObject({ success_num: 3, fail_num: 0 });
    expect((await byContract(few(400, '2'), 'USDC')).findings?.need_approve).toMatchObject({ allowance: '0' });
    expect(await findDrift(server.database.db)).toEqual([]);
  }, 120_000);
});

describe('asking for a batch', () => {
  it('two hundred payees are one order over exactly their rows, paid by one transaction, and the books say so', async () => {
    const looked = await draft(rowsOf(200));
    expect(looked).toMatchObject({
      row_count: 200,
      total_amount: '0.2',
      findings: { errors: [], problem: { code: 0 } },
    });
    const request_id = randomUUID();
    const made = await submit(looked, { request_id, remark: 'wages' });
    expect(await submit(looked, { request_id, remark: 'wages' })).toMatchObject({
      withdraw_id: made.withdraw_id,
      duplicated: true,
    });
    expect(await told(`order:${made.withdraw_id}`)).toEqual(['batch.submit']);
    expect(await refusalOf(submit(looked, { request_id, remark: 'other' }))).toBe('duplicateRequest');
    expect(await refusalOf(submit(looked))).toBe('batchSubmitted');
    expect(await refusalOf(draft(rowsOf(1), looked))).toBe('batchSubmitted');
    expect(await refusalOf(fixture.api.batch.discard(looked))).toBe('batchSubmitted');
    const intent = await approved(made.withdraw_id);
    expect(intent.outputs.map(({ address, amount }) => [address, amount])).toEqual(
      rowsOf(200).map(({ address }) => [address, '100000']),
    );
    await until('finality', async () => {
      await mine(1);
      return (await info(looked.batch_id)).status === 2000;
    });
    const done = await info(looked.batch_id);
    expect(done).toMatchObject({ success_num: 200, fail_num: 0, remark: 'wages', findings: null });
    expect(done.list.every(({ status, txid }) => status === 2000 && txid === done.txid)).toBe(true);
    const paid = await rpcClient(devnet.bitcoin.url)<{ vout: { value: number; scriptPubKey: { address: string } }[] }>(
      'getrawtransaction',
      done.txid,
      true,
    );
    const sums = new Map(paid.vout.map(({ value, scriptPubKey }) => [scriptPubKey.address, value]));
    expect(rowsOf(200).every(({ address }) => sums.get(address) === 0.001)).toBe(true);
    expect(await fixture.api.batch.multiInfo({ batch_id: looked.batch_id })).toMatchObject({
      list: [{ withdraw_id: made.withdraw_id, batch_id: looked.batch_id, amount: '0.2', status: 2000 }],
    });
    expect(await findDrift(server.database.db)).toEqual([]);
  }, 120_000);

  it('as many payees as a batch has are outputs of one Bitcoin transaction, bound by their root, that nodes relay', async () => {
    const looked = await draft(rowsOf(1_000, '0.0001'));
    expect(looked).toMatchObject({ row_count: 1_000, findings: { errors: [], problem: { code: 0 } } });
    const { withdraw_id } = await submit(looked);
    const intent = await approved(withdraw_id);
    expect([intent.kind, intent.outputs.length]).toEqual(['disperse', 1_000]);
    expect(intent.call).toMatch(/^rows [0-9a-f]{64}$/);
    await until('finality', async () => {
      await mine(1);
      return (await fixture.api.transaction.detail({ id: withdraw_id, type: 2 })).status === 2000;
    });
    const done = await info(looked.batch_id);
    expect(done).toMatchObject({ success_num: 1_000, fail_num: 0 });
    expect(new Set(done.list.map(({ txid }) => txid)).size).toBe(1);
    const made = await rpcClient(devnet.bitcoin.url)<{ weight: number; vout: unknown[] }>(
      'getrawtransaction',
      done.list[0]?.txid,
      true,
    );
    expect(made.vout).toHaveLength(1_001);
    expect(made.weight).toBeLessThan(400_000);
    expect(await findDrift(server.database.db)).toEqual([]);
  }, 480_000);

  it('however often it is asked for at once, a batch becomes one order', async () => {
    const looked = await draft(rowsOf(3));
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => submit(looked)));
    const taken = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.withdraw_id] : []));
    expect(taken).toHaveLength(1);
    const others = all.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(new Set(others)).toEqual(new Set([300231]));
    for (const withdraw_id of taken) await fixture.api.withdraw.cancel({ withdraw_id });
  });

  it('a change of the rows and the asking at once: what is asked for is what was looked at, or nothing is', async () => {
    for (let n = 0; n < 5; n++) {
      const looked = await draft(rowsOf(2));
      const [asked] = await Promise.allSettled([submit(looked), draft(rowsOf(3, '0.002'), looked)]);
      const now = await info(looked.batch_id);
      if (asked.status === 'fulfilled') {
        expect(now).toMatchObject({ version: looked.version, row_count: 2, total_amount: '0.002' });
        await fixture.api.withdraw.cancel({ withdraw_id: asked.value.withdraw_id });
      } else expect(now).toMatchObject({ status: 10, row_count: 3 });
    }
  });

  it('what members refuse pays nobody, and says so of each row', async () => {
    const looked = await draft(rowsOf(2));
    const { withdraw_id } = await submit(looked);
    await approved(withdraw_id, 'refuse');
    await until('the refusal', async () => (await info(looked.batch_id)).status === 2100);
    expect(await info(looked.batch_id)).toMatchObject({ fail_num: 2, success_num: 0 });
  });

  it('the payment of a batch is found among transactions by the name of the batch and by what its rows remark, and shows the name, once it is asked for', async () => {
    const rows = rowsOf(2).map((row, at) => ({ ...row, remark: at === 0 ? '' : 'Overtime in March' }));
    const looked = await draft(rows, { name: 'Wages of May' });
    const found = async (text = 'wages of') => (await fixture.api.transaction.list({ text })).list;
    expect(await found()).toEqual([]);
    const { withdraw_id } = await submit(looked);
    const row = [{ id: withdraw_id, batch_name: 'Wages of May', remark: '' }];
    for (const text of ['wages of', 'overtime in']) expect(await found(text)).toMatchObject(row);
    // What one payee gets is worth half of it.
    await server.database.pool.query('update orders set worth_cents = 90000011 where id = $1', [withdraw_id]);
    for (const text of ['$450000', '$450,000.06', '$900000.11']) expect(await found(text), text).toMatchObject(row);
    for (const text of ['$450000.05', '$450001', '$900000.12']) expect(await found(text), text).toEqual([]);
    // Those that were asked for before batches were found so.
    await server.database.pool.query('delete from transaction_texts where transaction_id = $1', [withdraw_id]);
    expect(await found()).toEqual([]);
    for (const name of ['0381_batch_names', '0385_batch_remarks']) {
      await server.database.pool.query('delete from transaction_texts where transaction_id = $1', [withdraw_id]);
      const migration = path.join(import.meta.dirname, `../../db/migrations/${name}.sql`);
      await server.database.pool.query(readFileSync(migration, 'utf8').split(';').at(-2) ?? '');
      for (const text of ['wages of', 'overtime in']) expect(await found(text), name).toMatchObject(row);
    }
    await fixture.api.withdraw.cancel({ withdraw_id });
  });

  it('the list finds batches by status, name and payee', async () => {
    const { batch_id } = await fixture.api.batch.init({
      sub_wallet_id: fixture.subWalletId,
      symbol: 'BTC',
      name: 'Suppliers of May',
      rows: [{ ...plain, address: payee(2_000), amount: '0.01' }],
    });
    const found = async (ask: object) => (await fixture.api.batch.records(ask)).list.map((row) => row.batch_id);
    expect(await found({ keyword: 'suppliers' })).toEqual([batch_id]);
    expect(await found({ keyword: payee(2_000) })).toEqual([batch_id]);
    expect(await found({ status: 10, keyword: 'suppliers' })).toEqual([batch_id]);
    expect(await found({ status: 2000, keyword: 'suppliers' })).toEqual([]);
    expect((await fixture.api.batch.records({ status: 2000, symbol: 'BTC' })).list).toMatchObject([
      { success_num: 1_000 },
      { success_num: 200 },
    ]);
    expect((await fixture.api.batch.records({ symbol: 'DAI' })).total).toBe(0);
  });
});
