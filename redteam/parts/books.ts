import { RpcError } from '@holdfast/chains/rpc';
import { addAddress, makeChain, payment } from '../../apps/server/src/chainwatch/test/made-chain.ts';
import { createWatchedSet } from '../../apps/server/src/chainwatch/watched.ts';
import { balanceOf } from '../../apps/server/src/ledger/test/assets.ts';
import { makeBooks } from '../../apps/server/src/ledger/test/books.ts';
import { startTestDatabase, type TestDatabase } from '../../apps/server/test/index.ts';
import { parts, without } from './part.ts';
import type { Program } from './program.ts';

/** What a node makes of the server's books: it follows a chain that the attack writes, on a real database. */
const removed = without('apps/server');
type Follow = typeof import('../../apps/server/src/chainwatch/follow.ts');
type Readers = typeof import('../../apps/server/src/chainwatch/readers.ts');

async function withBooks(use: (base: TestDatabase) => Promise<string>): Promise<string[]> {
  const base = await startTestDatabase();
  try {
    return [await use(base)];
  } finally {
    await base.close();
  }
}
/** A chain with an address of ours, and what was credited to it. */
async function chainOf(base: TestDatabase) {
  // The chain last: of coins with one name the books of tests mean the one that they were told of last.
  const books = await makeBooks(base.db);
  const made = await makeChain(base.db, 'evm');
  const [wallet] = books.subWallets;
  if (wallet === undefined) throw new Error('no sub-wallet');
  const to = await addAddress(base.db, books, wallet, made.deps.chain.id);
  const credited = async (): Promise<string> => {
    const { pending_in: pending, available } = await balanceOf(base.db, books.workspaceId, wallet, 'ETH');
    return `${pending + available} credited`;
  };
  return { made, to, credited };
}

const aside = parts('a block that no server can take in');
/** Eight looks at a chain whose second block the node does not give. */
const looks = 8;
const follow = (program: Program, unreadable: boolean): Promise<string[]> =>
  withBooks(async (base) => {
    const { followOnce }: Follow = await program.load('apps/server/src/chainwatch/follow.ts');
    const { made, to, credited } = await chainOf(base);
    const { blocks } = made.deps.reader;
    Object.assign(made.deps.reader, {
      blocks: async (...[from, until, filter]: Parameters<typeof blocks>) => {
        if (unreadable && from <= 2 && until >= 2) throw new RpcError('tooLarge', 'one answer');
        return blocks(from, until, filter);
      },
    });
    const watched = createWatchedSet(made.deps.chain.id);
    const look = () => followOnce(made.deps, watched, new AbortController().signal).catch(() => undefined);
    await look();
    made.grow([], 2);
    made.grow([payment('ours', -1, to, 5n, 'ETH')], 3);
    for (let n = 0; n < looks; n++) await look();
    return credited();
  });
aside.control('blocks that can be', '5 credited', (program) => follow(program, false));
aside.attack(
  'and a payment to us in the next one',
  '5 credited',
  removed(
    'blocks that are set aside',
    'chainwatch/follow.ts',
    'if (tries > triesBeforeAside && !(await mayReadAgain(deps, watched))) {',
    'if (tries > triesBeforeAside * 100 && !(await mayReadAgain(deps, watched))) {',
  ),
  (program) => follow(program, true),
);

const exchanged = parts('a node that is exchanged for one of another network');
/** What is seen and credited when the node is another one, after it was away or without that. */
const exchange = (program: Program, { another, away }: { another: boolean; away: boolean }): Promise<string[]> =>
  withBooks(async (base) => {
    const { guarded }: Readers = await program.load('apps/server/src/chainwatch/readers.ts');
    const { followOnce }: Follow = await program.load('apps/server/src/chainwatch/follow.ts');
    const { made, to, credited } = await chainOf(base);
    const state = { genesis: 'the right one', away: false, now: 0 };
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
    const reader = guarded({ db: base.db, clock: () => new Date(state.now) }, made.deps.chain, plain);
    const deps = { ...made.deps, reader, readerOf: () => reader };
    const watched = createWatchedSet(made.deps.chain.id);
    const look = (): Promise<string> =>
      followOnce(deps, watched, new AbortController().signal).then(
        () => 'followed',
        (error: unknown) => (error instanceof RpcError ? error.code : String(error)),
      );
    await look();
    if (another) state.genesis = 'another';
    state.away = away;
    if (away) await look();
    else state.now += 11_000;
    state.away = false;
    made.grow([payment('theirs', -1, to, 5n, 'ETH')], 3);
    return `${await look()}, ${await credited()}`;
  });
const readers = 'chainwatch/readers.ts';
const asked = removed('whether the node is the right one', readers, 'await ready();\n');
const remembered = removed(
  'the first block that was seen',
  readers,
  'reader.checkNetwork(row?.genesis ?? undefined)',
  'reader.checkNetwork(undefined)',
);
exchanged.control('the same node again', 'followed, 5 credited', (program) =>
  exchange(program, { another: false, away: true }),
);
exchanged.attack('while it was away', 'wrongNetwork, 0 credited', [asked, remembered], (program) =>
  exchange(program, { another: true, away: true }),
);
exchanged.attack(
  'without having been away',
  'wrongNetwork, 0 credited',
  removed('the node asked again in time', readers, 'Math.abs(at - checked.at) > checkedForMs', 'at < checked.at'),
  (program) => exchange(program, { another: true, away: false }),
);

export const bookAttacks = [...aside.all, ...exchanged.all];
