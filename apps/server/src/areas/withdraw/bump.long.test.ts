import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { familyOf } from '@holdfast/chains';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { toUnits } from '@holdfast/money';
import { parseIntent } from '@holdfast/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { decideSoon, stranger, until } from '../../test/flow.ts';

/** Payments under way that are sent once more by a rule, over HTTP: real signers, real chains whose blocks are held. */
let dir: string;
let devnet: Devnet<'evm' | 'bitcoin'>;
let server: TestServer;
let fixture: SetUp;

const chains = {
  ETH: { id: 'evm:31337', decimals: 18, amount: '0.1', to: stranger.evm },
  BTC: { id: 'bitcoin:regtest', decimals: 8, amount: '0.01', to: stranger.bitcoin },
} as const;
type Symbol = keyof typeof chains;
const symbols = ['ETH', 'BTC'] as const;
const rule = { after_minutes: 30, times: 2 } as const;

const mine = (symbol: Symbol, blocks = 1) => fixture.api.sandbox.mine({ chain_id: chains[symbol].id, blocks });
const place = (symbol: Symbol) => ({ sub_wallet_id: fixture.subWalletId, symbol });
const balance = (symbol: Symbol) => fixture.api.withdraw.symbolBalance(place(symbol));
const detail = (id: number) => fixture.api.transaction.detail({ id, type: 2 });
const names = (id: number) => ({ withdraw_id: id as never });
const attempts = async (id: number) => (await fixture.api.withdraw.speedUpInfo(names(id))).attempts;
const told = async (id: number) => (await detail(id)).timeline.map(({ sub_status }) => sub_status);
const query = <T extends object>(text: string, ...values: unknown[]) => server.database.pool.query<T>(text, values);
/** As the mempool of either chain says it: base units that the transaction offers at most. */
async function offered(symbol: Symbol, txid: string): Promise<bigint> {
  if (symbol === 'BTC') {
    const entry = await rpcClient(devnet.bitcoin.url)<{ fees: { base: number } }>('getmempoolentry', txid);
    return toUnits(entry.fees.base.toFixed(8), 8);
  }
  const tx = await rpcClient(devnet.evm.url)<{ gas: string; maxFeePerGas: string }>('eth_getTransactionByHash', txid);
  return BigInt(tx.gas) * BigInt(tx.maxFeePerGas);
}
const paidTo = async (symbol: Symbol): Promise<bigint> => {
  if (symbol === 'ETH')
    return BigInt(await rpcClient(devnet.evm.url)<string>('eth_getBalance', stranger.evm, 'latest'));
  const ask = ['start', [`addr(${stranger.bitcoin})`]] as const;
  const { total_amount } = await rpcClient(devnet.bitcoin.url)<{ total_amount: number }>('scantxoutset', ...ask);
  return toUnits(total_amount.toFixed(8), 8);
};

/** Nobody who is paid here. */
function miner(): string {
  const chain = devnetChains(devnet).find(({ id }) => id === chains.BTC.id);
  if (!chain) throw new Error('no chain of coins');
  return familyOf(chain).addressOf(chain, Buffer.from(`02${'11'.repeat(32)}`, 'hex'));
}

async function setRule(symbol: Symbol, wanted: Partial<typeof rule> = rule): Promise<void> {
  await fixture.api.withdraw.setBumpRule({ ...place(symbol), ...wanted });
}
beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-bump-'));
  devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
  await server.keepConfirmed();
  for (const symbol of symbols) {
    await fixture.api.sandbox.fund({ ...place(symbol), amount: '1' });
    await mine(symbol, 4);
    await until('coins', async () => Number((await balance(symbol)).normal_balance) > 0);
    await setRule(symbol);
  }
}, 90_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function approve(id: number): Promise<void> {
  const { evidence } = await detail(id);
  await decideSoon(fixture, evidence.intent_id);
  await until('the broadcast', async () => (await detail(id)).sub_status === 'broadcast', 20_000);
}
/** A payment that was sent, and is in no block. */
async function sent(symbol: Symbol): Promise<number> {
  const { to: address_to, amount } = chains[symbol];
  const ask = { ...place(symbol), request_id: randomUUID(), address_to, amount };
  const { withdraw_id: id } = await fixture.api.withdraw.create(ask);
  await approve(id);
  return id;
}
/** So long that its rule finds it due, if it ever does. */
const waits = (id: number) =>
  query(
    `update orders set created_at = created_at - interval '31 minutes', broadcast_at = broadcast_at - interval '31 minutes' where id = $1 or raises = $1`,
    id,
  );
/** How often rules are looked at, and a little. */
const looked = () => new Promise((done) => setTimeout(done, 6_500));
async function bumped(id: number, times: number) {
  await waits(id);
  return until(
    `transaction ${times} more`,
    async () => {
      // Read after what is told of them: before, the last one may have had no transaction yet.
      const isSent = (await told(id)).filter((sub) => sub === 'bump_sent').length >= times;
      const all = isSent ? await attempts(id) : [];
      return all.length > times && all;
    },
    30_000,
  );
}
async function isOver(id: number, symbol: Symbol): Promise<number> {
  await until('its end', async () => {
    await mine(symbol, 2);
    return (await detail(id)).status >= 2000;
  });
  await until('every attempt to end', async () => {
    const { rows } = await query('select from orders where raises = $1 and status < 2000', id);
    return rows.length === 0;
  });
  return (await detail(id)).status;
}
async function booksAreRight(symbol: Symbol): Promise<void> {
  await until('every hold to end', async () => (await balance(symbol)).lock_balance === '0');
  expect(await findDrift(server.database.db)).toEqual([]);
  const { address_from } = await fixture.api.withdraw.info(place(symbol));
  const { rows } = await query<{ units: string }>(
    "select coalesce(sum(amount), 0)::text as units from utxos where spent_by is null and reserved_by is null and ready and chain = 'bitcoin:regtest'",
  );
  const ofChain =
    symbol === 'ETH'
      ? BigInt(await rpcClient(devnet.evm.url)<string>('eth_getBalance', address_from, 'latest'))
      : BigInt(rows[0]?.units ?? 0);
  expect(toUnits((await balance(symbol)).normal_balance, chains[symbol].decimals)).toBe(ofChain);
}

describe.each(symbols)('a payment of %s that waits for a block', (symbol) => {
  const { decimals, amount } = chains[symbol];
  it('is sent once more for more, so many times, without anybody being asked, and never for more than was approved', async () => {
    const before = await paidTo(symbol);
    const id = await sent(symbol);
    const { intent } = (await query<{ intent: string }>('select intent from orders where id = $1', id)).rows[0] ?? {};
    const cap = BigInt(parseIntent(intent ?? '').maxFee);
    const [first] = await attempts(id);
    const costs = [await offered(symbol, first?.txid ?? '')];
    for (const times of [1, 2]) {
      const all = await bumped(id, times);
      expect(all.map(({ kind }) => kind)).toEqual(['payment', ...Array.from({ length: times }, () => 'bump')]);
      costs.push(await offered(symbol, all.at(-1)?.txid ?? ''));
      expect(all.at(-1)?.approval_url).toBe('');
    }
    const [one = 0n, two = 0n, three = 0n] = costs;
    expect([two > one, three > two, three <= cap]).toEqual([true, true, true]);
    // Nobody decided again.
    const { rows } = await query<{ n: number }>(
      'select count(*)::int as n from order_approvals where order_id = any($1)',
      [id, ...(await attempts(id)).map(({ withdraw_id }) => withdraw_id)],
    );
    expect(rows[0]?.n).toBe(1);
    // What is held is held once.
    const { lock_balance } = await balance(symbol);
    expect(toUnits(lock_balance, decimals)).toBe(toUnits(amount, decimals) + cap);
    await waits(id);
    await until('it to be said that people are to ask', async () => (await told(id)).includes('bumps_over'));
    await looked();
    expect((await attempts(id)).length).toBe(3);
    expect((await told(id)).filter((sub) => sub === 'bumps_over')).toHaveLength(1);
    const notice = await until('the notice', async () =>
      (await fixture.api.notice.list({})).list.find(({ text }) => text.includes('still waits for a block')),
    );
    expect(notice.kind).toBe('remind');
    expect(await isOver(id, symbol)).toBe(2000);
    const { mined_as } =
      (await query<{ mined_as: string }>('select mined_as::text from orders where id = $1', id)).rows[0] ?? {};
    expect(mined_as).toBe(String((await attempts(id)).at(-1)?.withdraw_id));
    expect((await paidTo(symbol)) - before).toBe(toUnits(amount, decimals));
    await booksAreRight(symbol);
  });

  it('is made once, and booked, also where a miner takes an earlier one', async () => {
    const before = await paidTo(symbol);
    const id = await sent(symbol);
    const { raw } = (await query<{ raw: string }>('select raw from orders where id = $1', id)).rows[0] ?? {};
    const [, bump] = await bumped(id, 1);
    if (symbol === 'BTC') await rpcClient(devnet.bitcoin.url)('generateblock', miner(), [raw]);
    else {
      await rpcClient(devnet.evm.url)('anvil_dropTransaction', bump?.txid);
      await rpcClient(devnet.evm.url)('eth_sendRawTransaction', raw);
    }
    expect(await isOver(id, symbol)).toBe(2000);
    expect((await detail(bump?.withdraw_id ?? 0)).sub_status).toBe('payment_over');
    expect((await paidTo(symbol)) - before).toBe(toUnits(amount, decimals));
    await booksAreRight(symbol);
  });

  it('is a person’s where they speed it up, at once where a rule has just begun, and for good', async () => {
    const id = await sent(symbol);
    // Signers that do not answer: what the rule began waits for them.
    const [signer] = server.real?.signers ?? [];
    await signer?.kill();
    await waits(id);
    await until('what the rule begins', async () => (await attempts(id)).length === 2);
    const { withdraw_id: own } = await fixture.api.withdraw.speedUp({
      ...names(id),
      request_id: randomUUID(),
      fee_level: 2,
    });
    const [, began] = await attempts(id);
    expect((await detail(began?.withdraw_id ?? 0)).sub_status).toBe('gave_way');
    await signer?.start();
    await approve(own);
    await waits(id);
    await looked();
    expect((await attempts(id)).map(({ kind }) => kind)).toEqual(['payment', 'bump', 'speed_up']);
    expect(await isOver(id, symbol)).toBe(2000);
    await booksAreRight(symbol);
  });
});

it('nothing is sent once more where no rule says so, nor before its time, and it is approved without room for that', async () => {
  const tiers = async () => (await fixture.api.withdraw.gasEstimate({ ...place('ETH'), amount: '0.1' })).tiers;
  const roomy = await tiers();
  await setRule('ETH', {});
  expect((await fixture.api.withdraw.bumpRule(place('ETH'))).rule).toBeNull();
  const plain = await tiers();
  expect(roomy.map(({ max_fee }, at) => Number(max_fee) > Number(plain[at]?.max_fee))).toEqual([true, true, true]);
  expect(roomy.map(({ fee }) => fee)).toEqual(plain.map(({ fee }) => fee));
  const id = await sent('ETH');
  await waits(id);
  await looked();
  expect((await attempts(id)).length).toBe(1);
  // It was approved without room: the rule asks for a person at once.
  await setRule('ETH');
  expect((await fixture.api.withdraw.bumpRule(place('ETH'))).rule).toEqual(rule);
  await until('it to be said', async () => (await told(id)).includes('bumps_over'), 30_000);
  expect(await isOver(id, 'ETH')).toBe(2000);
  await booksAreRight('ETH');
});
