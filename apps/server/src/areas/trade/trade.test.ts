import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { errorEntry } from '@holdfast/contract';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { devToken } from '@holdfast/devnet/contracts';
import { fromUnits } from '@holdfast/money';
import { encodeArguments, inflowOf, methodOf, parseIntent, type Value } from '@holdfast/policy';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { decideSoon, until } from '../../test/flow.ts';

/** Swaps over HTTP: real signers, and Uniswap's own contracts on a local chain. */
let dir: string;
let devnet: Devnet<'evm'>;
let server: TestServer;
let fixture: SetUp;
/** By how much the server's clock is ahead. */
let later = 0;

const chain_id = 'evm:31337';
const coin = '';
const token = devToken.contract;
/** An account of the local chain, which trades too. */
const somebody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const place = () => ({ sub_wallet_id: fixture.subWalletId });
const balance = (symbol: string) => fixture.api.withdraw.symbolBalance({ ...place(), symbol });
const detail = (id: number) => fixture.api.transaction.detail({ id, type: 2 });
const mine = (blocks = 1) => fixture.api.sandbox.mine({ chain_id, blocks });
const rpc = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
  rpcClient(devnet.evm.url)<T>(method, ...params);
const dataOf = (signature: string, ...values: Value[]): string => {
  const method = methodOf(signature);
  return `${method?.selector}${Buffer.from(encodeArguments(method?.inputs ?? [], values)).toString('hex')}`;
};
const codeOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => 0,
    (error: { code: number }) => error.code,
  );
const refusal = (name: Parameters<typeof errorEntry>[0]): number => errorEntry(name).code;

async function fund(symbol: string, amount: string): Promise<void> {
  await fixture.api.sandbox.fund({ ...place(), symbol, amount });
  await mine(4);
  await until('coins', async () => (await balance(symbol)).normal_balance === amount);
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-trades-'));
  devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  const clock = () => new Date(Date.now() + later);
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config, clock });
  fixture = await setUp(server.place);
  await fund('ETH', '10');
  await fund('USDC', '5000');
}, 90_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const quote = (change: object = {}) =>
  fixture.api.trade.price({
    ...place(),
    ...{ main_chain_symbol: chain_id, from_contract: token, to_contract: coin, amount: '1000', ...change },
  });
const submit = (quote_id: string, request_id: string = randomUUID()) =>
  fixture.api.trade.submit({ request_id, ...place(), quote_id });
const record = async (id: number) => (await fixture.api.trade.recordList({})).list.find((one) => one.trade_id === id);

async function approved(id: number): Promise<void> {
  const { evidence } = await detail(id);
  await decideSoon(fixture, evidence.intent_id);
}
async function ended(id: number): Promise<number> {
  await until('its end', async () => {
    await mine(2);
    return (await detail(id)).status >= 2000;
  });
  return (await detail(id)).status;
}

it('tells on which networks what is swapped for what, and what bounds that', async () => {
  const { list: networks } = await fixture.api.trade.openNet(place());
  expect(networks).toMatchObject([{ chain_id, base_symbol: 'ETH', providers: ['Uniswap V2', 'Uniswap V3'] }]);
  const { list: hot } = await fixture.api.trade.hotCoin({ ...place(), main_chain_symbol: chain_id });
  expect(hot.map(({ symbol, balance: has }) => [symbol, has])).toEqual([
    ['ETH', '10'],
    ['USDC', '5000'],
  ]);
  const { list: cross } = await fixture.api.trade.crossCoins({
    ...place(),
    symbol: 'USDC',
    chain_id,
    contract_address: token,
  });
  expect(cross.map(({ symbol }) => symbol)).toEqual(['ETH']);
  expect(await fixture.api.trade.info(place())).toMatchObject({
    usual_slippage: 50,
    most_slippage: 500,
    quote_seconds: 60,
  });
});

it('quotes what the pool gives by its own formula, with a minimum, an impact and what has to be allowed first', async () => {
  const quoted = await quote();
  // x * y = k, with 0.3 % for the pool: 1000 of 3,120,200 USDC for 1000 ETH.
  const [inAfterFee, reserveIn, reserveOut] = [1000n * 10n ** 6n * 997n, 3_120_200n * 10n ** 6n, 10n ** 21n];
  const brings = (inAfterFee * reserveOut) / (reserveIn * 1000n + inAfterFee);
  expect(quoted.receive_amount).toBe(fromUnits(brings, 18));
  expect(quoted.min_receive_amount).toBe(fromUnits((brings * 995n) / 1000n, 18));
  expect(quoted).toMatchObject({ pay_amount: '1000', max_pay_amount: '1000', price_impact: 3, route: ['USDC', 'ETH'] });
  expect(quoted.need_approve).toMatchObject({ allowance: '0', enough: false });
  expect(await codeOf(quote({ amount: '0' }))).toBe(refusal('amountError'));
  expect(await codeOf(quote({ to_contract: token }))).toBe(refusal('noRoute'));
  expect(await codeOf(quote({ to_contract: somebody }))).toBe(refusal('unsupportedCoin'));
  expect(await codeOf(quote({ amount: '900000' }))).toBe(refusal('noRoute'));
});

it('has nobody allow more than there is', async () => {
  const { quote_id } = await quote({ amount: '5000.000001' });
  const named = { request_id: randomUUID(), ...place(), quote_id };
  expect(await codeOf(fixture.api.trade.createApprove(named))).toBe(refusal('insufficientBalance'));
  expect((await fixture.api.trade.approveInfo({ ...place(), quote_id })).order).toBeNull();
});

it('allows exactly, swaps for the account itself, and tells what was paid and what came', async () => {
  const first = await quote();
  expect(await codeOf(submit(first.quote_id))).toBe(refusal('callFails'));
  const allowing = await fixture.api.trade.createApprove({
    request_id: randomUUID(),
    ...place(),
    quote_id: first.quote_id,
  });
  // While it is under way nothing is swapped, and nothing more is allowed.
  expect(await codeOf(submit(first.quote_id))).toBe(200191);
  expect(
    await codeOf(fixture.api.trade.createApprove({ request_id: randomUUID(), ...place(), quote_id: first.quote_id })),
  ).toBe(200191);
  expect(await fixture.api.trade.approveInfo({ ...place(), quote_id: first.quote_id })).toMatchObject({
    ...{ symbol: 'USDC', amount: '1000', allowance: '0', enough: false },
    order: { withdraw_id: allowing.withdraw_id },
  });
  await approved(allowing.withdraw_id);
  await ended(allowing.withdraw_id);

  const quoted = await quote();
  expect(quoted.need_approve).toMatchObject({ allowance: '1000', enough: true });
  expect(quoted.fees.length).toBeGreaterThan(0);
  expect(await fixture.api.trade.check({ ...place(), quote_id: quoted.quote_id })).toEqual({ pass: true, reason: '' });
  const request = randomUUID();
  const made = await submit(quoted.quote_id, request);
  expect(await submit(quoted.quote_id, request)).toMatchObject({ trade_id: made.trade_id, duplicated: true });
  // A quote is good for one swap.
  expect(await codeOf(submit(quoted.quote_id))).toBe(refusal('quoteGone'));
  const { rows } = await server.database.pool.query<{ intent: string }>('select intent from orders where id = $1', [
    made.withdraw_id,
  ]);
  const intent = parseIntent(rows[0]?.intent ?? '');
  expect(inflowOf(intent)).toMatchObject({ contract: '', symbol: 'ETH' });
  await approved(made.withdraw_id);
  expect(await ended(made.withdraw_id)).toBe(2000);
  await until('what came', async () => (await balance('USDC')).normal_balance === '4000');

  const told = await record(made.trade_id);
  expect(told).toMatchObject({
    ...{ status: 2000, from_symbol: 'USDC', pay_amount: '1000', to_symbol: 'ETH', provider: 'Uniswap V2' },
    ...{ receive_amount: quoted.receive_amount, min_receive_amount: quoted.min_receive_amount },
  });
  expect([told?.txid, told?.approve_txid].every((txid) => /^0x[0-9a-f]{64}$/.test(txid ?? ''))).toBe(true);
  // Nothing more may be taken.
  expect((await fixture.api.web3.allowances(place())).list[0]?.allowances).toEqual([]);
  expect(await fixture.api.trade.recordCount({})).toEqual({ total: 1, open: 0 });
  expect((await fixture.api.trade.recordList({ state: 'failed' })).total).toBe(0);
  expect(await findDrift(server.database.db)).toEqual([]);
}, 90_000);

it('swaps coins of the chain without an allowance, and so that exactly so much comes', async () => {
  const quoted = await quote({ from_contract: coin, to_contract: token, amount: '300', side: '2' });
  expect(quoted).toMatchObject({ receive_amount: '300', min_receive_amount: '300', need_approve: null });
  expect(Number(quoted.max_pay_amount)).toBeGreaterThan(Number(quoted.pay_amount));
  const before = Number((await balance('USDC')).normal_balance);
  const made = await submit(quoted.quote_id);
  await approved(made.withdraw_id);
  expect(await ended(made.withdraw_id)).toBe(2000);
  await until('what came', async () => {
    await mine(1);
    return Number((await balance('USDC')).normal_balance) === before + 300;
  });
  expect(await record(made.trade_id)).toMatchObject({ status: 2000, receive_amount: '300', to_symbol: 'USDC' });
  expect(await findDrift(server.database.db)).toEqual([]);
}, 60_000);

it('swaps over pools of V3, where the member names that: a token for coins, and coins for a token', async () => {
  const through = { provider: 'Uniswap V3' };
  const selling = { ...through, amount: '200' };
  const first = await quote(selling);
  expect(first).toMatchObject({ provider: 'Uniswap V3', pool_fees: [3_000], route: ['USDC', 'ETH'] });
  const best = await quote({ amount: '200' });
  expect([best.provider, Number(best.receive_amount) > Number(first.receive_amount)]).toEqual(['Uniswap V2', true]);
  const allowing = { request_id: randomUUID(), ...place(), quote_id: first.quote_id };
  const { withdraw_id } = await fixture.api.trade.createApprove(allowing);
  await approved(withdraw_id);
  expect(await ended(withdraw_id)).toBe(2000);
  const sold = await quote(selling);
  const before = Number((await balance('USDC')).normal_balance);
  const sale = await submit(sold.quote_id);
  await approved(sale.withdraw_id);
  expect(await ended(sale.withdraw_id)).toBe(2000);
  expect(await record(sale.trade_id)).toMatchObject({
    ...{ status: 2000, provider: 'Uniswap V3', pay_amount: '200', receive_amount: sold.receive_amount },
  });
  await until('what left', async () => Number((await balance('USDC')).normal_balance) === before - 200);

  const bought = await quote({ ...through, from_contract: coin, to_contract: token, amount: '0.05' });
  expect(bought.need_approve).toBeNull();
  const buying = await submit(bought.quote_id);
  await approved(buying.withdraw_id);
  expect(await ended(buying.withdraw_id)).toBe(2000);
  expect(await record(buying.trade_id)).toMatchObject({
    ...{ status: 2000, from_symbol: 'ETH', pay_amount: '0.05', receive_amount: bought.receive_amount },
  });
  expect(await findDrift(server.database.db)).toEqual([]);
}, 90_000);

it('takes no quote after its end', async () => {
  const quoted = await quote({ from_contract: coin, to_contract: token, amount: '0.1' });
  later = 60_001;
  expect(await codeOf(submit(quoted.quote_id))).toBe(refusal('quoteGone'));
  later = 0;
  expect(await codeOf(submit(randomUUID()))).toBe(refusal('quoteGone'));
  // By the sub-wallet that is named it is judged who may use it: one of another is none.
  const other = (fixture.subWalletId + 1) as typeof fixture.subWalletId;
  const named = { sub_wallet_id: other, quote_id: quoted.quote_id };
  expect(await codeOf(fixture.api.trade.submit({ request_id: randomUUID(), ...named }))).not.toBe(0);
  expect(await codeOf(fixture.api.trade.check(named))).not.toBe(0);
});

it('fails with 2410, and gives nothing away, where the price moves by more than was agreed to', async () => {
  const quoted = await quote({ from_contract: coin, to_contract: token, amount: '1', slippage: 10 });
  const made = await submit(quoted.quote_id);
  await approved(made.withdraw_id);
  await until('its transaction', async () => (await detail(made.withdraw_id)).txid !== '');
  // Somebody is faster, with a higher fee in the same block, and moves the price.
  const deep = dataOf(
    'swapExactETHForTokens(uint256 amountOutMin,address[] path,address to,uint256 deadline)',
    ...[1n, [await wrapped(), token], somebody, 2n ** 40n],
  );
  const router = quoted.router;
  const value = `0x${(50n * 10n ** 18n).toString(16)}`;
  const fee = `0x${(500n * 10n ** 9n).toString(16)}`;
  await rpc('eth_sendTransaction', {
    ...{ from: somebody, to: router, data: deep, value, gas: '0x100000' },
    ...{ maxFeePerGas: fee, maxPriorityFeePerGas: fee },
  });
  const before = await balance('USDC');
  expect(await ended(made.withdraw_id)).toBe(2400);
  await expect.poll(async () => (await record(made.trade_id))?.status, { timeout: 20_000 }).toBe(2410);
  expect((await balance('USDC')).normal_balance).toBe(before.normal_balance);
  expect(await findDrift(server.database.db)).toEqual([]);
}, 60_000);

it('answers 200192 where no node says what may be taken already, and asks for nothing then', async () => {
  const { quote_id } = await quote();
  await devnet.stop();
  expect(await codeOf(fixture.api.trade.approveInfo({ ...place(), quote_id }))).toBe(200192);
  expect(await codeOf(submit(quote_id))).not.toBe(0);
  expect((await fixture.api.trade.recordList({})).list.every(({ status }) => status >= 2000)).toBe(true);
});

async function wrapped(): Promise<string> {
  const { router } = await quote({ from_contract: coin, to_contract: token, amount: '0.1' });
  const word = await rpc<string>('eth_call', { to: router, data: dataOf('WETH()') }, 'latest');
  const { list } = await fixture.api.addressBook.check({
    items: [{ chains: [chain_id], address: `0x${word.slice(-40)}`, memo: '', symbols: [], label: 'WETH' }],
  });
  return list[0]?.address ?? '';
}
