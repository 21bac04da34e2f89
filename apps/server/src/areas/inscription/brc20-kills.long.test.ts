import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainConfig, familyOf } from '@holdfast/chains';
import { amountOf, brc20Decimals, takeOrdinals, tickKey, type WholeTx } from '@holdfast/chains/ordinals';
import { readerOf, utxoReader } from '@holdfast/chains/rpc';
import { orderStatus } from '@holdfast/contract';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { inscribe } from '@holdfast/devnet/inscribe';
import { type Api, apiOf, isAnswer } from '@holdfast/testkit';
import { randomFrom } from '@holdfast/testkit/random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memoryState } from '../../../../../packages/chains/test/ordinals.memory.ts';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type ServerProcesses, serverProcesses } from '../../../test/processes.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { decideSoon, stranger, until } from '../../test/flow.ts';

/**
 * Payments of BRC-20 over two servers and two signers, one of which is killed whenever a step of a payment has come further: between plan and signature, signature and
 * broadcast, broadcast and block, one step and the next. Each payee has the tokens once, as an index says that reads the chain anew, and no step was made twice.
 * `HOLDFAST_KILLS` says how many at most, `HOLDFAST_SEED` whom.
 */
const kills = Number(process.env.HOLDFAST_KILLS ?? 12);
const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
const random = randomFrom(seed);
const amounts = ['12.5', '7', '30.25'] as const;

let dir: string;
let devnet: Devnet<'bitcoin'>;
let servers: ServerProcesses;
let server: TestServer;
let fixture: SetUp;
let chain: ChainConfig;

const chain_id = 'bitcoin:regtest';
const bitcoin = <T>(method: string, ...params: unknown[]): Promise<T> =>
  rpcClient(devnet.bitcoin.url)<T>(method, ...params);
const wallet = () => ({ sub_wallet_id: fixture.subWalletId });
const query = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await server.database.pool.query<T>(text, values)).rows;
/** Of nobody: the hash of no key. */
const payeeOf = (n: number): string =>
  familyOf(chain).addressOf(
    chain,
    Buffer.from(
      `02${String(n + 1)
        .padStart(2, '0')
        .repeat(32)}`,
      'hex',
    ),
  );

/** Some server's answer: another one is asked where it is down. @throws ApiError for a refusal */
async function call<T>(work: (api: Api) => Promise<T>): Promise<T> {
  for (;;) {
    const url = servers.urls[random.between(0, servers.urls.length - 1)] ?? '';
    try {
      return await work(apiOf(url, { token: fixture.token }));
    } catch (error) {
      if (isAnswer(error)) throw error;
      await sleep(100);
    }
  }
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-brc20-kills-'));
  devnet = await startDevnet({ chains: ['bitcoin'], dir, tickMs: 0 });
  const chains = devnetChains(devnet);
  chain = chains.find(({ id }) => id === chain_id) ?? expect.fail('no chain of coins');
  servers = serverProcesses(2);
  const ordinals = [{ chain: chain_id, own: { from: 0 }, others: [], allow: [] }];
  const config = { sandbox: { faucetUrl: devnet.faucet.url }, ordinals };
  server = await startTestServer({ realSigners: 'processes', start: servers.start, chains, config });
  fixture = await setUp(server.place);
  await servers.startOthers();
  // Each payment has coins of its own for commit and sending.
  for (let n = 0; n < 2 * amounts.length; n++)
    await call((api) => api.sandbox.fund({ symbol: 'BTC', amount: '0.01', ...wallet() }));
  await bitcoin('generatetoaddress', 3, stranger.bitcoin);
}, 180_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

interface Step {
  readonly row: number;
  readonly status: number;
  readonly sub: string;
  readonly txid: string | null;
}
const stepsOf = (id: number): Promise<Step[]> =>
  query<Step>(
    'select batch_row as row, status, sub_status as sub, txid from orders where batch_of = $1 order by batch_row',
    id,
  );

async function killOne(): Promise<void> {
  const victim = random.between(0, 3);
  if (victim < 2) return servers.kill(victim);
  const signer = server.real?.signers[victim - 2];
  await signer?.kill();
  await signer?.start();
}

/** Kills somebody whenever a step has come further, at most so often, and a block comes as often as not. */
async function disturb(ids: readonly number[]): Promise<number> {
  let [left, last] = [kills, ''];
  for (;;) {
    const paid = await query<{ status: number }>('select status from orders where id = any($1)', ids);
    if (paid.every(({ status }) => status >= orderStatus.done)) return kills - left;
    const now = JSON.stringify(await Promise.all(ids.map(stepsOf)));
    if (now !== last && left > 0) {
      left -= 1;
      await killOne();
    }
    last = now;
    if (random.next() < 0.5) await bitcoin('generatetoaddress', 1, stranger.bitcoin);
    await sleep(150);
  }
}

/** Who has how much of the tick, by the chain alone. */
async function readAnew() {
  const memory = memoryState();
  const reader = utxoReader(readerOf(chain));
  const halving = familyOf(chain).ordinals?.halving(chain) ?? expect.fail('nothing is inscribed there');
  for (let height = 0; ; height++) {
    const block = await reader.whole?.(height);
    if (!block) return memory;
    const valuesOf = ({ txid }: WholeTx): Promise<readonly bigint[]> =>
      reader.brought?.(txid, block.hash) ?? Promise.resolve([]);
    await takeOrdinals(memory.state, { height, txs: block.txs, valuesOf, halving });
  }
}
const units = (text: string): bigint => amountOf(text, brc20Decimals) ?? expect.fail('no amount');

test(`${amounts.length} payments of BRC-20 under ${kills} kills of servers and signers between their steps give each payee the tokens once (seed ${seed})`, async () => {
  const own = (
    await query<{ address: string }>(
      'select address from addresses where chain = $1 and sub_wallet_id = $2 and branch = 0',
      chain_id,
      fixture.subWalletId,
    )
  )[0]?.address;
  if (own === undefined) throw new Error('no address');
  const saying = (say: object) => ({
    contentType: 'text/plain',
    body: new TextEncoder().encode(JSON.stringify({ p: 'brc-20', ...say })),
  });
  await inscribe(devnet, { ...saying({ op: 'deploy', tick: 'hold', max: '1000', lim: '100' }), to: own });
  await inscribe(devnet, { ...saying({ op: 'mint', tick: 'hold', amt: '100' }), to: own });
  await bitcoin('generatetoaddress', 2, stranger.bitcoin);
  await until('the balance', async () =>
    (await call((api) => api.inscriptions.list(wallet()))).ticks.some(({ available }) => available === '100'),
  );
  const ids: number[] = [];
  for (const [n, amount] of amounts.entries()) {
    const request_id = randomUUID();
    const ask = { request_id, ...wallet(), symbol: 'hold', address_to: payeeOf(n), amount };
    ids.push((await call((api) => api.inscriptions.brc20(ask))).withdraw_id);
  }
  for (const id of ids) {
    const [{ intent_id } = { intent_id: '' }] = await query<{ intent_id: string }>(
      'select intent_id from orders where id = $1',
      id,
    );
    await decideSoon(fixture, intent_id);
  }
  const killed = await disturb(ids);
  console.log(`seed ${seed}: ${killed} kills`);
  expect(killed).toBeGreaterThan(Math.min(kills, 5) - 1);
  const made = await Promise.all(ids.map(stepsOf));
  expect(made.map((steps) => steps.map(({ status }) => status))).toEqual(
    ids.map(() => [orderStatus.done, orderStatus.done, orderStatus.done]),
  );
  const txids = made.flatMap((steps) => steps.map(({ txid }) => txid));
  expect(new Set(txids).size).toBe(3 * amounts.length);
  await bitcoin('generatetoaddress', 1, stranger.bitcoin);
  const memory = await readAnew();
  const holder = (address: string): string => familyOf(chain).ordinals?.holderOf(chain, address) ?? '';
  const balances = amounts.map((_, n) => memory.balance(tickKey('hold'), holder(payeeOf(n))));
  expect(balances).toEqual(amounts.map((amount) => ({ available: units(amount), transferable: 0n })));
  const spent = amounts.reduce((sum, amount) => sum + units(amount), 0n);
  expect(memory.balance(tickKey('hold'), holder(own))).toEqual({ available: units('100') - spent, transferable: 0n });
  // All of the tick is with the wallet and its payees, and every transfer that was inscribed has been sent.
  expect(memory.all().reduce((sum, { available }) => sum + available, 0n)).toBe(units('100'));
  expect(memory.transfers.size).toBe(0);
  expect(await findDrift(server.database.db)).toEqual([]);
  const over = await query('select from orders where batch_of = any($1) and real_fee > max_fee', ids);
  expect(over).toEqual([]);
}, 900_000);
