import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { install, startTestServer } from '@holdfast/server/test/index.ts';
import { createRecorder, theSystem } from '../apps/server/src/audit/service.ts';
import { move, post } from '../apps/server/src/ledger/service.ts';
import { idOf } from '../apps/server/src/ledger/test/assets.ts';
import { type Books, fund, makeBooks } from '../apps/server/src/ledger/test/books.ts';
import { createAccept, type NewOrder } from '../apps/server/src/orders/accept.ts';
import { newOrder } from '../apps/server/src/orders/test/requests.ts';
import { devnetChains, startDevnet } from '../packages/devnet/src/index.ts';
import { type BenchDatabase, rate, startBenchDatabase } from './database.ts';
import type { Figure } from './run.ts';

const runMs = 4_000;
const wallets = 64;
const inFlight = 128;
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

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

/** The whole request: HTTP, session, second factor, every check, fee, intent, order and hold; client and server share this process. */
async function overHttp(base: BenchDatabase): Promise<number> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hf-bench-chain-'));
  const devnet = await startDevnet({ dir, tickMs: 0 });
  const server = await startTestServer({ chains: devnetChains(devnet), config: { database: { url: base.url } } });
  try {
    const { api, workspaceId, subWalletId } = await install(server);
    const entries = move(subWalletId, await idOf(base.db, 'ETH'), 'chain', 'available', 10n ** 24n);
    await post(base.db, { workspaceId, kind: 'deposit_credited', ref: 'bench', entries });
    const ask = () =>
      api.withdraw.create({
        request_id: randomUUID(),
        sub_wallet_id: subWalletId,
        symbol: 'ETH',
        address_to: to,
        amount: '0.001',
      });
    await ask();
    // What follows an acceptance (showing it to the signers) is measured with the full path, not here.
    for (const signer of server.signers) signer.setDown(true);
    return await rate(64, runMs, ask);
  } finally {
    await server.close();
    await devnet.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

/** Orders accepted per second, request to durable hold, beside what the same PostgreSQL commits at all. */
export async function run(): Promise<{ rows: Figure[] }> {
  const base = await startBenchDatabase();
  try {
    const books = await makeBooks(base.db, wallets);
    for (const wallet of books.subWallets) await fund(base.db, books, wallet, 'ETH', 10n ** 24n);
    const one = await rawCommits(base, 1);
    const many = await rawCommits(base, 32);
    const spread = await accepted(base, books, wallets);
    const hot = await accepted(base, books, 1);
    const yardstick = `minimal insert: ${Math.round(one)}/s on one connection, ${Math.round(many)}/s on 32`;
    const http = await overHttp(base);
    return {
      rows: [
        {
          name: `orders with holds accepted, ${wallets} sub-wallets, ${inFlight} in flight`,
          value: spread,
          unit: 'orders/s',
          yardstick,
        },
        { name: 'the same, all on one balance', value: hot, unit: 'orders/s', yardstick },
        {
          name: 'withdraw requests over HTTP, all checks, one balance (client in the same process, signers away)',
          value: http,
          unit: 'orders/s',
          yardstick,
        },
      ],
    };
  } finally {
    await base.close();
  }
}
