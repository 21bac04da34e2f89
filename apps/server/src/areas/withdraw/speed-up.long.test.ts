import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { familyOf } from '@holdfast/chains';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { fromUnits, toUnits } from '@holdfast/money';
import { randomFrom } from '@holdfast/testkit/random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { until } from '../../test/flow.ts';

/**
 * Random lives of payments that are sped up and dropped: any attempt may be mined, a reorganisation may take it back and another be mined instead, an attempt may
 * wait, be taken back or come too late, and the server may end in between. Each payee is paid exactly once, or not at all where the payment was dropped, for no more than
 * was approved, and the books say what the chain holds. `HOLDFAST_LIVES` says how many.
 */
const lives = Number(process.env.HOLDFAST_LIVES ?? 12);
const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
const random = randomFrom(seed);
let dir: string;
let devnet: Devnet<'evm' | 'bitcoin'>;
let server: TestServer;
let fixture: SetUp;

const api = () => server.api({ token: fixture.token });
const evm = (method: string, ...params: unknown[]): Promise<unknown> => rpcClient(devnet.evm.url)(method, ...params);
const bitcoin = <T>(method: string, ...params: unknown[]): Promise<T> =>
  rpcClient(devnet.bitcoin.url)<T>(method, ...params);

interface Row {
  readonly id: number;
  readonly kind: string;
  readonly status: number;
  readonly sub_status: string;
  readonly intent_id: string;
  readonly raw: string | null;
  readonly txid: string | null;
  readonly max_fee: string;
  readonly real_fee: string | null;
  readonly mined_height: number | null;
  readonly mined_as: string | null;
}
const columns =
  'id, kind, status, sub_status, intent_id, raw, txid, max_fee::text, real_fee::text, mined_height, mined_as::text';
async function attemptsAt(id: number): Promise<Row[]> {
  const asked = `select ${columns} from orders where id = $1 or raises = $1 order by id`;
  return (await server.database.pool.query<Row>(asked, [id])).rows;
}
async function rowOf(id: number): Promise<Row> {
  const { rows } = await server.database.pool.query<Row>(`select ${columns} from orders where id = $1`, [id]);
  if (!rows[0]) throw new Error(`no order ${id}`);
  return rows[0];
}
const freeCoins = async (): Promise<{ txid: string; vout: number; amount: string }[]> =>
  (
    await server.database.pool.query<{ txid: string; vout: number; amount: string }>(
      'select txid, vout, amount::text from utxos where spent_by is null and reserved_by is null and ready order by amount desc',
    )
  ).rows;

/** What differs from chain to chain. */
interface Chain {
  readonly id: string;
  readonly decimals: number;
  readonly funds: readonly string[];
  readonly payee: () => string;
  readonly amount: () => Promise<bigint>;
  readonly paid: (address: string) => Promise<bigint>;
  /** One of these is the transaction that miners know. */
  readonly mineOne: (signed: readonly Row[], chosen: Row) => Promise<void>;
  readonly unmine: () => Promise<void>;
  /** What the chain holds of ours. */
  readonly held: () => Promise<bigint>;
}
const held = async (address: string): Promise<bigint> => BigInt(String(await evm('eth_getBalance', address, 'latest')));
const chains: Readonly<Record<'ETH' | 'BTC', Chain>> = {
  ETH: {
    id: 'evm:31337',
    decimals: 18,
    funds: ['100'],
    payee: () => `0x${random.hex(20)}`,
    amount: async () => BigInt(random.between(10, 1_000)) * 10n ** 14n,
    paid: held,
    mineOne: async (signed, chosen) => {
      for (const { txid } of signed) await evm('anvil_dropTransaction', txid).catch(() => undefined);
      await evm('eth_sendRawTransaction', chosen.raw).catch(() => undefined);
      await evm('anvil_mine', '0x1');
    },
    unmine: async () => {
      await evm('anvil_rollback', 1);
    },
    held: async () => {
      const { address_from } = await api().withdraw.info({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH' });
      return held(address_from);
    },
  },
  BTC: {
    id: 'bitcoin:regtest',
    decimals: 8,
    funds: ['0.5', '0.2', '0.1', '0.1', '0.05', '0.05'],
    payee: () => payeeOf(random.hex(32)),
    // Now and then nearly a whole coin, so that another is needed for more.
    amount: async () => {
      const coins = (await freeCoins()).map(({ amount }) => BigInt(amount)).filter((units) => units > 1_000_000n);
      const whole = coins[random.between(0, coins.length - 1)] ?? 0n;
      return random.next() < 0.3 && coins.length > 2 ? whole - 400n : BigInt(random.between(10_000, 400_000));
    },
    paid: async (address) => {
      const { total_amount } = await bitcoin<{ total_amount: number }>('scantxoutset', 'start', [`addr(${address})`]);
      return toUnits(total_amount.toFixed(8), 8);
    },
    mineOne: async (_, { raw }) => {
      // Each to another miner: a block that was taken back is never a block again.
      await bitcoin('generateblock', payeeOf(random.hex(32)), [raw]);
    },
    unmine: async () => {
      await bitcoin('invalidateblock', await bitcoin('getbestblockhash'));
    },
    held: async () => {
      const coins = await freeCoins();
      for (const { txid, vout } of coins) expect(await bitcoin('gettxout', txid, vout)).not.toBeNull();
      return coins.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    },
  },
};
type Symbol = keyof typeof chains;
/** Of nobody: the hash of no key. */
function payeeOf(hex: string): string {
  const chain = devnetChains(devnet).find(({ id }) => id === 'bitcoin:regtest');
  if (!chain) throw new Error('no chain of coins');
  return familyOf(chain).addressOf(chain, Buffer.from(`02${hex}`, 'hex'));
}
const balance = (symbol: Symbol) => api().withdraw.symbolBalance({ sub_wallet_id: fixture.subWalletId, symbol });
const mine = (symbol: Symbol, blocks = 1) => api().sandbox.mine({ chain_id: chains[symbol].id, blocks });

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-speed-up-life-'));
  devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
  await server.keepConfirmed();
  for (const symbol of ['ETH', 'BTC'] as const) {
    for (const amount of chains[symbol].funds)
      await api().sandbox.fund({ sub_wallet_id: fixture.subWalletId, symbol, amount });
    await mine(symbol, 4);
    const all = chains[symbol].funds.reduce((sum, amount) => sum + Number(amount), 0);
    await until('coins', async () => Number((await balance(symbol)).normal_balance) > all - 0.001);
  }
}, 60_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

async function approved(id: number): Promise<void> {
  const { intent_id } = await rowOf(id);
  await until('the request at the signer', () =>
    fixture
      .approve(intent_id)
      .then(() => true)
      .catch(() => false),
  );
}
const isOver = (status: number): boolean => status >= 2000;
const isSigned = (id: number) =>
  until('its signature', async () => {
    const { raw, status } = await rowOf(id);
    return raw !== null || isOver(status);
  }).catch(async (error: unknown) => {
    const asked = 'select kind, status, sub_status, last_error, failures from orders where id = $1';
    const { rows } = await server.database.pool.query(asked, [id]);
    throw new Error(`order ${id}: ${JSON.stringify(rows[0])}`, { cause: error });
  });

async function pay(symbol: Symbol, address_to: string, amount: string): Promise<number> {
  const ask = { request_id: randomUUID(), sub_wallet_id: fixture.subWalletId, symbol, address_to, amount };
  const { withdraw_id } = await api().withdraw.create(ask);
  await approved(withdraw_id);
  await isSigned(withdraw_id);
  return withdraw_id;
}

type Step = 'speed up' | 'drop' | 'ask and take back' | 'ask and leave' | 'restart';
const steps: readonly (readonly [Step, number])[] = [
  ['speed up', 5],
  ['drop', 3],
  ['ask and take back', 1],
  ['ask and leave', 1],
  ['restart', 1],
];

/** An attempt, where the chain has not taken the payment meanwhile, none waits, and coins cover it. */
async function askFor(id: number, call: 'speedUp' | 'drop'): Promise<number | undefined> {
  const tiers = [
    [1, 1],
    [2, 1],
    [3, 1],
  ] as const;
  const ask = { withdraw_id: id as never, request_id: randomUUID(), fee_level: random.pick(tiers) };
  return api()
    .withdraw[call](ask)
    .then(({ withdraw_id }) => withdraw_id)
    .catch((error: { code: number }) => {
      expect([300166, 300167, 200109]).toContain(error.code);
      return undefined;
    });
}

async function oneStep(id: number, step: Step): Promise<void> {
  if (step === 'restart') return server.restart();
  const attempt = await askFor(id, step === 'drop' || random.next() < 0.2 ? 'drop' : 'speedUp');
  if (attempt === undefined || step === 'ask and leave') return;
  if (step === 'ask and take back') return void (await api().withdraw.cancel({ withdraw_id: attempt as never }));
  await approved(attempt);
  await isSigned(attempt);
}

/** Some attempt of those that are signed is the one that miners know. */
async function mineOne({ mineOne: take }: Chain, id: number): Promise<void> {
  const signed = (await attemptsAt(id)).filter(({ raw }) => raw !== null);
  const chosen = signed[random.between(0, signed.length - 1)];
  if (chosen) await take(signed, chosen);
}

/** From the request to its end. @returns what its payee is to have */
async function live(symbol: Symbol, n: number): Promise<{ id: number; to: string; amount: bigint; kind: string }> {
  const chain = chains[symbol];
  const [to, units] = [chain.payee(), await chain.amount()];
  const id = await pay(symbol, to, fromUnits(units, chain.decimals));
  for (let left = random.between(0, 3); left > 0; left--) await oneStep(id, random.pick(steps));
  await mineOne(chain, id);
  if (random.between(1, 3) === 1) {
    await until('the block', async () => (await rowOf(id)).mined_height !== null);
    await chain.unmine();
    await mineOne(chain, id);
  }
  await until(
    `the end of payment ${n}`,
    async () => {
      await mine(symbol, 2);
      return isOver((await rowOf(id)).status);
    },
    20_000,
  );
  const { status, mined_as } = await rowOf(id);
  const { kind } = (await attemptsAt(id)).find((one) => String(one.id) === mined_as) ?? { kind: 'withdraw' };
  expect([symbol, n, status]).toEqual([symbol, n, kind === 'drop' ? 2300 : 2000]);
  return { id, to, amount: kind === 'drop' ? 0n : units, kind };
}

test.each(['ETH', 'BTC'] as const)(
  `${lives} random lives of payments of %s that are sped up and dropped pay each payee once or not at all, and the books hold what the chain does (seed ${seed})`,
  async (symbol) => {
    console.log(`seed ${seed}`);
    const chain = chains[symbol];
    const all: Awaited<ReturnType<typeof live>>[] = [];
    for (let n = 0; n < lives; n++) all.push(await live(symbol, n));
    for (const { to, amount } of all) expect([to, await chain.paid(to)]).toEqual([to, amount]);
    await until('every attempt to end', async () => {
      const attempts = (await Promise.all(all.map(({ id }) => attemptsAt(id)))).flat();
      return attempts.every(({ status }) => isOver(status));
    });
    for (const { id } of all) {
      const attempts = await attemptsAt(id);
      const [payment] = attempts;
      const made = attempts.find((one) => String(one.id) === payment?.mined_as) ?? payment;
      expect(BigInt(payment?.real_fee ?? 0)).toBeLessThanOrEqual(BigInt(made?.max_fee ?? 0));
    }
    expect(await findDrift(server.database.db)).toEqual([]);
    expect((await balance(symbol)).lock_balance).toBe('0');
    expect(toUnits((await balance(symbol)).normal_balance, chain.decimals)).toBe(await chain.held());
    const made = (wanted: string): string => `${wanted} ${all.filter(({ kind }) => kind === wanted).length}`;
    console.log(symbol, ['withdraw', 'speedup', 'drop'].map(made).join(', '));
  },
  Number(process.env.HOLDFAST_LIVES ?? 12) * 30_000 + 120_000,
);
