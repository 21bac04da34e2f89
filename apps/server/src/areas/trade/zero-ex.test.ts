import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type ChainConfig, familyOf } from '@holdfast/chains';
import { errorEntry } from '@holdfast/contract';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { devToken } from '@holdfast/devnet/contracts';
import { devPoolRouter } from '@holdfast/devnet/pools';
import { deploySettler } from '@holdfast/devnet/settler';
import { inflowOf, outflowsOf, parseIntent } from '@holdfast/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { decideSoon, until } from '../../test/flow.ts';
import { dataOf, startZeroEx, type Written, type ZeroExService } from './test/zero-ex.ts';

/** Swaps by a service as 0x's is: real signers, and contracts of its two forms on a local chain, over HTTP. */
let dir: string;
let devnet: Devnet<'evm'>;
let server: TestServer;
let fixture: SetUp;
let service: ZeroExService;
let router: { readonly holder: string; readonly settler: string };

const chain_id = 'evm:31337';
const coin = '';
const token = devToken.contract;
const key = 'a key of the service';
const somebody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const place = () => ({ sub_wallet_id: fixture.subWalletId });
const through = { provider: '0x' };
const balance = async (symbol: string) =>
  (await fixture.api.withdraw.symbolBalance({ ...place(), symbol })).normal_balance;
const detail = (id: number) => fixture.api.transaction.detail({ id, type: 2 });
const mine = (blocks = 1) => fixture.api.sandbox.mine({ chain_id, blocks });
const rpc = <T = string>(method: string, ...params: readonly unknown[]): Promise<T> =>
  rpcClient(devnet.evm.url)<T>(method, ...params);
const codeOf = (asking: Promise<unknown>): Promise<unknown> =>
  asking.then(
    () => 0,
    (error: { code: number }) => error.code,
  );
const refusal = (name: Parameters<typeof errorEntry>[0]): number => errorEntry(name).code;
const quote = (change: object = {}) =>
  fixture.api.trade.price({
    ...{ ...place(), ...through, main_chain_symbol: chain_id },
    ...{ from_contract: token, to_contract: coin, amount: '1000', ...change },
  });
const submit = (quote_id: string) => fixture.api.trade.submit({ request_id: randomUUID(), ...place(), quote_id });
const record = async (id: number) => (await fixture.api.trade.recordList({})).list.find((one) => one.trade_id === id);
const held = async (owner: string): Promise<bigint> =>
  BigInt(await rpc('eth_call', { to: token, data: dataOf('balanceOf(address)', owner) }, 'latest'));

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
async function allowed(): Promise<void> {
  const { quote_id } = await quote();
  const asked = { request_id: randomUUID(), ...place(), quote_id };
  const { withdraw_id } = await fixture.api.trade.createApprove(asked);
  await approved(withdraw_id);
  expect(await ended(withdraw_id)).toBe(2000);
}

/** Where the contracts lie, as configurations spell it. */
async function deployed(chain: ChainConfig) {
  const made = await deploySettler(rpc, () => rpc('evm_mine'), somebody);
  const spelled = (text: string): string => {
    const checked = familyOf(chain).checkAddress(chain, text);
    return checked.ok ? checked.address : '';
  };
  return { holder: spelled(made.holder), settler: spelled(made.settler) };
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-zero-ex-'));
  devnet = await startDevnet({ chains: ['evm'], dir, tickMs: 0 });
  const [chain] = devnetChains(devnet);
  if (!chain) throw new Error('a chain');
  router = await deployed(chain);
  const [pairs] = chain.routers ?? [];
  const routers = [
    ...(chain.routers ?? []),
    { kind: 'settler', contract: router.holder, settlers: [router.settler] } as const,
  ];
  service = await startZeroEx({
    ...{ ...router, key, router: pairs?.contract ?? '', wrapped: devPoolRouter.wrapped, now: Date.now },
    ask: (to, data) => rpc('eth_call', { to, data }, 'latest'),
  });
  const keyFile = path.join(dir, 'key');
  writeFileSync(keyFile, `${key}\n`);
  const zeroEx = { url: service.url, keyFile, allow: ['127.0.0.1'] };
  const config = { sandbox: { faucetUrl: devnet.faucet.url }, zeroEx };
  server = await startTestServer({ realSigners: 'here', chains: [{ ...chain, routers }], config });
  fixture = await setUp(server.place);
  for (const [symbol, amount] of [
    ['ETH', '10'],
    ['USDC', '5000'],
  ] as const) {
    await fixture.api.sandbox.fund({ ...place(), symbol, amount });
    await mine(4);
    await until('coins', async () => (await balance(symbol)) === amount);
  }
}, 90_000);
afterAll(async () => {
  await server?.close();
  await service?.stop();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

describe('a swap by 0x', () => {
  it('is a choice with a name, and quoted with what its own bytes say', async () => {
    const { list } = await fixture.api.trade.openNet(place());
    expect(list).toMatchObject([{ providers: ['Uniswap V2', 'Uniswap V3', '0x'] }]);
    const quoted = await quote();
    const same = await quote({ provider: 'Uniswap V2' });
    expect(quoted).toMatchObject({ provider: '0x', router: router.holder, price_impact: 3, route: ['USDC', 'ETH'] });
    expect(quoted.receive_amount).toBe(same.receive_amount);
    expect(quoted.min_receive_amount).toBe(same.min_receive_amount);
    expect(quoted.need_approve).toMatchObject({ spender: router.holder, allowance: '0', enough: false });
    // Its end stands in its bytes; a swap of Uniswap is written when the quote is taken.
    expect(quoted.fail_at.getTime() - Date.now()).toBeLessThanOrEqual(600_000);
    expect(same.fail_at.getTime() - Date.now()).toBeGreaterThan(600_000);
    // So that exactly so much comes, it has no way.
    expect(await codeOf(quote({ side: '2', amount: '0.1' }))).toBe(refusal('noRoute'));
  });

  it('is allowed exactly, made for the account itself, and used once', async () => {
    await allowed();
    const quoted = await quote();
    expect(quoted.need_approve).toMatchObject({ allowance: '1000', enough: true });
    expect(await fixture.api.trade.check({ ...place(), quote_id: quoted.quote_id })).toEqual({
      pass: true,
      reason: '',
    });
    const made = await submit(quoted.quote_id);
    expect(await codeOf(submit(quoted.quote_id))).toBe(refusal('quoteGone'));
    const { rows } = await server.database.pool.query<{ intent: string }>('select intent from orders where id = $1', [
      made.withdraw_id,
    ]);
    const intent = parseIntent(rows[0]?.intent ?? '');
    expect(inflowOf(intent)).toMatchObject({ contract: '', symbol: 'ETH' });
    expect(outflowsOf(intent)).toMatchObject([{ contract: token, units: 1_000_000_000n }]);
    // Both stand in what members sign: who holds the allowance, and who swaps.
    expect(intent.outputs.map(({ address }) => address)).toEqual([router.holder, router.settler]);
    await approved(made.withdraw_id);
    expect(await ended(made.withdraw_id)).toBe(2000);
    await until('what came', async () => (await balance('USDC')) === '4000');
    expect(await record(made.trade_id)).toMatchObject({
      ...{ status: 2000, provider: '0x', from_symbol: 'USDC', pay_amount: '1000', to_symbol: 'ETH' },
      receive_amount: quoted.receive_amount,
    });
    expect((await fixture.api.web3.allowances(place())).list[0]?.allowances).toEqual([]);
    expect(await findDrift(server.database.db)).toEqual([]);
  }, 90_000);

  it('takes coins of the chain along, without an allowance', async () => {
    const quoted = await quote({ from_contract: coin, to_contract: token, amount: '0.1' });
    expect(quoted.need_approve).toBeNull();
    const made = await submit(quoted.quote_id);
    await approved(made.withdraw_id);
    expect(await ended(made.withdraw_id)).toBe(2000);
    expect(await record(made.trade_id)).toMatchObject({ status: 2000, receive_amount: quoted.receive_amount });
    expect(await findDrift(server.database.db)).toEqual([]);
  }, 60_000);
});

it('fails with 2410, and gives nothing away, where the price moves by more than was agreed to', async () => {
  const quoted = await quote({ from_contract: coin, to_contract: token, amount: '1', slippage: 10 });
  const made = await submit(quoted.quote_id);
  await approved(made.withdraw_id);
  await until('its transaction', async () => (await detail(made.withdraw_id)).txid !== '');
  // Somebody is faster, with a higher fee in the same block, and moves the price of the pool that it goes through.
  const { router: pairs } = await quote({
    provider: 'Uniswap V2',
    from_contract: coin,
    to_contract: token,
    amount: '1',
  });
  const deep = dataOf(
    'swapExactETHForTokens(uint256 amountOutMin,address[] path,address to,uint256 deadline)',
    ...[1n, [devPoolRouter.wrapped, token], somebody, 2n ** 40n],
  );
  const fee = `0x${(500n * 10n ** 9n).toString(16)}`;
  await rpc('eth_sendTransaction', {
    ...{ from: somebody, to: pairs, data: deep, value: `0x${(50n * 10n ** 18n).toString(16)}`, gas: '0x100000' },
    ...{ maxFeePerGas: fee, maxPriorityFeePerGas: fee },
  });
  const before = await balance('USDC');
  expect(await ended(made.withdraw_id)).toBe(2400);
  await expect.poll(async () => (await record(made.trade_id))?.status, { timeout: 20_000 }).toBe(2410);
  expect(await balance('USDC')).toBe(before);
  expect(await findDrift(server.database.db)).toEqual([]);
}, 60_000);

describe('a service that lies', () => {
  const lies: Record<string, (written: Written) => Written> = {
    'pays another': (one) => ({ ...one, recipient: somebody }),
    'brings less than was asked': (one) => ({ ...one, least: one.least / 2n }),
    'brings nothing': (one) => ({ ...one, least: 0n }),
    'brings another token': (one) => ({ ...one, gets: devPoolRouter.wrapped }),
    'takes more': (one) => ({ ...one, units: one.units + 1n }),
    'takes another token': (one) => ({ ...one, token: devPoolRouter.wrapped }),
    'lets another take': (one) => ({ ...one, operator: somebody }),
    'names another holder': (one) => ({ ...one, holder: somebody }),
    'swaps by another': (one) => ({ ...one, settler: somebody, operator: somebody }),
    'never ends': (one) => ({ ...one, until: 2n ** 40n }),
    'is over': (one) => ({ ...one, until: one.until - 590n }),
    'takes coins along': (one) => ({ ...one, value: 1n }),
  };
  it.each(Object.entries(lies))('is no offer where its call %s', async (_, twist) => {
    service.twist(twist);
    expect(await codeOf(quote())).toBe(refusal('noRoute'));
    service.twist();
  });

  it('is no offer where it does not answer, or not as it should; others have one', async () => {
    for (const [status, body] of [
      [429, ''],
      [200, '{'],
      [200, '{"liquidityAvailable":true}'],
      [200, '{"liquidityAvailable":false}'],
      [200, JSON.stringify({ liquidityAvailable: false, more: 'x'.repeat(400_000) })],
    ] as const) {
      service.fail(status, body);
      expect(await codeOf(quote())).toBe(refusal('noRoute'));
      expect((await quote({ provider: undefined })).provider).toBe('Uniswap V2');
    }
    service.fail();
    expect(await codeOf(quote())).toBe(0);
  });

  it('whose steps take more than was stated, or bring less, has nothing happen on the chain', async () => {
    await allowed();
    let account = '';
    const again = (one: Written): string =>
      dataOf(
        'TRANSFER_FROM(address recipient,((address token,uint256 amount) permitted,uint256 nonce,uint256 deadline) permit,bytes sig)',
        ...[somebody, [[token, one.units], 0n, one.until], '0x'],
      );
    const before = await held(somebody);
    for (const steps of [
      (one: Written) => [again(one), ...one.steps],
      () => [],
      (one: Written) => [...one.steps, again(one)],
    ]) {
      service.twist((one) => {
        account = one.recipient;
        return { ...one, steps: steps(one) };
      });
      const quoted = await quote();
      // The server sees that it fails; and if it did not look, this would be all that happened.
      expect((await fixture.api.trade.check({ ...place(), quote_id: quoted.quote_id })).pass).toBe(false);
      expect(await codeOf(submit(quoted.quote_id))).not.toBe(0);
      await rpc('anvil_impersonateAccount', account);
      const { rows } = await server.database.pool.query<{ data: string }>(
        'select data from trade_quotes where id = $1',
        [quoted.quote_id],
      );
      const hash = await rpc('eth_sendTransaction', {
        from: account,
        to: router.holder,
        data: rows[0]?.data,
        gas: '0x100000',
      });
      await rpc('evm_mine');
      const receipt = await rpc<{ status: string }>('eth_getTransactionReceipt', hash);
      expect(receipt.status).toBe('0x0');
    }
    service.twist();
    expect(await held(somebody)).toBe(before);
  }, 90_000);
});
