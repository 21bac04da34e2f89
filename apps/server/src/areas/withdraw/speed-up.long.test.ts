import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { fromUnits, toUnits } from '@holdfast/money';
import { randomFrom } from '@holdfast/testkit/random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { until } from '../../test/flow.ts';

/**
 * Random lives of payments that are sped up: any attempt may be mined, a reorganisation may take it back and another be mined instead, a speed-up may wait, be
 * taken back or come too late, and the server may end in between. Each payee is paid exactly once, for no more than was approved, and the books say what the chain holds.
 */
const lives = 12;
const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
const random = randomFrom(seed);
let dir: string;
let devnet: Devnet<'evm' | 'bitcoin'>;
let server: TestServer;
let fixture: SetUp;

const decimals = 18;
const api = () => server.api({ token: fixture.token });
const rpc = (method: string, ...params: unknown[]): Promise<unknown> => rpcClient(devnet.evm.url)(method, ...params);
const held = async (address: string): Promise<bigint> => BigInt(String(await rpc('eth_getBalance', address, 'latest')));
const balance = () => api().withdraw.symbolBalance({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH' });
const mine = (blocks = 1) => api().sandbox.mine({ chain_id: 'evm:31337', blocks });

interface Row {
  readonly id: number;
  readonly status: number;
  readonly sub_status: string;
  readonly intent_id: string;
  readonly raw: string | null;
  readonly txid: string | null;
  readonly max_fee: bigint;
  readonly real_fee: bigint | null;
  readonly mined_height: number | null;
}
const columns = 'id, status, sub_status, intent_id, raw, txid, max_fee, real_fee, mined_height';
async function rowOf(id: number): Promise<Row> {
  const { rows } = await server.database.pool.query<Row>(`select ${columns} from orders where id = $1`, [id]);
  if (!rows[0]) throw new Error(`no order ${id}`);
  return rows[0];
}
const attemptsAt = async (id: number): Promise<Row[]> =>
  (
    await server.database.pool.query<Row>(`select ${columns} from orders where id = $1 or raises = $1 order by id`, [
      id,
    ])
  ).rows;

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-speed-up-life-'));
  devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 });
  const config = { sandbox: { faucetUrl: devnet.faucet.url } };
  server = await startTestServer({ realSigners: 'here', chains: devnetChains(devnet), config });
  fixture = await setUp(server.place);
  await api().sandbox.fund({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH', amount: '20' });
  await mine(4);
  await until('coins', async () => Number((await balance()).normal_balance) > 0);
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
const isSigned = (id: number) => until('its signature', async () => (await rowOf(id)).raw !== null);
const ended = (status: number): boolean => status >= 2000;

async function paid(address_to: string, amount: string): Promise<number> {
  const ask = { request_id: randomUUID(), sub_wallet_id: fixture.subWalletId, symbol: 'ETH', address_to, amount };
  const { withdraw_id } = await api().withdraw.create(ask);
  await approved(withdraw_id);
  await isSigned(withdraw_id);
  return withdraw_id;
}

type Step = 'speed up' | 'ask and take back' | 'ask and leave' | 'restart';
const steps: readonly (readonly [Step, number])[] = [
  ['speed up', 5],
  ['ask and take back', 1],
  ['ask and leave', 1],
  ['restart', 1],
];

/** A speed-up of it, where the chain has not taken it meanwhile and none waits. */
async function askFor(id: number): Promise<number | undefined> {
  const ask = { withdraw_id: id as never, request_id: randomUUID() };
  return api()
    .withdraw.speedUp({
      ...ask,
      fee_level: random.pick([
        [1, 1],
        [2, 1],
        [3, 1],
      ] as const),
    })
    .then(({ withdraw_id }) => withdraw_id)
    .catch((error: { code: number }) => {
      expect([300166, 300167]).toContain(error.code);
      return undefined;
    });
}

async function oneStep(id: number, step: Step): Promise<void> {
  if (step === 'restart') return server.restart();
  const attempt = await askFor(id);
  if (attempt === undefined || step === 'ask and leave') return;
  if (step === 'ask and take back') return void (await api().withdraw.cancel({ withdraw_id: attempt as never }));
  await approved(attempt);
  await isSigned(attempt);
}

/** Some attempt of those that are signed is the one that miners know. */
async function mineOne(id: number): Promise<void> {
  const signed = (await attemptsAt(id)).filter(({ raw }) => raw !== null);
  const chosen = signed[random.between(0, signed.length - 1)];
  for (const { txid } of signed) await rpc('anvil_dropTransaction', txid).catch(() => undefined);
  await rpc('eth_sendRawTransaction', chosen?.raw).catch(() => undefined);
  await rpc('anvil_mine', '0x1');
}

test(`${lives} random lives of payments that are sped up pay each payee once, and the books hold what the chain does (seed ${seed})`, async () => {
  console.log(`seed ${seed}`);
  const payees = new Map<string, bigint>();
  const all: number[] = [];
  for (let n = 0; n < lives; n++) {
    const to = `0x${random.hex(20)}`;
    const amount = BigInt(random.between(10, 1_000)) * 10n ** 14n;
    const id = await paid(to, fromUnits(amount, decimals));
    for (let left = random.between(0, 3); left > 0; left--) await oneStep(id, random.pick(steps));
    await mineOne(id);
    if (random.between(1, 3) === 1) {
      await until('the block', async () => (await rowOf(id)).mined_height !== null);
      await rpc('anvil_rollback', 1);
      await mineOne(id);
    }
    const end = async () => {
      await mine(2);
      return ended((await rowOf(id)).status);
    };
    await until(`the end of payment ${n}`, end);
    expect((await rowOf(id)).status).toBe(2000);
    payees.set(to, amount);
    all.push(id);
  }
  for (const [address, amount] of payees) expect([address, await held(address)]).toEqual([address, amount]);
  await until('every attempt to end', async () => {
    const attempts = (await Promise.all(all.map(attemptsAt))).flat();
    return attempts.every(({ status }) => ended(status));
  });
  for (const id of all) {
    const attempts = await attemptsAt(id);
    const most = attempts.filter(({ raw }) => raw !== null).map(({ max_fee }) => BigInt(max_fee));
    const cost = BigInt((await rowOf(id)).real_fee ?? 0);
    expect(most.some((max) => cost <= max)).toBe(true);
  }
  expect(await findDrift(server.database.db)).toEqual([]);
  expect((await balance()).lock_balance).toBe('0');
  const { address_from } = await api().withdraw.info({ sub_wallet_id: fixture.subWalletId, symbol: 'ETH' });
  expect(toUnits((await balance()).normal_balance, decimals)).toBe(await held(address_from));
}, 600_000);
