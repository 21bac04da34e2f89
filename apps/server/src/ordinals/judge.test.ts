import { createServer } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import { type Books, makeBooks } from '../ledger/test/books.ts';
import { type Contents, keyOf, type Placed } from './answers.ts';
import { judgeOutputs } from './judge.ts';
import { askOrd } from './outside.ts';

/** What lies on outputs, by the word of several: whatever is not known of some holds up no others. */

const chain = {
  ...{ id: 'bitcoin:regtest', family: 'bitcoin', name: 'Bitcoin', rpcUrl: '', baseSymbol: 'BTC' },
  ...{ confirmations: { deposit: 1, withdraw: 1 }, maxFee: '1000000', assets: [] },
};
let database: TestDatabase;
let books: Books;
beforeAll(async () => {
  database = await startTestDatabase();
  books = await makeBooks(database.db);
});
afterAll(() => database?.close());

/** Outputs 1 to 250, one a block. */
const count = 250;
beforeEach(async () => {
  await sql`delete from utxos`.execute(database.db);
  await sql`insert into utxo_txs (chain, txid, raw_tx)
    select ${chain.id}, lpad(n::text, 64, '0'), 'aa' from generate_series(1, ${count}::int) n on conflict do nothing`.execute(
    database.db,
  );
  await sql`insert into utxos (chain, txid, vout, workspace_id, sub_wallet_id, address, path, amount, kind, height, ready)
    select ${chain.id}, lpad(n::text, 64, '0'), 0, ${books.workspaceId}, ${books.subWallets[0]}, 'a', 'm/0/1/0/0', 10000, 'deposit', n, true
    from generate_series(1, ${count}::int) n`.execute(database.db);
});

type Says = (height: number) => readonly string[] | undefined;
const indexer = (name: string, says: Says) => ({
  name,
  contents: async (outputs: readonly Placed[]): Promise<Contents> =>
    new Map(
      outputs.flatMap((one): [string, readonly string[]][] => {
        const said = says(Number(one.height));
        return said ? [[keyOf(one), said]] : [];
      }),
    ),
});
const look = (...indexers: Parameters<typeof judgeOutputs>[2]): Promise<void> => {
  const notifier = { changed: () => undefined } as unknown as Parameters<typeof judgeOutputs>[0]['notifier'];
  return judgeOutputs({ db: database.db, notifier, wakeOrders: () => undefined }, chain, indexers);
};
const heights = async (content: string): Promise<number[]> => {
  const { rows } = await sql<{ height: number }>`select height from utxos where content = ${content}
    order by height`.execute(database.db);
  return rows.map(({ height }) => Number(height));
};

test('more outputs than one look takes, of which one indexer knows nothing, hold up none of the later ones', async () => {
  const all = indexer('all', () => []);
  const late = indexer('late', (height) => (height > 220 ? [] : undefined));
  await look(all, late);
  expect(await heights('clear')).toEqual([]);
  await look(all, late);
  expect(await heights('clear')).toEqual(Array.from({ length: 30 }, (_, n) => 221 + n));
  await look(all, all);
  await look(all, all);
  expect(await heights('unknown')).toEqual([]);
});

test('what any of them says to be inscribed is, and clear is what they all say to be', async () => {
  const one = indexer('one', (height) =>
    height === 7 ? ['a'] : height === 9 ? ['a'] : height === 11 ? undefined : [],
  );
  const other = indexer('other', (height) => (height === 8 ? ['b'] : height === 9 ? ['b'] : []));
  await look(one, other);
  expect(await heights('inscribed')).toEqual([7, 8, 9]);
  expect((await heights('clear')).length).toBe(196);
  expect((await heights('unknown'))[0]).toBe(11);
});

test('one that does not answer is told of, and keeps back no word of the others that something lies there', async () => {
  const mute = { name: 'mute', contents: () => Promise.reject(new Error('silence')) };
  await expect(
    look(
      indexer('one', (height) => (height === 7 ? ['a'] : [])),
      mute,
    ),
  ).rejects.toThrow('silence');
  expect(await heights('inscribed')).toEqual([7]);
  expect(await heights('clear')).toEqual([]);
});

test('an output that ord cannot answer for is missing, and the others are not; where it answers for none that is an error', async () => {
  const ord = createServer((request, response) => {
    const isOdd = request.url?.includes('0007') || request.url?.startsWith('/silent');
    response.statusCode = isOdd ? 500 : 200;
    response.end(JSON.stringify({ indexed: true, inscriptions: [] }));
  });
  await new Promise<void>((done) => ord.listen(0, '127.0.0.1', done));
  try {
    const allow = new BlockList();
    allow.addAddress('127.0.0.1');
    const base = `http://127.0.0.1:${(ord.address() as AddressInfo).port}`;
    const asked = [6, 7, 8].map((n) => ({ txid: String(n).padStart(64, '0'), vout: 0, height: n }));
    expect([...(await askOrd(base, allow, asked)).keys()]).toEqual(
      [asked[0], asked[2]].map((one) => keyOf(one as Placed)),
    );
    await expect(askOrd(`${base}/silent`, allow, asked)).rejects.toThrow('500');
  } finally {
    await new Promise((done) => ord.close(done));
  }
});
