/**
 * The whole way of a withdrawal on a sandbox with real processes: request → approved by key file → signed by both signers → broadcast. First one
 * at a time, then HOLDFAST_BENCH_ORDERS (1,000) that are in flight together until they drain. Yardstick in the same run: payments built by the same
 * code, signed by one whole key and sent to the same node, without custody.
 */
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountReader, readerOf } from '@holdfast/chains/rpc';
import { type Approver, startApprover } from '@holdfast/testkit';
import { type Installation, openInstallation } from '../sandbox/installation.ts';
import { type DatabaseWork, databaseWork } from './database-work.ts';
import { evmOf, percentile, sortedOf, withoutCustody } from './one-key.ts';
import { cpuOf, fundWallet, processes, request, waitUntilPast } from './payments.ts';
import type { Figure } from './run.ts';

const inFlight = Number(process.env.HOLDFAST_BENCH_ORDERS ?? 1_000);
const alone = Number(process.env.HOLDFAST_BENCH_SAMPLES ?? 100);
const coin = { symbol: 'ETH', deposit: '10000', amount: '0.001' } as const;

interface Times {
  readonly approved: number;
  readonly signed: number;
  readonly broadcast: number;
}

/** Who waits for a processor, as an average over the last minute: with others beside it no rate says much, the processor's time still does. */
const load = (): string => os.loadavg()[0]?.toFixed(1) ?? '';

/** When an order reached its steps, by its own timeline: how often that is asked for does not change it, and would be work of its own. */
async function timesOf(fixture: Installation, id: number): Promise<Times> {
  for (let waited = 0; waited < 150; waited++) {
    await sleep(200);
    const { timeline } = await fixture.session.call((api) => api.transaction.detail({ id, type: 2 }));
    const at = (sub: string): number => timeline.find(({ sub_status }) => sub_status === sub)?.time.getTime() ?? 0;
    if (at('broadcast') > 0) return { approved: at('approved'), signed: at('signed'), broadcast: at('broadcast') };
  }
  throw new Error(`order ${id} was not broadcast`);
}

/** Each is decided as soon as it is there to be; whoever has decided does not look for another. */
async function oneByOne(fixture: Installation, approve: () => Approver): Promise<Record<keyof Times, number[]>> {
  const spans = { approved: [] as number[], signed: [] as number[], broadcast: [] as number[] };
  for (let n = 0; n < alone; n++) {
    const began = Date.now();
    const id = await request(fixture, evmOf(fixture), coin);
    const approver = approve();
    while (approver.approved() === 0) await sleep(5);
    await approver.stop();
    const times = await timesOf(fixture, id);
    for (const step of ['approved', 'signed', 'broadcast'] as const) spans[step].push(times[step] - began);
  }
  return { approved: sortedOf(spans.approved), signed: sortedOf(spans.signed), broadcast: sortedOf(spans.broadcast) };
}

async function requestAll(fixture: Installation, many: number): Promise<void> {
  let left = many;
  const work = async (): Promise<void> => {
    while (left-- > 0) await request(fixture, evmOf(fixture), coin);
  };
  await Promise.all(Array.from({ length: 16 }, work));
}

interface Drained {
  /** CPU of each process per withdrawal, from request to broadcast, in ms. */
  readonly cpu: readonly number[];
  /** Of the database, per withdrawal, over the same. */
  readonly database: DatabaseWork;
  readonly acceptedMs: number;
  readonly signedMs: number;
  readonly finalMs: number;
}

/** Many in flight: all are accepted first, then the approver begins. */
async function drain(fixture: Installation, approve: () => Approver): Promise<Drained> {
  const cpuNow = (): number[] => processes.map((name) => cpuOf(fixture.pidOf(name)));
  const databaseBefore = await databaseWork(fixture);
  const [began, before] = [performance.now(), cpuNow()];
  await requestAll(fixture, inFlight);
  const accepted = performance.now();
  const approver = approve();
  await waitUntilPast(fixture, [1000, 1100]);
  const signed = performance.now();
  const cpu = cpuNow().map((after, n) => (after - (before[n] ?? 0)) / inFlight);
  const databaseAfter = await databaseWork(fixture);
  const each = (of: keyof DatabaseWork): number => (databaseAfter[of] - databaseBefore[of]) / inFlight;
  const database = { cpuMs: each('cpuMs'), transactions: each('transactions'), flushes: each('flushes') };
  await waitUntilPast(fixture, [1000, 1100, 1200]);
  await approver.stop();
  return {
    cpu,
    database,
    acceptedMs: accepted - began,
    signedMs: signed - accepted,
    finalMs: performance.now() - accepted,
  };
}

/** Nonces that are missing below the account's next one, counted on the chain; the account only ever pays withdrawals. */
async function nonceGaps(fixture: Installation, account: string): Promise<number> {
  const mined = await accountReader(readerOf(evmOf(fixture))).nonce(account, 'latest');
  const { list } = await fixture.session.call((api) => api.transaction.chains({}));
  return inFlight + alone - Number(mined) + list.reduce((sum, { lane_holes }) => sum + lane_holes, 0);
}

function latencyRows(spans: Record<keyof Times, number[]>, raw: { p50: number; p99: number }): Figure[] {
  return (['approved', 'signed', 'broadcast'] as const).flatMap((step) =>
    ([0.5, 0.99] as const).map((share) => ({
      name: `request → ${step}, one at a time, p${share * 100}`,
      value: percentile(spans[step], share),
      unit: 'ms',
      ...(step === 'broadcast'
        ? { yardstick: `build, sign by one key and send: ${(share === 0.5 ? raw.p50 : raw.p99).toFixed(1)} ms` }
        : {}),
    })),
  );
}

function drainRows(drained: Drained, gaps: number, raw: { perSecond: number }): Figure[] {
  const rate = inFlight / (drained.signedMs / 1000);
  const yardstick = `one key without custody: ${raw.perSecond.toFixed(0)} /s`;
  return [
    { name: `${inFlight} withdrawals: accepted in`, value: drained.acceptedMs / 1000, unit: 's' },
    { name: 'of them approved, signed and on their way', value: drained.signedMs / 1000, unit: 's' },
    { name: 'rate of that', value: rate, unit: '/s', aim: '≥ 12', yardstick: `${yardstick}; load ${load()}` },
    ...processes.map((name, n) => ({
      name: `CPU of ${name} per withdrawal`,
      value: drained.cpu[n] ?? Number.NaN,
      unit: 'ms',
    })),
    { name: 'CPU of the database per withdrawal', value: drained.database.cpuMs, unit: 'ms' },
    { name: 'transactions per withdrawal', value: drained.database.transactions, unit: '' },
    { name: 'flushes of the database per withdrawal', value: drained.database.flushes, unit: '' },
    { name: 'all final (confirmed, booked)', value: drained.finalMs / 1000, unit: 's' },
    { name: 'nonce gaps', value: gaps, unit: '', aim: '0' },
  ];
}

export async function run(): Promise<{ rows: Figure[] }> {
  const fixture = await openInstallation();
  const approve = (pauseMs: number): Approver => {
    const { session, place } = fixture;
    const { origins } = place;
    return startApprover({ session, member: fixture.fixture.owner, origins, expected: () => true, pauseMs });
  };
  try {
    const account = await fundWallet(fixture, evmOf(fixture), coin);
    const spans = await oneByOne(fixture, () => approve(20));
    const raw = await withoutCustody(fixture, Math.min(300, inFlight));
    // Fifty looks a second at a long list would be work that no person makes.
    const drained = await drain(fixture, () => approve(250));
    return { rows: [...latencyRows(spans, raw), ...drainRows(drained, await nonceGaps(fixture, account), raw)] };
  } finally {
    await fixture.stop();
    fixture.remove();
  }
}
