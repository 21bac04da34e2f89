import {
  consistencyRanges,
  createExportVerifier,
  entryLine,
  headLine,
  logKey,
  nodesOf,
  nodesOfRange,
  proofOf,
  rootAt,
} from '@holdfast/audit';
import { newIdentity } from '@holdfast/channel';
import { readNodes } from '../apps/server/src/audit/queries.ts';
import { sequence } from '../apps/server/src/audit/sequencer.ts';
import { createRecorder } from '../apps/server/src/audit/service.ts';
import { inTransaction } from '../apps/server/src/db/transaction.ts';
import { type BenchDatabase, rate, startBenchDatabase } from './database.ts';
import type { Figure } from './run.ts';

const runMs = 4_000;
const inFlight = 32;
const bulk = Number(process.env.HOLDFAST_BENCH_ENTRIES ?? 1_000_000);
const proofs = 200;

const identity = newIdentity();
const log = logKey(identity.sign.public).name;
const acting = {
  actor: 'user:7',
  key: 'f'.repeat(32),
  network: '203.0.113.7',
  agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
  workspaceId: 1 as never,
};
const recorder = createRecorder('withdraw.create', acting, () => new Date());
const facts = {
  object: 'order:12',
  detail: { chain: 'evm:1', symbol: 'ETH', amount: '1.5', to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  after: { a: 'b' },
};

async function bareInserts({ pool }: BenchDatabase, lanes: number): Promise<number> {
  await pool.query(
    'create table if not exists bare (id bigint generated always as identity primary key, v jsonb not null)',
  );
  const record = JSON.stringify(recorder.of(facts));
  return rate(lanes, runMs, () => pool.query('insert into bare (v) values ($1::jsonb)', [record]));
}

/** Fills the outbox as a busy year would, and chains it; entries per second. */
async function chain({ db, pool }: BenchDatabase, count: number): Promise<number> {
  const record = JSON.stringify(recorder.of(facts));
  await pool.query('set statement_timeout = 0');
  for (let made = 0; made < count; made += 50_000)
    await pool.query(
      "insert into audit_outbox (record) select $1::jsonb || jsonb_build_object('object', 'order:' || n) from generate_series(1, 50000) n",
      [record],
    );
  const start = performance.now();
  while ((await sequence(db, log)) > 0);
  return (count * 1000) / (performance.now() - start);
}

async function proofTimes({ db }: BenchDatabase, size: number): Promise<{ root: number; proof: number }> {
  let at = performance.now();
  for (let i = 0; i < proofs; i++) rootAt(size - i, await readNodes(db, nodesOfRange(0, size - i)));
  const root = (performance.now() - at) / proofs;
  at = performance.now();
  for (let i = 0; i < proofs; i++) {
    const ranges = consistencyRanges(1 + Math.floor((size * i) / proofs), size);
    proofOf(ranges, await readNodes(db, nodesOf(ranges)));
  }
  return { root, proof: (performance.now() - at) / proofs };
}

async function verifyRate({ pool }: BenchDatabase, count: number): Promise<number> {
  const { rows } = await pool.query<{ entry: string; hash: Buffer }>(
    'select entry, hash from audit_log order by seq limit $1',
    [count],
  );
  const lines = rows.map(({ entry, hash }) => entryLine(entry, hash.toString('hex')));
  const verifier = createExportVerifier();
  verifier.line(headLine(log, [logKey(identity.sign.public)]));
  const start = performance.now();
  for (const line of lines) if (verifier.line(line)) throw new Error('a log of our own does not hold');
  return (lines.length * 1000) / (performance.now() - start);
}

export async function run(): Promise<{ rows: Figure[] }> {
  const base = await startBenchDatabase();
  try {
    const bare = await bareInserts(base, inFlight);
    const recorded = await rate(inFlight, runMs, () => recorder(base.db, facts));
    const inside = await rate(inFlight, runMs, () => inTransaction(base.db, (tx) => recorder(tx, facts)));
    while ((await sequence(base.db, log)) > 0);
    const chained = await chain(base, bulk);
    const { rows } = await base.pool.query<{ n: number }>('select max(seq) + 1 as n from audit_log');
    const size = rows[0]?.n ?? 0;
    const { root, proof } = await proofTimes(base, size);
    const verified = await verifyRate(base, 100_000);
    const beside = `bare insert of the same bytes: ${Math.round(bare).toLocaleString('en-US')}/s`;
    const at = `at ${size.toLocaleString('en-US')} entries`;
    return {
      rows: [
        {
          name: `events recorded, each its own commit, ${inFlight} in flight`,
          value: recorded,
          unit: '/s',
          yardstick: beside,
        },
        { name: 'the same inside begin and commit', value: inside, unit: '/s', yardstick: beside },
        { name: `events chained into the log, ${at}`, value: chained, unit: '/s', yardstick: beside },
        { name: `root of a checkpoint, ${at}`, value: root, unit: 'ms' },
        { name: `consistency proof for a witness, ${at}`, value: proof, unit: 'ms' },
        { name: 'entries checked by verify-log', value: verified, unit: '/s' },
      ],
    };
  } finally {
    await base.close();
  }
}
