import { randomUUID } from 'node:crypto';
import { RpcError } from '@holdfast/chains/rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { balanceOf } from '../ledger/test/assets.ts';
import { makeBooks } from '../ledger/test/books.ts';
import { followOnce } from './follow.ts';
import { guarded } from './readers.ts';
import { addAddress, makeChain, payment } from './test/made-chain.ts';
import { createWatchedSet } from './watched.ts';

let base: TestDatabase;
beforeAll(async () => {
  base = await startTestDatabase();
});
afterAll(() => base?.close());

/** A chain read through the guard, by a clock of the test; `genesis` is what the node shows, as the real readers hold it against what was seen. */
async function guardedChain() {
  const made = await makeChain(base.db, 'evm');
  const state = { genesis: String(randomUUID()), away: false, now: 0 };
  const { tip } = made.deps.reader;
  const plain = Object.assign(made.deps.reader, {
    checkNetwork: async (seen?: string) => {
      if (seen !== undefined && seen !== state.genesis) throw new RpcError('wrongNetwork', 'another first block');
      return state.genesis;
    },
    tip: async () => {
      if (state.away) throw new RpcError('unreachable', 'gone');
      return tip();
    },
  });
  const clock = () => new Date(state.now);
  const reader = guarded({ db: base.db, clock }, made.deps.chain, plain);
  const deps = { ...made.deps, reader, readerOf: () => reader };
  const watched = createWatchedSet(made.deps.chain.id);
  const look = () => followOnce(deps, watched, new AbortController().signal).then(() => 'followed', String);
  return { made, state, reader, look };
}

describe('a node that is exchanged for one of another network', () => {
  it('is asked nothing and credits nothing until the right one is back: seen at the reconnection, and in time without one', async () => {
    const { made, state, reader, look } = await guardedChain();
    const books = await makeBooks(base.db);
    const [wallet] = books.subWallets;
    if (wallet === undefined) throw new Error('no wallet');
    const to = await addAddress(base.db, books, wallet, made.deps.chain.id);
    expect(await look()).toBe('followed');
    const right = state.genesis;
    state.genesis = 'another';
    state.away = true;
    expect(await look()).toContain('unreachable');
    state.away = false;
    made.grow([payment('theirs', -1, to, 5n, 'ETH')], 3);
    expect(await look()).toContain('wrongNetwork');
    await expect(reader.finalizedHeight()).rejects.toMatchObject({ code: 'wrongNetwork' });
    expect((await balanceOf(base.db, books.workspaceId, wallet, 'ETH')).pending_in).toBe(0n);
    state.genesis = right;
    expect(await look()).toBe('followed');
    state.genesis = 'another';
    state.now += 11_000;
    expect(await look()).toContain('wrongNetwork');
  });
});
