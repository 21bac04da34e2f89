import os from 'node:os';
import { createRecorder, theSystem } from '../apps/server/src/audit/service.ts';
import { type Books, fund, makeBooks } from '../apps/server/src/ledger/test/books.ts';
import { createAccept, type NewOrder } from '../apps/server/src/orders/accept.ts';
import { newOrder } from '../apps/server/src/orders/test/requests.ts';
import { type BenchDatabase, rate, startBenchDatabase } from './database.ts';
import { type OverHttp, openDesk } from './over-http.ts';
import type { Figure } from './run.ts';

const runMs = 4_000;
const wallets = 64;
const inFlight = 128;
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** Who waits for a processor, as an average over the last minute. */
const load = (): string => os.loadavg()[0]?.toFixed(1) ?? '';

const recorder = createRecorder('withdraw.create', theSystem, () => new Date());
const orderOf = (books: Books, wallet: number): NewOrder => {
  const subWalletId = books.subWallets[wallet % books.subWallets.length] ?? (0 as never);
  const feePlan = { gasLimit: '21000', maxFeePerGas: '1', maxPriorityFeePerGas: '1' };
  return newOrder(
    books,
    { subWalletId, amount: 1n, from: to, to, maxFee: 1n, feePlan },
    {
      // As long as a real one.
      intent: 'x'.repeat(1200),
      expiresAt: new Date(Date.now() + 3_600_000),
      audit: recorder.of({ detail: { symbol: 'ETH', amount: '1', to } }),
    },
  );
};

/** One minimal durable insert a commit: the most this PostgreSQL can acknowledge. */
async function rawCommits({ pool }: BenchDatabase, lanes: number): Promise<number> {
  await pool.query(
    'create table if not exists raw_commits (id bigint generated always as identity primary key, v int)',
  );
  return rate(lanes, runMs, () => pool.query('insert into raw_commits (v) values ($1)', [1]));
}

async function accepted(base: BenchDatabase, books: Books, spread: number): Promise<number> {
  const accept = createAccept(base.db);
  let n = 0;
  return rate(inFlight, runMs, async () => {
    const result = await accept(orderOf(books, n++ % spread));
    if (result.state !== 'accepted') throw new Error(result.state);
  });
}

const shares = ({ serverCpu, databaseCpu, clientCpu }: OverHttp): string =>
  `processor each: server ${serverCpu.toFixed(2)}, database ${databaseCpu.toFixed(2)}, who asks ${clientCpu.toFixed(2)} ms; load ${load()}`;

/** With no signer there, so that it is what is accepted; and with two that answer at once, to whom every request is shown beside it. */
async function overHttp(base: BenchDatabase): Promise<Figure[]> {
  const desk = await openDesk(base);
  try {
    await desk.ask(runMs / 2);
    const shown = await desk.ask(runMs);
    desk.setSigners(false);
    await desk.ask(runMs / 2);
    const alone = await desk.ask(runMs);
    return [
      {
        name: 'withdraw requests over HTTP, all checks, one balance, 64 in flight, signers away',
        value: alone.perSecond,
        unit: 'orders/s',
        aim: '≥ 800',
        yardstick: shares(alone),
      },
      { name: 'the same, until it is answered, p50', value: alone.p50, unit: 'ms' },
      { name: 'the same, until it is answered, p99', value: alone.p99, unit: 'ms' },
      {
        name: 'the same, shown to two signers meanwhile (stand-ins)',
        value: shown.perSecond,
        unit: 'orders/s',
        yardstick: shares(shown),
      },
    ];
  } finally {
    await desk.close();
  }
}

async function withBase<T>(measure: (base: BenchDatabase) => Promise<T>): Promise<T> {
  const base = await startBenchDatabase();
  try {
    return await measure(base);
  } finally {
    await base.close();
  }
}

/** Orders accepted per second, request to durable hold, beside what the same PostgreSQL commits at all. */
async function intoBooks(base: BenchDatabase): Promise<Figure[]> {
  const books = await makeBooks(base.db, wallets);
  for (const wallet of books.subWallets) await fund(base.db, books, wallet, 'ETH', 10n ** 24n);
  const one = await rawCommits(base, 1);
  const many = await rawCommits(base, 32);
  const spread = await accepted(base, books, wallets);
  const hot = await accepted(base, books, 1);
  const yardstick = `minimal insert: ${Math.round(one)}/s on one connection, ${Math.round(many)}/s on 32`;
  return [
    {
      name: `orders with holds accepted, ${wallets} sub-wallets, ${inFlight} in flight`,
      value: spread,
      unit: 'orders/s',
      yardstick,
    },
    { name: 'the same, all on one balance', value: hot, unit: 'orders/s', yardstick },
  ];
}

/** Each in a database of its own: the orders of the first say nothing that a signer could be shown, and a server would try to show them without end. */
export async function run(): Promise<{ rows: Figure[] }> {
  return { rows: [...(await withBase(intoBooks)), ...(await withBase(overHttp))] };
}
