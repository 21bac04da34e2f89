import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { ChainDeps } from '../apps/server/src/chainwatch/deps.ts';
import { followOnce } from '../apps/server/src/chainwatch/follow.ts';
import { silent } from '../apps/server/src/chainwatch/test/made-chain.ts';
import { createWatchedSet } from '../apps/server/src/chainwatch/watched.ts';
import { catalogIn } from '../apps/server/src/ledger/test/assets.ts';
import { makeBooks } from '../apps/server/src/ledger/test/books.ts';
import { type ChainConfig, type Curve, familyOf } from '../packages/chains/src/index.ts';
import { readerOf } from '../packages/chains/src/rpc.ts';
import { type Devnet, devnetChains, rpcClient, startDevnet } from '../packages/devnet/src/index.ts';
import { type BenchDatabase, startBenchDatabase } from './database.ts';
import type { Figure } from './run.ts';

const watchedAddresses = 100_000;
const blocks = { evm: 4_000, bitcoin: 2_000 } as const;
/** Of any other chain. */
const otherBlocks = 1_000;
const deposits = 200;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const call = (url: string, method: string, ...params: unknown[]): Promise<unknown> => rpcClient(url)(method, ...params);

/** 100,000 addresses; the first one is real, so that deposits can reach it, the others only have to be looked for. */
async function watchMany({ db, pool }: BenchDatabase, chain: ChainConfig, real: string): Promise<void> {
  const books = await makeBooks(db, 1);
  const [wallet] = books.subWallets;
  const keyGroup = (
    await db
      .selectFrom('workspaces')
      .select('key_group_id')
      .where('id', '=', books.workspaceId)
      .executeTakeFirstOrThrow()
  ).key_group_id;
  await pool.query(
    `insert into addresses (workspace_id, sub_wallet_id, chain, key_group_id, path, branch, index, address, public_key, attestations)
    select $1::bigint, $2::int, $3::text, $4::text, 'm/60/1/0/' || n, 0, n, case when n = 0 then $5::text else $3::text || ' address ' || n end, '', '{}'
    from generate_series(0, $6::int) n`,
    [books.workspaceId, wallet, chain.id, keyGroup, real, watchedAddresses - 1],
  );
}

type Fill = (devnet: Devnet, chain: ChainConfig, address: string) => Promise<void>;

const fillBitcoin: Fill = async ({ bitcoin: { url } }, _, address) => {
  const other = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  for (let n = 0; n < deposits; n++) {
    await call(url, 'generatetoaddress', 1, address);
    await call(url, 'generatetoaddress', blocks.bitcoin / deposits - 1, other);
  }
};

const fillEvm: Fill = async ({ evm: { url } }, _, address) => {
  const [rich] = (await call(url, 'eth_accounts')) as string[];
  const gap = Math.floor(blocks.evm / deposits);
  for (let n = 0; n < deposits; n++) {
    await call(url, 'eth_sendTransaction', { from: rich, to: address, value: '0x38d7ea4c68000' });
    await call(url, 'anvil_mine', `0x${gap.toString(16)}`);
  }
};

/** By what every local chain has. */
const fillAny: Fill = async ({ faucet }, { id, baseSymbol }, address) => {
  const ask = async (what: string, body: object): Promise<void> => {
    const response = await fetch(`${faucet.url}/${what}`, {
      method: 'POST',
      body: JSON.stringify({ chain: id, ...body }),
    });
    if (!response.ok) throw new Error(`${what}: ${await response.text()}`);
  };
  for (let n = 0; n < deposits; n++) {
    await ask('fund', { symbol: baseSymbol, address, amount: '1' });
    await ask('mine', { blocks: otherBlocks / deposits });
  }
};

/** Spread deposits over a chain. */
const fills: Readonly<Record<string, Fill>> = { evm: fillEvm, bitcoin: fillBitcoin };
const keys: Readonly<Record<Curve, Uint8Array>> = {
  secp256k1: secp256k1.getPublicKey(new Uint8Array(32).fill(1), true),
  ed25519: ed25519.getPublicKey(new Uint8Array(32).fill(1)),
};

async function measure(base: BenchDatabase, devnet: Devnet, chain: ChainConfig, address: string): Promise<Figure> {
  const reader = readerOf(chain);
  const start = (await reader.tip()).height;
  await (fills[chain.family] ?? fillAny)(devnet, chain, address);
  await watchMany(base, chain, address);
  const first = await reader.header(start);
  await base.db
    .insertInto('chain_state')
    .values({ chain: chain.id, state: 'catching_up', height: start, tip: start })
    .execute();
  await base.db
    .insertInto('chain_blocks')
    .values({ chain: chain.id, height: start, hash: first?.hash ?? '', parent: first?.parent ?? '' })
    .execute();
  const watched = createWatchedSet(chain.id);
  await watched.refresh(base.db);
  const tip = (await reader.tip()).height;
  const count = tip - start;
  let began = performance.now();
  for (let at = start + 1; at <= tip; at += 200) await reader.blocks(at, Math.min(tip, at + 199), { watch: watched });
  const alone = (count * 1000) / (performance.now() - began);
  // Crediting reads the chain once per deposit; it is measured with the rest.
  const notifier = { changed: () => undefined, stop: async () => undefined };
  const deps: ChainDeps = {
    db: base.db,
    catalog: await catalogIn(base.db, [chain]),
    chain,
    reader,
    readerOf: () => reader,
    notifier,
    log: quiet,
    recordAside: silent,
    wakeOrders: () => undefined,
  };
  began = performance.now();
  await followOnce(deps, watched, new AbortController().signal);
  const value = (count * 1000) / (performance.now() - began);
  const found = await base.db
    .selectFrom('deposits')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('chain', '=', chain.id)
    .executeTakeFirstOrThrow();
  const name = `${chain.name}: ${count} blocks with ${found.n} deposits, ${watched.size.toLocaleString('en-US')} watched addresses`;
  return {
    name,
    value,
    unit: 'blocks/s',
    // Elsewhere it is the node that stands in for a real one that is slow.
    ...(fills[chain.family] ? { aim: 'hundreds' } : {}),
    yardstick: `reading the same blocks and keeping nothing: ${Math.round(alone)}/s`,
  };
}

/** Blocks per second while catching up with 100,000 watched addresses, beside merely reading the same blocks from the same node. */
export async function run(): Promise<{ rows: Figure[] }> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hf-bench-watch-'));
  const base = await startBenchDatabase();
  const devnet = await startDevnet({ dir, tickMs: 0 });
  try {
    const rows: Figure[] = [];
    for (const chain of devnetChains(devnet)) {
      const family = familyOf(chain);
      rows.push(await measure(base, devnet, chain, family.addressOf(chain, keys[family.curve])));
    }
    return { rows };
  } finally {
    await devnet.stop();
    await base.close();
    rmSync(dir, { recursive: true, force: true });
  }
}
