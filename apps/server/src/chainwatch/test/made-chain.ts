import { createHash, randomUUID } from 'node:crypto';
import type { ChainConfig } from '@holdfast/chains';
import type { ChainBlock, ChainReader, Transfer } from '@holdfast/chains/rpc';
import type { SubWalletId } from '@holdfast/contract';
import { sql } from 'kysely';
import { createRecorder, theSystem } from '../../audit/service.ts';
import type { Db } from '../../db/database.ts';
import { createNotifier } from '../../jobs/notifier.ts';
import { catalogIn } from '../../ledger/test/assets.ts';
import type { Books } from '../../ledger/test/books.ts';
import type { ChainDeps } from '../deps.ts';
import { followOnce } from '../follow.ts';
import { createWatchedSet } from '../watched.ts';

/** A chain made of blocks that the test writes itself: reorganisations and nodes no real chain would give on demand. */
export interface MadeChain {
  readonly deps: ChainDeps;
  /** The best chain as the node tells it; the test may cut it off and grow it anew. */
  blocks: ChainBlock[];
  /** What the node says that any address holds. */
  holds: bigint;
  /** Adds a block with these payments, and `empty` blocks on top. */
  grow(transfers?: readonly Transfer[], empty?: number): void;
  /** Takes back everything from this height on. */
  cut(height: number): void;
  /** Looks at the chain until it is quiet; returns what the last look said. */
  follow(): Promise<string>;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const quiet = () => undefined;
/** For watchers whose audit log nobody reads. */
export const silent = createRecorder('chain.blockAside', theSystem, () => new Date(0));
const asset = (symbol: string, contract: string) => ({
  symbol,
  name: symbol,
  decimals: 6,
  contract,
  minDeposit: '1',
  minWithdraw: '1',
  maxWithdraw: '1000000',
});

export async function makeChain(db: Db, family: 'evm' | 'bitcoin'): Promise<MadeChain> {
  const assets = family === 'evm' ? [asset('ETH', ''), asset('USDC', '0xc0')] : [asset('BTC', '')];
  const chain: ChainConfig = {
    id: `${family}:${randomUUID()}`,
    family,
    name: family,
    baseSymbol: assets[0]?.symbol ?? '',
    rpcUrl: '',
    confirmations: { deposit: 2, withdraw: 2 },
    maxFee: '1',
    assets,
  };
  const tipOf = () => {
    const last = made.blocks.at(-1);
    if (!last) throw new Error('no block');
    return last;
  };
  const part = {
    model: family === 'evm' ? 'account' : 'utxo',
    tip: async () => tipOf(),
    header: async (height: number) => made.blocks[height],
    block: async (at: number | string) => made.blocks.find((block) => block.hash === at || block.height === at),
    blocks: async (from: number, to: number) => made.blocks.slice(from, to + 1),
    finalizedHeight: async () => made.blocks.length - 2,
    balance: async () => made.holds,
    unspent: async () => true,
  };
  const reader = part as Partial<ChainReader> as ChainReader;
  const deps: ChainDeps = {
    db,
    catalog: await catalogIn(db, [chain]),
    chain,
    reader,
    readerOf: () => reader,
    notifier: createNotifier(db, quiet),
    log: { info: quiet, warn: quiet, error: quiet },
    recordAside: silent,
    wakeOrders: quiet,
  };
  const watched = createWatchedSet(chain.id);
  const made: MadeChain = {
    deps,
    blocks: [],
    holds: 10n ** 30n,
    grow(transfers = [], empty = 0) {
      const height = made.blocks.length;
      const parent = made.blocks.at(-1)?.hash ?? hash('none');
      const txids = transfers.map(({ txid }) => txid);
      const rawTxs = new Map(txids.map((txid) => [txid, '']));
      made.blocks.push({ height, hash: hash(randomUUID()), parent, time: 0, transfers, txids, spent: [], rawTxs });
      for (let n = 0; n < empty; n++) made.grow();
    },
    cut(height) {
      made.blocks = made.blocks.slice(0, height);
    },
    async follow() {
      let said = '';
      for (let round = 0; round < 3; round++)
        said = await followOnce(deps, watched, new AbortController().signal).then(() => 'followed', String);
      return said;
    },
  };
  made.grow();
  return made;
}

/** An address of a sub-wallet on a made chain. */
export async function addAddress(
  db: Db,
  { workspaceId }: Books,
  subWalletId: SubWalletId,
  chain: string,
  branch = 0,
  address: string = randomUUID(),
): Promise<string> {
  await sql`insert into addresses (workspace_id, sub_wallet_id, chain, key_group_id, path, branch, index, address, public_key, attestations)
    select ${workspaceId}, ${subWalletId}, ${chain}, key_group_id, ${`m/${address}`}, ${branch}, 0, ${address}, '', '{}'
    from workspaces where id = ${workspaceId}`.execute(db);
  return address;
}

export const payment = (txid: string, index: number, to: string, amount: bigint, symbol: string): Transfer => ({
  txid,
  index,
  from: 'a stranger',
  to,
  symbol,
  contract: symbol === 'USDC' ? '0xc0' : '',
  amount,
  coinbase: false,
});
