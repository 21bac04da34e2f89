import { statfsSync } from 'node:fs';
import os from 'node:os';
import { createKnownLong } from '../apps/server/src/areas/transaction/known-long.ts';
import { findPage } from '../apps/server/src/areas/transaction/queries.ts';
import { makeManyTransactions } from '../apps/server/src/test/list-cases.ts';
import { startBenchDatabase } from './database.ts';
import type { Figure } from './run.ts';

/** 10,000,000 need some 35 GB of disk for a while; where there is less, fewer are looked at. */
const [many, fewer, gigabytesOfMany] = [10_000_000, 2_000_000, 45];
function rowsThatFit(): number {
  const { bavail, bsize } = statfsSync(os.tmpdir());
  return (bavail * bsize) / 1e9 >= gigabytesOfMany ? many : fewer;
}
const rows = Number(process.env.HOLDFAST_ROWS ?? rowsThatFit());
const wallets = 10_000;
/** So many that the slowest of a hundred is more than one moment at which something else ran. */
const asks = 400;

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const sorted = (all: readonly number[]): number[] => [...all].sort((a, b) => a - b);
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const say = (line: string): void => console.log(`  ${new Date().toISOString().slice(11, 19)} ${line}`);
/** Who waits for a processor, as an average over the last minute. */
const load = (): string => os.loadavg()[0]?.toFixed(1) ?? '';

/** Every way to look at the list, each look beside a bare keyset query of the same moment. */
export async function run(): Promise<{ rows: Figure[] }> {
  const base = await startBenchDatabase();
  try {
    say(`making ${rows.toLocaleString('en-US')} rows`);
    const made = await makeManyTransactions(base.db, base.pool, { rows, wallets });
    const { workspaceId } = made;
    const bare = (): Promise<unknown> =>
      base.pool.query(
        `select id, status, amount, address_to, created_at from orders where workspace_id = $1 and raises is null and batch_of is null and (created_at, id) < (now() - interval '1 day', 0)
          order by created_at desc, id desc limit 20`,
        [workspaceId],
      );
    const figures: Figure[] = [];
    const long = createKnownLong();
    // Rows are made and indexed for minutes on any machine; from here on it should be quiet.
    say(`measuring begins: ${made.cases.length} looks, ${asks} times each, load ${load()}`);
    for (const { name, filter, page = 1, size = 20 } of made.cases) {
      const [looks, keyset]: [number[], number[]] = [[], []];
      for (let n = 0; n < asks; n++) {
        looks.push(await timed(() => findPage(base.db, { workspaceId, ...filter }, page, size, long)));
        keyset.push(await timed(bare));
      }
      const [of, than] = [sorted(looks), sorted(keyset)];
      figures.push({
        name: `transactions, ${rows.toLocaleString('en-US')} rows: ${name}, p50; p99 ${at(of, 0.99).toFixed(1)} ms`,
        value: at(of, 0.5),
        unit: 'ms',
        aim: 'p99 ≤ 20',
        ...(at(of, 0.99) > 20 ? { missed: true } : {}),
        yardstick: `bare keyset query: p50 ${at(than, 0.5).toFixed(1)}, p99 ${at(than, 0.99).toFixed(1)} ms; load ${load()}`,
      });
      say(`${figures.length} of ${made.cases.length}: ${name}, p99 ${at(of, 0.99).toFixed(1)} ms`);
    }
    say('measuring has ended');
    return { rows: figures };
  } finally {
    await base.close();
  }
}
