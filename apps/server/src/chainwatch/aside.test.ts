import { RpcError } from '@holdfast/chains/rpc';
import type { SubWalletId } from '@holdfast/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { findDrift } from '../ledger/service.ts';
import { balanceOf } from '../ledger/test/assets.ts';
import { type Books, makeBooks } from '../ledger/test/books.ts';
import { asideMost, findAsides, triesBeforeAside } from './aside.ts';
import { compare } from './reconcile.ts';
import { rescanRange } from './rescan.ts';
import { addAddress, makeChain, payment } from './test/made-chain.ts';
import { createWatchedSet } from './watched.ts';

let base: TestDatabase;
let books: Books;
beforeAll(async () => {
  base = await startTestDatabase();
  books = await makeBooks(base.db);
});
afterAll(() => base?.close());

const wallet = (): SubWalletId => books.subWallets[0] as SubWalletId;

/** A chain whose node cannot give the blocks at these heights, followed until nothing changes any more. */
async function chainWithout(family: 'evm' | 'bitcoin') {
  const made = await makeChain(base.db, family);
  const { chain, reader } = made.deps;
  const missing = new Set<number>();
  const { block, blocks } = reader;
  let reads = 0;
  Object.assign(reader, {
    block: async (at: number | string) => {
      reads += 1;
      const found = await block(at);
      if (found && missing.has(found.height)) throw new Error('cannot be read');
      return found;
    },
    blocks: async (from: number, to: number) => {
      reads += 1;
      const all = await blocks(from, to);
      const end = all.findIndex(({ height }) => missing.has(height));
      if (end === 0) throw new Error('cannot be read');
      return end < 0 ? all : all.slice(0, end);
    },
  });
  const to = await addAddress(base.db, books, wallet(), chain.id);
  await made.follow();
  const symbol = chain.baseSymbol;
  return {
    made,
    missing,
    to,
    reads: () => reads,
    pay: (txid: string, amount: bigint) => payment(txid, 0, to, amount, symbol),
    settle: async () => {
      for (let round = 0; round <= triesBeforeAside; round++) await made.follow();
    },
    retry: async () => {
      await sql`update blocks_aside set next_at = now() where chain = ${chain.id}`.execute(base.db);
      return made.follow();
    },
    asides: async () => (await findAsides(base.db, chain.id)).map(({ height }) => height),
    credited: async () => (await balanceOf(base.db, books.workspaceId, wallet(), symbol)).available,
  };
}

describe('a block that cannot be taken in', () => {
  it('hides none that come after it, and what it holds is credited once it can be', async () => {
    const { made, missing, pay, settle, retry, asides, credited } = await chainWithout('evm');
    missing.add(2);
    made.grow();
    made.grow([pay('two', 20n)]);
    made.grow([pay('three', 3n)], 3);
    await settle();
    expect(await asides()).toEqual([2]);
    expect(await credited()).toBe(3n);
    expect(await retry()).toBe('followed');
    expect(await asides()).toEqual([2]);
    const [asset] = made.deps.catalog.assetsOf(made.deps.chain);
    const place = { workspace_id: books.workspaceId, sub_wallet_id: wallet() };
    // The block may hold what the chain has more than the books.
    if (asset) expect(await compare(made.deps, asset, place)).toBe('unknown');
    // No such block takes coins from a sub-wallet that pays nothing.
    const { holds } = made;
    made.holds = 0n;
    if (asset) expect(await compare(made.deps, asset, place)).toBe('deficit');
    made.holds = holds;
    missing.clear();
    await retry();
    expect(await asides()).toEqual([]);
    expect(await credited()).toBe(23n);
    expect(await findDrift(base.db)).toEqual([]);
  });

  it('is taken in by a rescan of its range, which says what still stands in the way', async () => {
    const { made, missing, pay, settle, asides, credited } = await chainWithout('evm');
    const before = await credited();
    missing.add(1);
    made.grow([pay('one', 7n)], 3);
    await settle();
    const watched = createWatchedSet(made.deps.chain.id);
    await expect(rescanRange(made.deps, watched, 0, 3)).rejects.toThrow('cannot be read');
    missing.clear();
    expect(await rescanRange(made.deps, watched, 0, 3)).toEqual({ blocks: 4, found: 1 });
    expect([await asides(), await credited()]).toEqual([[], before + 7n]);
  });

  it('is gone with a reorganisation, and comes back as a new one', async () => {
    const { made, missing, pay, settle, asides, credited } = await chainWithout('evm');
    const before = await credited();
    missing.add(1);
    made.grow([pay('moved', 9n)], 3);
    await settle();
    expect(await asides()).toEqual([1]);
    missing.clear();
    made.cut(1);
    made.grow();
    made.grow([pay('moved', 9n)], 4);
    await made.follow();
    expect([await asides(), await credited()]).toEqual([[], before + 9n]);
  });

  it('leaves no coin free that a later block has spent', async () => {
    const { made, missing, pay, settle, retry } = await chainWithout('bitcoin');
    missing.add(1);
    made.grow([pay('coin', 9n)]);
    made.grow([], 2);
    const later = made.blocks[3];
    if (later) made.blocks[3] = { ...later, spent: ['coin:0'] };
    await settle();
    missing.clear();
    await retry();
    const { rows } = await sql`select spent_height from utxos where chain = ${made.deps.chain.id}`.execute(base.db);
    expect(rows).toEqual([{ spent_height: 3 }]);
  });

  it('is set aside only as one of a few: a node that gives none is followed no further', async () => {
    const { made, missing, settle, asides } = await chainWithout('evm');
    made.grow([], asideMost + 4);
    for (const { height } of made.blocks.slice(1)) missing.add(height);
    for (let n = 0; n < asideMost + 3; n++) await settle();
    expect(await asides()).toHaveLength(asideMost);
    expect(await made.follow()).toContain(`${asideMost} blocks are set aside already`);
  });

  it('is read again with all the others once the node gives blocks again, however many were set aside', async () => {
    const { made, missing, pay, settle, retry, asides, credited, reads } = await chainWithout('evm');
    const before = await credited();
    made.grow([], asideMost + 4);
    made.grow([pay('after', 5n)], 3);
    for (const { height } of made.blocks.slice(1)) missing.add(height);
    for (let n = 0; n < asideMost + 3; n++) await settle();
    // Nothing is read before its time: a block that ends the process does not do so again at once.
    const earlier = reads();
    expect(await made.follow()).toContain(`${asideMost} blocks are set aside already`);
    expect(reads()).toBe(earlier);
    missing.clear();
    expect(await retry()).toBe('followed');
    expect(await asides()).toEqual([]);
    expect(await credited()).toBe(before + 5n);
  });

  it('is read again also where those set aside stay unreadable', async () => {
    const { made, missing, settle, retry, asides } = await chainWithout('evm');
    made.grow([], asideMost + 4);
    for (const { height } of made.blocks.slice(1)) missing.add(height);
    for (let n = 0; n < asideMost + 3; n++) await settle();
    for (const { height } of made.blocks.slice(asideMost + 1)) missing.delete(height);
    expect(await retry()).toBe('followed');
    expect(await asides()).toHaveLength(asideMost);
  });

  it('is not set aside for a node that is behind and gives none yet', async () => {
    const { made, settle, asides } = await chainWithout('evm');
    const { blocks, block } = made.deps.reader;
    made.grow([], 2);
    Object.assign(made.deps.reader, { blocks: async () => [], block: async () => undefined });
    await settle();
    expect(await asides()).toEqual([]);
    Object.assign(made.deps.reader, { blocks, block });
    expect(await made.follow()).toBe('followed');
    expect(await asides()).toEqual([]);
  });

  it.each([
    ['is not set aside for a node that is too slow for any block', true, []],
    ['is set aside where the node is too slow for this one alone', false, [1]],
  ])('%s', async (_, all, expected) => {
    const { made, settle, asides } = await chainWithout('evm');
    const { blocks, block } = made.deps.reader;
    const slow = async () => {
      throw new RpcError('timeout', 'too slow');
    };
    made.grow([], 2);
    const first = async (from: number, to: number) => (from === 1 ? slow() : blocks(from, to));
    Object.assign(made.deps.reader, {
      blocks: first,
      block: all ? slow : (at: string) => (at === made.blocks[1]?.hash ? slow() : block(at)),
    });
    await settle();
    expect(await asides()).toEqual(expected);
  });
});
