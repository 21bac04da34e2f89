import type { Nft, NftMove } from '@holdfast/chains/rpc';
import type { SubWalletId } from '@holdfast/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { rescanRange } from '../chainwatch/rescan.ts';
import { addAddress, makeChain } from '../chainwatch/test/made-chain.ts';
import { createWatchedSet } from '../chainwatch/watched.ts';
import { type Books, makeBooks } from '../ledger/test/books.ts';

let base: TestDatabase;
let books: Books;
beforeAll(async () => {
  base = await startTestDatabase();
  books = await makeBooks(base.db);
});
afterAll(() => base?.close());

const contract = '0xC0';
const stranger = 'a stranger';

/** A chain of blocks that the test writes, whose contracts answer what the test says. */
async function nftChain() {
  const made = await makeChain(base.db, 'evm');
  const owners = new Map<string, bigint>();
  const key = ({ contract: at, tokenId }: Nft, owner: string) => `${at} ${tokenId} ${owner}`;
  let asked = 0;
  Object.assign(made.deps.reader, {
    nftHeld: async (nft: Nft, owner: string) => {
      asked += 1;
      if (nft.contract === '0xdead') throw new Error('it does not answer');
      return owners.get(key(nft, owner)) ?? 0n;
    },
  });
  const to = await addAddress(base.db, books, books.subWallets[0] as SubWalletId, made.deps.chain.id);
  await made.follow();
  let index = 0;
  const move = (from: string, receiver: string, tokenId: bigint, more: Partial<NftMove> = {}): NftMove => ({
    ...{ txid: `tx${index}`, index: index++, item: 0, standard: '721', contract, tokenId, amount: 1n },
    ...{ from, to: receiver, ...more },
  });
  return {
    made,
    to,
    asked: () => asked,
    move,
    /** What the contract answers from now on. */
    answers: (nft: Pick<Nft, 'tokenId'> & Partial<Nft>, owner: string, amount: bigint) =>
      void owners.set(key({ contract, standard: '721', ...nft }, owner), amount),
    grow(nfts: readonly NftMove[], empty = 0) {
      made.grow();
      Object.assign(made.blocks.at(-1) ?? {}, { nfts });
      if (empty > 0) made.grow([], empty - 1);
    },
    async has(tokenId: bigint, at = contract): Promise<bigint | undefined> {
      const all = base.db.selectFrom('nft_holdings').select('amount').where('chain', '=', made.deps.chain.id);
      return (await all.where('token_id', '=', tokenId).where('contract', '=', at).executeTakeFirst())?.amount;
    },
    async statuses(): Promise<string[]> {
      const all = base.db
        .selectFrom('nft_moves')
        .select(['direction', 'status'])
        .where('chain', '=', made.deps.chain.id);
      return (await all.orderBy('id').execute()).map(({ direction, status }) => `${direction} ${status}`);
    },
  };
}

it('is an address’s once what brought it is final, and no longer from the block that takes it away', async () => {
  const chain = await nftChain();
  chain.answers({ tokenId: 7n }, chain.to, 1n);
  chain.made.grow();
  chain.grow([chain.move(stranger, chain.to, 7n)], 0);
  await chain.made.follow();
  expect(await chain.has(7n)).toBe(0n);
  expect(await chain.statuses()).toEqual(['in confirming']);
  chain.made.grow([], 1);
  await chain.made.follow();
  expect(await chain.has(7n)).toBe(1n);
  expect(await chain.statuses()).toEqual(['in credited']);
  chain.grow([chain.move(chain.to, stranger, 7n)]);
  await chain.made.follow();
  expect(await chain.has(7n)).toBe(0n);
});

it('is nothing where only an event says so: its contract is asked, and its word is less', async () => {
  const chain = await nftChain();
  const some = { standard: '1155', contract: '0xC1' } as const;
  chain.answers({ tokenId: 2n, ...some }, chain.to, 3n);
  chain.grow([chain.move(stranger, chain.to, 1n), chain.move(stranger, chain.to, 2n, { ...some, amount: 100n })], 3);
  await chain.made.follow();
  expect([await chain.has(1n), await chain.has(2n, '0xC1')]).toEqual([0n, 3n]);
  expect(await chain.statuses()).toEqual(['in unbacked', 'in unbacked']);
});

it('is no more than what came by events, whatever a contract answers', async () => {
  const chain = await nftChain();
  const some = { standard: '1155', amount: 2n } as const;
  chain.answers({ tokenId: 5n, standard: '1155' }, chain.to, 1_000n);
  chain.grow([chain.move(stranger, chain.to, 5n, some)], 3);
  await chain.made.follow();
  expect(await chain.has(5n)).toBe(2n);
});

it('comes of one event many at once, each counted by itself', async () => {
  const chain = await nftChain();
  const batch = [1n, 2n, 3n].map((tokenId, item) =>
    chain.move(stranger, chain.to, tokenId, { standard: '1155', amount: tokenId, item, txid: 'batch', index: 900 }),
  );
  for (const { tokenId } of batch) chain.answers({ tokenId }, chain.to, tokenId);
  chain.grow(batch, 3);
  await chain.made.follow();
  expect([await chain.has(1n), await chain.has(2n), await chain.has(3n)]).toEqual([1n, 2n, 3n]);
});

it('is taken back by a reorganisation, and counted once when it comes back', async () => {
  const chain = await nftChain();
  chain.answers({ tokenId: 9n }, chain.to, 1n);
  chain.made.grow([], 2);
  const fork = chain.made.blocks.length;
  const came = chain.move(stranger, chain.to, 9n);
  chain.grow([came], 3);
  await chain.made.follow();
  expect(await chain.has(9n)).toBe(1n);
  const former = chain.made.blocks.slice(fork);
  chain.answers({ tokenId: 9n }, chain.to, 0n);
  chain.made.cut(fork);
  chain.made.grow([], 5);
  await chain.made.follow();
  expect(await chain.has(9n)).toBe(0n);
  expect(await chain.statuses()).toEqual(['in reorged']);
  // The very blocks of before are the best ones again.
  chain.answers({ tokenId: 9n }, chain.to, 1n);
  chain.made.cut(fork);
  chain.made.blocks.push(...former);
  chain.made.grow([], 5);
  await chain.made.follow();
  expect(await chain.has(9n)).toBe(1n);
  expect(await chain.statuses()).toEqual(['in credited']);
});

it('stays with an address where the block that took it away is taken back', async () => {
  const chain = await nftChain();
  chain.answers({ tokenId: 4n }, chain.to, 1n);
  chain.grow([chain.move(stranger, chain.to, 4n)], 3);
  await chain.made.follow();
  const fork = chain.made.blocks.length;
  chain.grow([chain.move(chain.to, stranger, 4n)]);
  await chain.made.follow();
  expect(await chain.has(4n)).toBe(0n);
  chain.made.cut(fork);
  chain.made.grow([], 3);
  await chain.made.follow();
  expect(await chain.has(4n)).toBe(1n);
});

it('of which there is one is an address’s by the last that was said of it, whatever nobody saw before', async () => {
  const chain = await nftChain();
  chain.answers({ tokenId: 6n }, chain.to, 1n);
  chain.grow([chain.move(chain.to, stranger, 6n)]);
  chain.grow([chain.move(stranger, chain.to, 6n)], 3);
  await chain.made.follow();
  expect(await chain.has(6n)).toBe(1n);
  chain.grow([chain.move(chain.to, chain.to, 6n)]);
  chain.made.grow([], 3);
  await chain.made.follow();
  expect(await chain.has(6n)).toBe(1n);
});

it('is counted once, however often its block is read', async () => {
  const chain = await nftChain();
  chain.answers({ tokenId: 3n, standard: '1155' }, chain.to, 50n);
  chain.grow([chain.move(stranger, chain.to, 3n, { standard: '1155', amount: 5n })], 3);
  await chain.made.follow();
  await rescanRange(chain.made.deps, createWatchedSet(chain.made.deps.chain.id), 1, chain.made.blocks.length - 1);
  await chain.made.follow();
  expect(await chain.has(3n)).toBe(5n);
});

it('keeps no other waiting where its contract does not answer, nor is that contract asked at every look', async () => {
  const chain = await nftChain();
  chain.answers({ tokenId: 8n }, chain.to, 1n);
  const silent = chain.move(stranger, chain.to, 1n, { contract: '0xdead' });
  chain.grow([silent, chain.move(stranger, chain.to, 8n)], 3);
  expect(await chain.made.follow()).toBe('followed');
  expect(await chain.has(8n)).toBe(1n);
  const before = chain.asked();
  await chain.made.follow();
  expect(chain.asked()).toBe(before);
});
