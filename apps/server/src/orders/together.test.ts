import { randomInt, randomUUID } from 'node:crypto';
import type { SubWalletId } from '@holdfast/contract';
import { randomFrom } from '@holdfast/testkit/random';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../test/index.ts';
import type { Db } from '../db/database.ts';
import { type Books, fund, makeBooks } from '../ledger/test/books.ts';
import { rowOf } from './accept.ts';
import { newOrder } from './test/requests.ts';

const seed = Number(process.env.HOLDFAST_SEED ?? randomInt(1, 2 ** 31));
let base: TestDatabase;
let books: Books;
beforeAll(async () => {
  base = await startTestDatabase();
  books = await makeBooks(base.db, 2);
});
afterAll(() => base.close());

/** Everything that taking orders writes, with each order and transfer named by its place in its batch. */
const written = sql<{ what: unknown }>`
  with made as (select o.*, 'order:' || o.id as ref from orders o where o.created_at = now())
  select jsonb_build_object(
    'orders', (select jsonb_agg(to_jsonb(m) - array['id', 'ref', 'created_at', 'updated_at', 'next_at'] order by m.id) from made m),
    'events', (select jsonb_agg(jsonb_build_array(m.request_id, m.intent_id, e.status, e.sub_status, e.actor, e.detail) order by e.id)
      from order_events e join made m on m.id = e.order_id),
    'told', (select jsonb_agg(jsonb_build_array(m.intent_id, t.workspace_id, t.kind, t.data) order by t.id) from outbox t join made m on m.ref = t.object),
    'entries', (select jsonb_agg(jsonb_build_array(m.intent_id, t.kind, e.line, e.sub_wallet_id, e.asset_id, e.bucket, e.amount) order by m.id, e.line)
      from made m join ledger_transfers t on t.ref = m.ref left join ledger_entries e on e.transfer_id = t.id),
    'parties', (select jsonb_agg(p.address order by p.address) from transaction_parties p),
    'balances', (select jsonb_agg(to_jsonb(b) - 'updated_at' order by b.sub_wallet_id, b.asset_id) from balances b)) as what`;

class Undo extends Error {}
interface Outcome {
  readonly answers: unknown;
  readonly what: unknown;
}

/** What comes of a batch, which is undone. */
async function outcomeOf(how: 'orders_accept' | 'orders_accept_each', batch: string): Promise<Outcome> {
  let outcome: Outcome | undefined;
  const work = async (tx: Db): Promise<never> => {
    const { rows } = await sql<{ accepted_id: number | null }>`
      select a.*, (select intent_id from orders where id = a.accepted_id) as intent from ${sql.raw(how)}(${batch}::jsonb) a order by idx`.execute(
      tx,
    );
    const [seen] = (await written.execute(tx)).rows;
    await sql`set constraints all immediate`.execute(tx);
    outcome = { answers: rows.map(({ accepted_id: _, ...row }) => row), what: seen?.what };
    throw new Undo();
  };
  await base.db
    .transaction()
    .execute(work)
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  if (!outcome) throw new Error('nothing came of it');
  return outcome;
}

it(`orders that are taken together leave what they leave one after the other (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  const upTo = (n: number): number => random.between(0, n - 1);
  const pick = <T>(...of: readonly T[]): T => of[upTo(of.length)] as T;
  for (const wallet of books.subWallets) {
    await fund(base.db, books, wallet, 'ETH', 900n);
    await fund(base.db, books, wallet, 'USDC', 500n);
  }
  const old = randomUUID();
  const known = rowOf(newOrder(books, { requestId: old, amount: 1n, maxFee: 1n }));
  await sql`select * from orders_accept(${JSON.stringify([known])}::jsonb)`.execute(base.db);
  for (let round = 0; round < 120; round++) {
    const calm = round % 2 === 0;
    const ids = Array.from({ length: 6 }, () => randomUUID());
    const orders = Array.from({ length: 2 + upTo(6) }, (_, at) => {
      const coin = books.catalog.coin({ symbol: pick('ETH', 'USDC') });
      const requestId = calm ? (ids[at] ?? randomUUID()) : pick(...ids, old);
      return rowOf(
        newOrder(books, {
          ...coin,
          feeAsset: books.catalog.coin({ symbol: 'ETH' }).asset,
          subWalletId: pick(...books.subWallets) as SubWalletId,
          amount: BigInt(pick(1, 2, calm ? 3 : 300)),
          maxFee: BigInt(pick(0, 1, 7)),
          to: pick('one', 'two', 'three'),
          requestId,
          requestHash: pick('a', 'a', 'b').repeat(64),
        }),
      );
    });
    const batch = JSON.stringify(orders);
    expect(await outcomeOf('orders_accept', batch), `round ${round}`).toEqual(
      await outcomeOf('orders_accept_each', batch),
    );
  }
});
