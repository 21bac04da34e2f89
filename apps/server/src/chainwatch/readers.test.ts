import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ChainReader, RpcError, type TxStatus } from '@holdfast/chains/rpc';
import { serveStandIn, startStandIn, type TronStandIn } from '@holdfast/devnet/tron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { balanceOf } from '../ledger/test/assets.ts';
import { makeBooks } from '../ledger/test/books.ts';
import { followOnce } from './follow.ts';
import { createNodeWatch, nodeStateOf } from './node-watch.ts';
import { guarded, openReader } from './readers.ts';
import { oneOf } from './several.ts';
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
    // The chain last: of coins with one name the books of tests mean the one that they were told of last.
    const books = await makeBooks(base.db);
    const { made, state, reader, look } = await guardedChain();
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
    const credited = async () => (await balanceOf(base.db, books.workspaceId, wallet, 'ETH')).available;
    expect(await credited()).toBe(0n);
    state.genesis = right;
    expect(await look()).toBe('followed');
    expect(await credited()).toBe(5n);
    state.genesis = 'another';
    state.now += 11_000;
    expect(await look()).toContain('wrongNetwork');
  });
});

describe('several nodes of a chain', () => {
  /** A chain of ten blocks, and five addresses of nodes: nobody's, one on another network, one that talks nonsense, one that lags behind, one that is well. */
  async function nodes() {
    const { node, child, config } = await startStandIn('');
    for (let n = 0; n < 10; n++) node.mine();
    const first = node.block(0);
    if (!first) throw new Error('no first block');
    const servers: Server[] = [];
    const serve = async (as: TronStandIn): Promise<string> => {
      const server = await serveStandIn(as, 0);
      servers.push(server);
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    };
    const urls = [
      await serve(node),
      ...(await Promise.all(
        [`${'0'.repeat(16)}${'f'.repeat(48)}`, 'nonsense'].map((id) =>
          serve({ ...node, block: (at) => (at === 0 ? { ...first, id } : node.block(at)) }),
        ),
      )),
      await serve({ ...node, head: () => node.block(node.head().height - 4) ?? first }),
    ];
    const end = (server: Server | undefined): void => {
      server?.close();
      server?.closeAllConnections();
    };
    end(servers[0]);
    const [rpcUrl = '', ...moreRpcUrls] = [...urls, config.rpcUrl];
    const state = { now: 0 };
    const chain = { ...config, id: `tron:${randomUUID().slice(0, 8)}`, rpcUrl, moreRpcUrls, genesis: first.id };
    const told: string[] = [];
    const warn = (fields: object, text: string): void => void told.push(`${text} ${JSON.stringify(fields)}`);
    const clock = () => new Date(state.now);
    const watch = createNodeWatch(clock);
    const deps = { db: base.db, clock, log: { warn }, nodes: watch };
    const close = async () => {
      servers.forEach(end);
      await child.stop();
    };
    const seen = () => watch.states(chain.id).map((one) => nodeStateOf(one, watch.states(chain.id)));
    return { reader: openReader(deps, chain), node, child, state, told, seen, close };
  }

  it('are asked in their order: one that is away, on another network or talks nonsense never answers, one that is behind only until that is seen', async () => {
    const { reader, node, child, state, told, seen, close } = await nodes();
    expect((await reader.tip()).height).toBe(6);
    const later = async (): Promise<number> => {
      state.now += 11_000;
      return (await reader.tip()).height;
    };
    await expect.poll(later).toBe(10);
    expect(seen()).toEqual(['silent', 'silent', 'silent', 'behind', 'well']);
    node.mine();
    expect((await reader.tip()).height).toBe(11);
    expect(told.some((line) => line.includes('behind') && line.includes('"node":4'))).toBe(true);
    expect(told.join()).not.toContain('http:');
    await child.stop();
    expect((await reader.tip()).height).toBe(7);
    await close();
    await expect(reader.tip()).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('tell who has a name only where all that answer agree: one alone invents no payee', async () => {
    const { reader, state, close } = await nodes();
    await close();
    const deps = { clock: () => new Date(state.now), log: { warn: () => undefined } };
    const naming = (address: string): ChainReader => ({
      ...reader,
      accountOfName: async (name) => ({ name, address }),
    });
    const silent: ChainReader = { ...reader, accountOfName: () => reader.tip().then(() => undefined) };
    const asked = (...all: [ChainReader, ChainReader]) => oneOf(deps, 'any', all).accountOfName?.('supplier.eth');
    expect(await asked(naming('a'), naming('a'))).toEqual({ name: 'supplier.eth', address: 'a' });
    expect(await asked(silent, naming('a'))).toEqual({ name: 'supplier.eth', address: 'a' });
    await expect(asked(naming('a'), naming('b'))).rejects.toMatchObject({ code: 'inconsistent' });
    const none: ChainReader = { ...reader, accountOfName: async () => undefined };
    await expect(asked(none, naming('b'))).rejects.toMatchObject({ code: 'inconsistent' });
    await expect(asked(silent, silent)).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('know a transaction if any of them does: one that is behind declares no payment dead', async () => {
    const { reader, state, told, close } = await nodes();
    await close();
    const knowing = (status: TxStatus): ChainReader => ({ ...reader, txStatus: async () => status });
    const [none, waiting] = [knowing({ state: 'unknown' }), knowing({ state: 'mempool' })];
    const deps = { clock: () => new Date(state.now), log: { warn: (_: object, text: string) => void told.push(text) } };
    expect(await oneOf(deps, 'any', [none, waiting]).txStatus('ab')).toEqual({ state: 'mempool' });
    expect(await oneOf(deps, 'any', [none, reader]).txStatus('ab')).toEqual({ state: 'unknown' });
    expect(await oneOf(deps, 'any', [none, none]).txStatus('ab')).toEqual({ state: 'unknown' });
  });

  describe('of which one is behind', () => {
    const header = { height: 7, hash: 'h', parent: 'g', time: 0 };
    const block = { ...header, transfers: [], txids: [], spent: [], rawTxs: new Map() };
    const tree = { txid: 'ab', steps: [], total: 0, isFinal: true };
    const gone = async () => Promise.reject(new RpcError('unreachable', 'gone'));
    const deps = { clock: () => new Date(0), log: { warn: () => undefined } };
    const node = (answers: object): ChainReader =>
      ({ tip: async () => header, ...answers }) as Partial<ChainReader> as ChainReader;
    const saying = (key: string, answer: unknown) => node({ [key]: async () => answer });
    const asked = (key: string, ...nodes: ChainReader[]): Promise<unknown> => {
      const [first, ...more] = nodes;
      if (!first) throw new Error('no node');
      return Reflect.apply(Reflect.get(oneOf(deps, 'any', [first, ...more]), key), undefined, ['ab']);
    };

    it.each([
      ['header', undefined, header],
      ['block', undefined, block],
      ['tree', undefined, tree],
      ['unspent', false, true],
      ['isContract', false, true],
    ] as const)(
      '%s: what one does not know is what another says, and absent only where none knows it',
      async (key, no, yes) => {
        expect(await asked(key, saying(key, no), saying(key, yes))).toEqual(yes);
        expect(await asked(key, saying(key, yes), saying(key, no))).toEqual(yes);
        expect(await asked(key, saying(key, no), saying(key, no))).toEqual(no);
        expect(await asked(key, node({ [key]: gone }), saying(key, no))).toEqual(no);
      },
    );

    it('say together who paid: one of them alone could send a refund to somebody else', async () => {
      const [payer, other] = [saying('payers', ['a']), saying('payers', ['b'])];
      expect(await asked('payers', payer, saying('payers', ['a']))).toEqual(['a']);
      expect(await asked('payers', node({ payers: gone }), payer)).toEqual(['a']);
      for (const nodes of [
        [payer, other],
        [payer, saying('payers', [])],
        [saying('payers', ['']), payer],
        [saying('payers', ['a', 'b']), payer],
      ])
        await expect(asked('payers', ...nodes)).rejects.toMatchObject({ code: 'inconsistent' });
    });

    it('give an account the highest nonce that any of them says, and none where none says one', async () => {
      for (const nonces of [
        [4n, 7n],
        [7n, 4n],
      ])
        expect(await asked('nonce', ...nonces.map((nonce) => saying('nonce', nonce)))).toBe(7n);
      expect(await asked('nonce', node({ nonce: gone }), saying('nonce', 3n))).toBe(3n);
      await expect(asked('nonce', node({ nonce: gone }), node({ nonce: gone }))).rejects.toMatchObject({
        code: 'unreachable',
      });
    });

    it.each(['balance', 'finalizedHeight'] as const)('%s is what the first that is well says', async (key) => {
      expect(await asked(key, saying(key, 0n), saying(key, 5n))).toBe(0n);
      expect(await asked(key, node({ [key]: gone }), saying(key, 5n))).toBe(5n);
    });
  });
});
