import type { ChainBlock } from '@holdfast/chains/rpc';
import { modelOf } from '../chains/models.ts';
import type { Tx } from '../db/database.ts';
import { inTransaction } from '../db/transaction.ts';
import { takeNfts } from '../nfts/service.ts';
import { type MinedOrder, noteMined } from '../orders/mined.ts';
import { type Deposit, takeDeposit } from './deposits.ts';
import type { ChainDeps } from './deps.ts';
import { hashAt, lockPlace, setPlace, storeBlocks } from './state.ts';
import type { WatchedSet } from './watched.ts';

/** Takes the payments of a block into the books, and notes what moved that is no money. The one code path for following and for rescans. */
export async function takeTransfers(
  tx: Tx,
  deps: ChainDeps,
  watched: WatchedSet,
  block: ChainBlock,
): Promise<Deposit[]> {
  await takeNfts(tx, deps.chain, block, watched.get);
  const ours = block.transfers.flatMap((transfer) => {
    const to = watched.get(transfer.to);
    return to ? [{ transfer, to }] : [];
  });
  if (ours.length === 0) return [];
  const found: Deposit[] = [];
  for (const { transfer, to } of await modelOf(deps.chain).blocks.received(tx, deps.chain, block, ours)) {
    const deposit = await takeDeposit(tx, deps, block, transfer, to);
    if (deposit) found.push(deposit);
  }
  return found;
}

export type Taken =
  | { readonly state: 'taken'; readonly deposits: readonly Deposit[]; readonly mined: readonly MinedOrder[] }
  /** The blocks do not continue what is stored: another process was faster, or the chain was reorganised. */
  | { readonly state: 'not_next' };

/** Takes consecutive blocks in, all or none, if and only if they continue the stored chain. */
export async function takeBlocks(
  deps: ChainDeps,
  watched: WatchedSet,
  blocks: readonly ChainBlock[],
  tip: number,
): Promise<Taken> {
  const [first] = blocks;
  const last = blocks.at(-1);
  if (!first || !last) return { state: 'taken', deposits: [], mined: [] };
  return inTransaction(deps.db, async (tx): Promise<Taken> => {
    const { height } = await lockPlace(tx, deps.chain.id);
    if (height !== null && (height !== first.height - 1 || (await hashAt(tx, deps.chain.id, height)) !== first.parent))
      return { state: 'not_next' };
    await storeBlocks(tx, deps.chain.id, blocks);
    const deposits: Deposit[] = [];
    for (const block of blocks)
      if (block.transfers.length > 0 || (block.nfts ?? []).length > 0)
        deposits.push(...(await takeTransfers(tx, deps, watched, block)));
    await modelOf(deps.chain).blocks.spent(tx, deps.chain, blocks);
    const mined = await noteMined(tx, deps.chain.id, blocks);
    await setPlace(tx, deps.chain.id, {
      height: last.height,
      tip,
      state: last.height >= tip ? 'following' : 'catching_up',
    });
    return { state: 'taken', deposits, mined };
  });
}
