import { type OrderId, orderStatus } from '@holdfast/contract';
import { tickContract } from '@holdfast/policy';
import { testChains } from '@holdfast/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogIn } from '../ledger/test/assets.ts';
import { fund } from '../ledger/test/books.ts';
import { type Bare, startBare } from '../test/bare.ts';
import { createKeys } from './keys.ts';
import { brc20CallOf } from './kinds/brc20.ts';
import type { Order } from './moves.ts';
import { signOrder } from './sign.ts';

/** Payments that take several transactions: what they make is shown over HTTP with real ones (`inscription.test.ts`). */
let bare: Bare;
beforeAll(async () => {
  bare = await startBare(100);
});
afterAll(() => bare?.close());
const read = (id: OrderId): Promise<Order> =>
  bare.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('nothing is committed to where the time of the payment is too short to reveal and send it', async () => {
  const { database, books, subWallet } = bare;
  const catalog = await catalogIn(database.db, testChains);
  const { chain, asset } = catalog.coin({ symbol: 'BTC' });
  await fund(database.db, books, subWallet, 'BTC', 50_000n);
  const call = brc20CallOf(10n ** 18n, 'hold', tickContract('hold'));
  const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  const payment = await bare.order(
    0n,
    { kind: 'brc20', chain, asset, feeAsset: asset, maxFee: 20_000n, call, to },
    { feeRate: '1' },
  );
  await sql`update orders set status = 1100 where id = ${payment}`.execute(database.db);
  const { expires_at } = await read(payment);
  const asked: string[] = [];
  const signAt = async (id: OrderId, leftMs: number): Promise<Order> => {
    const clock = () => new Date(expires_at.getTime() - leftMs);
    const readerOf = () => {
      asked.push('node');
      throw new Error('no node is there');
    };
    await signOrder({ ...bare.deps(), catalog, clock, readerOf, keyAt: createKeys(database.db) }, await read(id));
    return read(id);
  };
  expect(await signAt(payment, 30_000_000)).toMatchObject({ status: orderStatus.paying, sub_status: 'inscribing' });
  const steps = await database.db
    .selectFrom('orders')
    .select('id')
    .where('batch_of', '=', payment)
    .orderBy('batch_row')
    .execute();
  const [commit, reveal] = steps.map(({ id }) => id);
  if (commit === undefined || reveal === undefined) throw new Error('no steps');
  const least = 3 * chain.confirmations.withdraw * 1_800_000;
  // What follows a commit that is made is worth its while to the end.
  for (const [id, left] of [
    [commit, least + 1],
    [reveal, 1],
  ] as const)
    expect(await signAt(id, left)).toMatchObject({ status: orderStatus.awaitingSignature });
  const before = asked.length;
  expect(before).toBeGreaterThan(0);
  expect(await signAt(commit, least)).toMatchObject({
    status: orderStatus.autoCancelled,
    sub_status: 'expired',
    plan: null,
  });
  expect(asked.length).toBe(before);
});
