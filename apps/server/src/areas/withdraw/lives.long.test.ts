import { randomInt, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ChainConfig, familyOf } from '@holdfast/chains';
import { ApiError } from '@holdfast/contract';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '@holdfast/devnet';
import { fromUnits, toUnits } from '@holdfast/money';
import { parseIntent } from '@holdfast/policy';
import { fetchIntent, sendApproval } from '@holdfast/signer-ui/signer-api';
import { type Api, apiOf, decide, isAnswer } from '@holdfast/testkit';
import { randomFrom } from '@holdfast/testkit/random';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type ServerProcesses, serverProcesses } from '../../../test/processes.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';
import { findDrift } from '../../ledger/service.ts';
import { depthOf, groundOf, makeable } from '../../test/early-change.ts';
import { until } from '../../test/flow.ts';

/**
 * Random lives of payments, several at once, over three servers and two signers that are killed meanwhile: they are asked for twice, approved, refused or left to run out of
 * time, sped up and dropped, by two people at once too, and sent once more by a rule; miners take any attempt that was ever signed, and a reorganisation takes it back and another is mined
 * instead. Of the sub-wallets with bitcoins every second one has a single coin, so that what comes back of payments is spent before a block has them, where members let it just then: such
 * payments are built on others that are sped up, dropped, taken back by reorganisations and lost. Each payee is paid exactly once or not at all, no transaction costs more than was
 * approved for it, and the books say what the chain holds.
 * `HOLDFAST_LIVES` says how many, half of them on each chain; `HOLDFAST_SEED` which; `HOLDFAST_MINUTES` after how long no more of them begin.
 */
const lives = Number(process.env.HOLDFAST_LIVES ?? 24);
const minutes = Number(process.env.HOLDFAST_MINUTES ?? Number.POSITIVE_INFINITY);
const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
const random = randomFrom(seed);
/** Payments under way at once on each chain. */
const atOnce = 16;
/** From the request until its time is over. Where a signature of it may exist, servers look ever more rarely whether it is, minutes longer. */
const approvalSeconds = 300;
/** How often members change whether what comes back is spent before its block, and how often they let it then. */
const early = { changed: 0.1, allowed: 0.7 };
/** So many lives do not go by without a payment that is built on another. */
const manyLives = 60;
/** Between two kills. */
const killMs = [6_000, 14_000] as const;

let dir: string;
let devnet: Devnet<'evm' | 'bitcoin'>;
let servers: ServerProcesses;
let server: TestServer;
let fixture: SetUp;
const counted = new Map<string, number>();
const count = (what: string): void => void counted.set(what, (counted.get(what) ?? 0) + 1);

const evm = <T>(method: string, ...params: unknown[]): Promise<T> => rpcClient(devnet.evm.url)<T>(method, ...params);
const bitcoin = <T>(method: string, ...params: unknown[]): Promise<T> =>
  rpcClient(devnet.bitcoin.url)<T>(method, ...params);

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

interface Row {
  readonly id: number;
  readonly kind: string;
  readonly status: number;
  readonly sub_status: string;
  readonly intent_id: string;
  readonly intent: string;
  readonly raw: string | null;
  readonly txid: string | null;
  readonly max_fee: string;
  readonly real_fee: string | null;
  readonly mined_height: number | null;
  readonly mined_as: string | null;
}
const columns =
  'id, kind, status, sub_status, intent_id, intent, raw, txid, max_fee::text, real_fee::text, mined_height, mined_as::text';
/** The payment, then the attempts at it. */
const attemptsAt = async (id: number): Promise<Row[]> =>
  (
    await server.database.pool.query<Row>(
      `select ${columns} from orders where id = $1 or raises = $1 order by raises is not null, id`,
      [id],
    )
  ).rows;
async function rowOf(id: number): Promise<Row> {
  const { rows } = await server.database.pool.query<Row>(`select ${columns} from orders where id = $1`, [id]);
  if (!rows[0]) throw new Error(`no order ${id}`);
  return rows[0];
}
const isOver = (status: number): boolean => status >= 2000;

interface Life {
  readonly id: number;
  readonly subWalletId: number;
  readonly to: string;
  readonly units: bigint;
}

type Signed = Pick<Row, 'txid' | 'raw'>;

/** What differs from chain to chain. */
interface Chain {
  readonly id: string;
  readonly decimals: number;
  /** Payments of one sub-wallet under way at once. */
  readonly sharing: number;
  readonly funds: (subWalletId: number) => readonly string[];
  readonly payee: () => string;
  readonly amount: (subWalletId: number) => Promise<bigint>;
  readonly paid: (payees: readonly string[]) => Promise<readonly bigint[]>;
  /** A block of these and of nothing else; those that cannot be made are left out. */
  readonly mine: (all: readonly Signed[]) => Promise<void>;
  readonly isMined: (txid: string) => Promise<boolean>;
  readonly unmine: () => Promise<void>;
  /** What a transaction in a block has cost. */
  readonly cost: (txid: string) => Promise<bigint>;
  /** What the chain holds of a sub-wallet. */
  readonly held: (subWalletId: number) => Promise<bigint>;
}
const freeCoins = async (subWalletId: number): Promise<{ txid: string; vout: number; amount: string }[]> =>
  (
    await server.database.pool.query<{ txid: string; vout: number; amount: string }>(
      `select txid, vout, amount::text from utxos
        where sub_wallet_id = $1 and spent_by is null and reserved_by is null and ready order by amount desc`,
      [subWalletId],
    )
  ).rows;
const balanceAt = async (address: string): Promise<bigint> =>
  BigInt(await evm<string>('eth_getBalance', address, 'latest'));
const sats = (coins: number): bigint => toUnits(coins.toFixed(8), 8);
function chainOfCoins(): ChainConfig {
  const chain = devnetChains(devnet).find(({ id }) => id === 'bitcoin:regtest');
  if (!chain) throw new Error('no chain of coins');
  return chain;
}
/** Of nobody: the hash of no key. */
function payeeOf(hex: string): string {
  const chain = chainOfCoins();
  return familyOf(chain).addressOf(chain, Buffer.from(`02${hex}`, 'hex'));
}
const isUnspent = async (outpoint: string): Promise<boolean> => {
  const [txid, vout] = outpoint.split(':');
  return (await bitcoin('gettxout', txid, Number(vout), false)) !== null;
};
interface BitcoinTx {
  readonly vin: readonly { readonly txid: string; readonly vout: number }[];
  readonly vout: readonly { readonly value: number }[];
  readonly confirmations?: number;
}
const bitcoinTx = (txid: string) => bitcoin<BitcoinTx>('getrawtransaction', txid, true);

const chains = {
  ETH: {
    id: 'evm:31337',
    decimals: 18,
    sharing: 2,
    funds: () => ['500'],
    payee: () => `0x${random.hex(20)}`,
    amount: async () => BigInt(random.between(10, 1_000)) * 10n ** 14n,
    paid: (payees) => Promise.all(payees.map(balanceAt)),
    mine: async (all) => {
      await evm('anvil_dropAllTransactions');
      for (const { raw } of all) await evm('eth_sendRawTransaction', raw).catch(() => count('not taken by the node'));
      await evm('anvil_mine', '0x1');
    },
    isMined: async (txid) => (await evm('eth_getTransactionReceipt', txid)) !== null,
    unmine: async () => {
      await evm('anvil_rollback', 1);
    },
    cost: async (txid) => {
      const receipt = await evm<{ gasUsed: string; effectiveGasPrice: string }>('eth_getTransactionReceipt', txid);
      return BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
    },
    held: async (subWalletId) => {
      const ask = { sub_wallet_id: subWalletId as never, symbol: 'ETH' };
      return balanceAt((await call((api) => api.withdraw.info(ask))).address_from);
    },
  },
  BTC: {
    id: 'bitcoin:regtest',
    decimals: 8,
    sharing: 4,
    funds: (id) => (isNarrow(id) ? ['4'] : ['2', '1', '0.5', '0.2', '0.1', '0.05']),
    payee: () => payeeOf(random.hex(32)),
    // Now and then nearly a whole coin, so that another is needed for more.
    amount: async (subWalletId) => {
      const coins = (await freeCoins(subWalletId)).map(({ amount }) => BigInt(amount)).slice(1);
      const whole = coins[random.between(0, coins.length - 1)] ?? 0n;
      const isWhole = random.next() < 0.2 && whole > 1_000_000n && whole < 20_000_000n;
      return isWhole ? whole - 400n : BigInt(random.between(10_000, 100_000));
    },
    paid: async (payees) => {
      const paid: bigint[] = [];
      for (const address of payees) {
        const ask = ['start', [`addr(${address})`]] as const;
        paid.push(sats((await bitcoin<{ total_amount: number }>('scantxoutset', ...ask)).total_amount));
      }
      return paid;
    },
    mine: async (signed) => {
      const raws = (await makeable(chainOfCoins(), signed, isUnspent)).map(({ raw }) => raw);
      // Each to another miner: a block that was taken back is never a block again.
      const miner = payeeOf(random.hex(32));
      const all = await bitcoin('generateblock', miner, raws).then(
        () => true,
        () => false,
      );
      // One that cannot be made is in the way of all.
      if (!all)
        for (const raw of raws)
          await bitcoin('generateblock', payeeOf(random.hex(32)), [raw]).catch(() => count('not taken by the node'));
    },
    isMined: async (txid) => {
      const found = await bitcoinTx(txid).catch(() => undefined);
      return (found?.confirmations ?? 0) > 0;
    },
    unmine: async () => {
      await bitcoin('invalidateblock', await bitcoin('getbestblockhash'));
    },
    cost: async (txid) => {
      const { vin, vout } = await bitcoinTx(txid);
      const spent = await Promise.all(
        vin.map(async (one) => sats((await bitcoinTx(one.txid)).vout[one.vout]?.value ?? 0)),
      );
      const out = vout.reduce((sum, { value }) => sum + sats(value), 0n);
      return spent.reduce((sum, amount) => sum + amount, 0n) - out;
    },
    held: async (subWalletId) => {
      const coins = await freeCoins(subWalletId);
      for (const { txid, vout } of coins) expect(await bitcoin('gettxout', txid, vout)).not.toBeNull();
      return coins.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    },
  },
} as const satisfies Record<string, Chain>;
type Symbol = keyof typeof chains;
const symbols = Object.keys(chains) as Symbol[];
const subWallets: Record<Symbol, number[]> = { ETH: [], BTC: [] };
/** Has it one coin, of which all its payments are made? */
const isNarrow = (subWalletId: number): boolean => subWallets.BTC.indexOf(subWalletId) % 2 === 1;
/** Payments that were built on others in no block, and on which. */
const built = new Map<number, number>();
const balance = (symbol: Symbol, subWalletId: number) =>
  call((api) => api.withdraw.symbolBalance({ sub_wallet_id: subWalletId as never, symbol }));

async function fundAll(symbol: Symbol): Promise<void> {
  const { funds, mine } = chains[symbol];
  for (const sub_wallet_id of subWallets[symbol])
    for (const amount of funds(sub_wallet_id))
      await call((api) => api.sandbox.fund({ sub_wallet_id: sub_wallet_id as never, symbol, amount }));
  await call((api) => api.sandbox.mine({ chain_id: chains[symbol].id, blocks: 4 }));
  for (const id of subWallets[symbol])
    await until('coins', async () => {
      await mine([]);
      const all = funds(id).reduce((sum, amount) => sum + Number(amount), 0);
      return Number((await balance(symbol, id)).normal_balance) > all - 0.001;
    });
}

beforeAll(async () => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'hf-lives-'));
  devnet = await startDevnet({ chains: ['evm', 'bitcoin'], dir, tickMs: 0 });
  servers = serverProcesses(3);
  const config = { sandbox: { faucetUrl: devnet.faucet.url }, approvalSeconds };
  const { start } = servers;
  server = await startTestServer({ realSigners: 'processes', chains: devnetChains(devnet), config, start });
  fixture = await setUp(server.place);
  await servers.startOthers();
  await server.keepConfirmed();
  for (let n = 0; n < Math.ceil(atOnce / 2); n++) {
    const ask = { wallet_id: fixture.workspaceId, sub_wallet_name: `Sub ${n}` };
    const { sub_wallet_id } = await call((api) => api.wallet.createSubWallet(ask));
    for (const symbol of symbols)
      await call((api) => api.withdraw.setBumpRule({ sub_wallet_id, symbol, after_minutes: 1, times: 3 }));
    for (const symbol of symbols)
      if (n < Math.ceil(atOnce / chains[symbol].sharing)) subWallets[symbol].push(sub_wallet_id);
  }
  for (const id of subWallets.BTC.filter(isNarrow)) await allowEarly(id, true);
  for (const symbol of symbols) await fundAll(symbol);
}, 600_000);
afterAll(async () => {
  await server?.close();
  await devnet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

const allowEarly = (subWalletId: number, spend: boolean) =>
  call((api) => api.utxo.setUnconfirmed({ sub_wallet_id: subWalletId as never, symbol: 'BTC', spend }));

/** Decides at some signer's page; not where the order has ended meanwhile. */
async function decided(id: number, decision: 'approve' | 'refuse' = 'approve'): Promise<void> {
  const { origins } = server.place;
  await until(
    `the request of ${id} at a signer`,
    async () => {
      const { intent_id, status } = await rowOf(id);
      if (isOver(status)) return true;
      const page = origins[random.between(0, origins.length - 1)] ?? '';
      try {
        const intent = parseIntent((await fetchIntent(page, intent_id)).intent);
        await sendApproval(page, decide(fixture.owner, intent, decision));
        return true;
      } catch {
        return false;
      }
    },
    120_000,
  );
}
const isSigned = (id: number) =>
  until(
    `the signature of ${id}`,
    async () => {
      const { raw, status } = await rowOf(id);
      return raw !== null || isOver(status);
    },
    900_000,
  ).catch(async (error: unknown) => {
    const asked = 'select kind, status, sub_status, last_error, failures from orders where id = $1';
    const { rows } = await server.database.pool.query(asked, [id]);
    throw new Error(`order ${id}: ${JSON.stringify(rows[0])}`, { cause: error });
  });

type Step = 'speed up' | 'drop' | 'race' | 'wait' | 'ask and take back' | 'ask and leave';
const steps: readonly (readonly [Step, number])[] = [
  ['speed up', 6],
  ['drop', 2],
  ['race', 2],
  ['wait', 4],
  ['ask and take back', 1],
  ['ask and leave', 1],
];
const tiers = [
  [1, 1],
  [2, 1],
  [3, 1],
] as const;

/** An attempt, where the chain has not taken the payment meanwhile, none waits, and coins cover it. */
async function askFor(id: number, action: 'speedUp' | 'drop'): Promise<number | undefined> {
  const ask = { withdraw_id: id as never, request_id: randomUUID(), fee_level: random.pick(tiers) };
  try {
    return (await call((api) => api.withdraw[action](ask))).withdraw_id;
  } catch (error) {
    expect([300166, 300167, 300249, 200109, 100011]).toContain((error as ApiError).code);
    count(`${action} refused`);
    return undefined;
  }
}

/** So long that its rule finds it due, where no person has asked for something else in its place; and what comes of it, or not yet. */
async function waits(id: number): Promise<void> {
  const earlier = (column: string): string => `${column} = ${column} - interval '2 minutes'`;
  await server.database.pool.query(
    `update orders set ${earlier('created_at')}, ${earlier('broadcast_at')} where id = $1 or raises = $1`,
    [id],
  );
  const end = Date.now() + random.between(2_000, 12_000);
  const before = (await attemptsAt(id)).length;
  while (Date.now() < end && (await attemptsAt(id)).length === before) await sleep(200);
  const newest = (await attemptsAt(id)).at(-1);
  if (newest?.kind === 'bump' && random.next() < 0.7) await isSigned(newest.id);
}

async function oneStep(id: number, step: Step): Promise<void> {
  count(step);
  if (step === 'wait') return waits(id);
  const anyAction = () => (step === 'drop' || (step !== 'speed up' && random.next() < 0.3) ? 'drop' : 'speedUp');
  // Two people, at two servers: one of them comes first.
  const asked = await Promise.all([askFor(id, anyAction()), ...(step === 'race' ? [askFor(id, anyAction())] : [])]);
  for (const attempt of asked) {
    if (attempt === undefined || step === 'ask and leave') continue;
    if (step === 'ask and take back') {
      await call((api) => api.withdraw.cancel({ withdraw_id: attempt as never })).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
      });
      continue;
    }
    await decided(attempt);
    await isSigned(attempt);
  }
}

/** Some attempt of each that is signed is the one that miners know. */
async function chosenOf(all: readonly Life[]): Promise<Map<Life, Row>> {
  const chosen = new Map<Life, Row>();
  for (const life of all) {
    const signed = (await attemptsAt(life.id)).filter(({ raw }) => raw !== null);
    const one = signed[random.between(0, signed.length - 1)];
    if (one) chosen.set(life, one);
  }
  return chosen;
}

/** Takes the payments that wait for it into blocks, some of them more than once, and no block back that others are built on. */
function startMiner(symbol: Symbol) {
  const chain: Chain = chains[symbol];
  const waiting = new Set<Life>();
  let ending = false;
  async function take(all: readonly Life[]): Promise<Map<Life, Row>> {
    const chosen = await chosenOf(all);
    await chain.mine([...chosen.values()]);
    return chosen;
  }
  async function round(): Promise<void> {
    const all = [...waiting];
    const height = async () => Number(await (symbol === 'ETH' ? evm('eth_blockNumber') : bitcoin('getblockcount')));
    const before = await height();
    let chosen = await take(all);
    // What cannot be made together takes a block each.
    if (all.length > 0 && random.between(1, 3) === 1) {
      const seen = random.next() < 0.7;
      if (seen)
        await until('the block', async () => {
          for (const [life, { txid }] of chosen)
            if ((await chain.isMined(txid ?? '')) && (await rowOf(life.id)).mined_height === null) return false;
          return true;
        });
      while ((await height()) > before) await chain.unmine();
      count(`reorganisation ${symbol}`);
      chosen = await take(all);
    }
    for (let n = 0; n < 3; n++) {
      await chain.mine([]);
      await sleep(50);
    }
    for (const [life, { txid }] of chosen) if (await chain.isMined(txid ?? '')) waiting.delete(life);
    for (const life of all) if (isOver((await rowOf(life.id)).status)) waiting.delete(life);
  }
  const done = (async () => {
    while (!ending) {
      await round();
      await sleep(250);
    }
  })();
  return {
    done,
    bury: (life: Life) => void waiting.add(life),
    async stop() {
      ending = true;
      await done;
    },
  };
}
type Miner = ReturnType<typeof startMiner>;

/** From the request to its end. */
async function live(symbol: Symbol, slot: number, miner: Miner): Promise<Life> {
  const chain: Chain = chains[symbol];
  const subWalletId = subWallets[symbol][slot % subWallets[symbol].length] ?? 0;
  const [to, units] = [chain.payee(), await chain.amount(subWalletId)];
  const amount = fromUnits(units, chain.decimals);
  if (symbol === 'BTC' && isNarrow(subWalletId) && random.next() < early.changed)
    await allowEarly(subWalletId, random.next() < early.allowed);
  const ask = { request_id: randomUUID(), sub_wallet_id: subWalletId as never, symbol, address_to: to, amount };
  const create = () => call((api) => api.withdraw.create(ask));
  const made = await Promise.all(random.between(1, 8) === 1 ? [create(), create()] : [create()]);
  const id = made[0]?.withdraw_id ?? 0;
  expect(made.map(({ withdraw_id }) => withdraw_id)).toEqual(made.map(() => id));
  const life = { id, subWalletId, to, units };
  const fate = random.pick([
    ['approve', 28],
    ['refuse', 1],
    ['leave', 1],
  ] as const);
  // Its time is over long after: that is waited for once, at the end.
  if (fate === 'leave') return life;
  await decided(id, fate);
  if (fate === 'approve') {
    await isSigned(id);
    const ground = await groundOf(server.database.pool, id);
    if (ground !== undefined) built.set(id, ground);
    for (let left = random.between(0, 3); left > 0; left--) await oneStep(id, random.pick(steps));
  }
  miner.bury(life);
  await until(`the end of order ${id}`, async () => isOver((await rowOf(id)).status), 900_000);
  return life;
}

/** Kills servers and signers, one after another, as long as payments live. */
async function killing(isEnding: () => boolean): Promise<void> {
  for (;;) {
    const end = Date.now() + random.between(...killMs);
    while (Date.now() < end) {
      if (isEnding()) return;
      await sleep(100);
    }
    const victim = random.between(0, 4);
    count(victim < 3 ? 'kill of a server' : 'kill of a signer');
    const signer = server.real?.signers[victim - 3];
    if (victim < 3) await servers.kill(victim);
    else {
      await signer?.kill();
      await signer?.start();
    }
  }
}

/** Its end by the books, and by the chain. */
async function demandOneEnd(symbol: Symbol, life: Life, paid: bigint): Promise<void> {
  const chain: Chain = chains[symbol];
  const attempts = await attemptsAt(life.id);
  const [payment] = attempts;
  const mined =
    payment?.mined_height === null ? undefined : attempts.find(({ id }) => String(id) === payment?.mined_as);
  const made = payment?.mined_height === null ? undefined : (mined ?? payment);
  count(`${symbol} ${made ? made.kind : 'unmade'} ${payment?.status} ${payment?.sub_status}`);
  const isPaid = made !== undefined && made.kind !== 'drop';
  const say = [symbol, life.id, life.to];
  expect([...say, paid]).toEqual([...say, isPaid ? life.units : 0n]);
  expect([...say, payment?.status === 2000]).toEqual([...say, isPaid]);
  const others = [];
  for (const { id, txid } of attempts) if (txid && id !== made?.id) others.push(await chain.isMined(txid));
  expect([...say, others]).toEqual([...say, others.map(() => false)]);
  const ground = built.get(life.id);
  if (ground !== undefined) {
    count(`built, ${made?.kind ?? 'unmade'}, on one that ended ${(await rowOf(ground)).status}`);
    count(`built ${depthOf(built, life.id)} deep`);
  }
  if (!made) return;
  const cost = await chain.cost(made.txid ?? '');
  expect([...say, BigInt(payment?.real_fee ?? -1)]).toEqual([...say, cost]);
  // What members signed, not what the order says of it.
  expect(cost).toBeLessThanOrEqual(BigInt(parseIntent(made.intent).maxFee));
}

test(
  `${lives} random lives of payments on both chains, under kills and reorganisations, pay each payee once or not at all for no more than was approved, and the books hold what the chain does (seed ${seed})`,
  async () => {
    const begun = Date.now();
    console.log(`seed ${seed}`);
    const miners = { ETH: startMiner('ETH'), BTC: startMiner('BTC') };
    const all: Record<Symbol, Life[]> = { ETH: [], BTC: [] };
    let left = lives;
    const share = { ETH: Math.ceil(lives / 2), BTC: Math.floor(lives / 2) };
    const going = async (symbol: Symbol, slot: number): Promise<void> => {
      while (share[symbol]-- > 0 && Date.now() < begun + minutes * 60_000) {
        all[symbol].push(await live(symbol, slot, miners[symbol]));
        if (--left % 50 === 0) console.log(new Date().toISOString(), left, Object.fromEntries(counted));
      }
    };
    let ending = false;
    const kills = killing(() => ending);
    const slots = Array.from({ length: atOnce }, (_, slot) => slot);
    const whole = Promise.all(symbols.flatMap((symbol) => slots.map((slot) => going(symbol, slot))));
    await Promise.race([Promise.all([whole, kills.then(() => whole)]), whole, miners.ETH.done, miners.BTC.done]);
    await whole;
    ending = true;
    await kills;
    await until(
      'every attempt to end',
      async () => {
        const { rows } = await server.database.pool.query('select from orders where status < 2000 limit 1');
        return rows.length === 0;
      },
      approvalSeconds * 1_000 + 900_000,
    );
    await Promise.all(symbols.map((symbol) => miners[symbol].stop()));
    for (const symbol of symbols) {
      const paid = await chains[symbol].paid(all[symbol].map(({ to }) => to));
      for (const [n, life] of all[symbol].entries()) await demandOneEnd(symbol, life, paid[n] ?? -1n);
      for (const id of subWallets[symbol]) {
        expect((await balance(symbol, id)).lock_balance).toBe('0');
        const { normal_balance } = await balance(symbol, id);
        expect(toUnits(normal_balance, chains[symbol].decimals)).toBe(await chains[symbol].held(id));
      }
    }
    expect(await findDrift(server.database.db)).toEqual([]);
    if (all.BTC.length * 2 >= manyLives) expect(built.size).toBeGreaterThan(0);
    const { rows } = await server.database.pool.query(
      'select kind, count(*)::int from orders group by kind order by 1',
    );
    const seconds = Math.round((Date.now() - begun) / 1_000);
    const made = symbols.map((symbol) => `${all[symbol].length} ${symbol}`);
    console.log(`seed ${seed}, ${made}, ${seconds} s, load ${os.loadavg().map((load) => load.toFixed(1))}`);
    console.log(JSON.stringify(rows), JSON.stringify(Object.fromEntries([...counted].toSorted()), null, 1));
  },
  lives * 20_000 + 2_000_000,
);
