import { type OrderId, orderStatus } from '@holdfast/contract';
import { policyHash } from '@holdfast/policy';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followOnce } from '../chainwatch/follow.ts';
import { silent } from '../chainwatch/test/made-chain.ts';
import { createWatchedSet } from '../chainwatch/watched.ts';
import type { Db } from '../db/database.ts';
import { createPool } from '../db/pool.ts';
import { findDrift } from '../ledger/service.ts';
import { balanceOf } from '../ledger/test/assets.ts';
import type { Signer } from '../signers/client.ts';
import { approvalOf, type Bare, startBare, takeApproval } from '../test/bare.ts';
import { workOnAwaitingApproval } from './announce.ts';
import type { OrderDeps } from './deps.ts';
import { createKeys } from './keys.ts';
import { payOrder } from './pay.ts';
import { claimOrders } from './queries.ts';
import { claimReclaimable, reclaim } from './reclaim.ts';
import { signOrder } from './sign.ts';
import { startOrderWorkers } from './workers.ts';

let bare: Bare;
beforeAll(async () => {
  bare = await startBare(100);
});
afterAll(() => bare?.close());

/** A process with so many calls to live: after that nothing it asks of the world happens any more. */
interface Life {
  left: number;
}
class Killed extends Error {}
const step = (life: Life): void => {
  if (life.left-- <= 0) throw new Killed();
};
const mortal =
  (life: Life) =>
  <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== 'function') return value;
        return async (...args: unknown[]) => {
          step(life);
          return (value as (...all: unknown[]) => unknown).apply(object, args);
        };
      },
    });

/** A database connection that dies with its process: what was not committed is rolled back by the server, as after a kill -9. */
async function withMortalDb<T>(life: Life, work: (db: Db) => Promise<T>): Promise<T | undefined> {
  const pool = createPool(bare.database.connection as pg.PoolConfig, { max: 2 });
  const dying = {
    async connect() {
      const client = await pool.connect();
      const real = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
      let dead = false;
      const query = async (...args: unknown[]) => {
        try {
          step(life);
        } catch (error) {
          dead = true;
          throw error;
        }
        return real(...args);
      };
      return { query, release: () => client.release(dead) };
    },
    end: () => pool.end(),
  };
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: dying as unknown as pg.Pool }) });
  try {
    return await work(db);
  } catch (error) {
    if (!(error instanceof Killed) && !(error instanceof Error && error.cause instanceof Killed)) throw error;
    return undefined;
  } finally {
    await pool.end();
  }
}

const read = (id: OrderId) =>
  bare.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const forgetLeases = () =>
  bare.database.db
    .updateTable('orders')
    .set({ lease_until: null, next_at: new Date(0) })
    .where('status', 'in', [1000, 1100, 1200])
    .execute();

/** Stands for all statuses in which an order has ended. */
const ended = -1;

/** One life of a worker process: claims what it finds and does one step of it, until it is done or dead. */
async function live(life: Life, status: number, change: Partial<OrderDeps> = {}): Promise<void> {
  await withMortalDb(life, async (db) => {
    const deps = { ...bare.deps({ db, wrap: mortal(life) }), ...change, keyAt: createKeys(db) };
    const [order] = status === ended ? await claimReclaimable(db, 1) : await claimOrders(db, status, 1);
    if (!order) return;
    if (status === orderStatus.awaitingApproval) await workOnAwaitingApproval(deps, order);
    if (status === orderStatus.awaitingSignature) await signOrder(deps, order);
    if (status === orderStatus.paying) await payOrder(deps, order);
    if (status === ended) await reclaim(deps, order);
  });
}
const follow = () => {
  const deps = bare.deps();
  const one = { chains: [bare.chain], chain: bare.chain, reader: bare.reader };
  const chain = { ...deps, ...one, recordAside: silent, wakeOrders: () => undefined };
  return followOnce(chain, createWatchedSet(bare.chain.id), new AbortController().signal);
};

describe('a process that dies between any two calls it makes', () => {
  it('leaves an order that the next one finishes: the same bytes, one nonce, one payment, every unit accounted for', async () => {
    const db = bare.database.db;
    await follow();
    const before = await balanceOf(db, bare.books.workspaceId, bare.subWallet, 'SLT');
    const id = await bare.order(10n ** 18n);
    const bytes = new Set<string>();
    /** Every life is one call longer than the one before, until a step gets through. */
    const drive = async (status: number, done: () => Promise<boolean>): Promise<number> => {
      for (let calls = 0; calls < 60; calls++) {
        await forgetLeases();
        await live({ left: calls }, status);
        const { raw } = await read(id);
        if (raw !== null) bytes.add(raw);
        if (await done()) return calls;
      }
      throw new Error(`not done in status ${status}`);
    };
    expect(await drive(1000, async () => (await read(id)).announced_at !== null)).toBeGreaterThan(2);
    for (let calls = 0; (await read(id)).status === 1000; calls++) {
      const { intentId, approval } = await approvalOf(bare, id);
      const life = { left: calls };
      await withMortalDb(life, (dying) => takeApproval(bare.deps({ db: dying }), intentId, approval));
    }
    expect(await drive(1100, async () => (await read(id)).status === 1200)).toBeGreaterThan(8);
    expect(await drive(1200, async () => (await read(id)).broadcast_at !== null)).toBeGreaterThan(2);
    bare.slate.mine(4);
    await follow();
    expect(await drive(1200, async () => (await read(id)).status === 2000)).toBeGreaterThan(4);
    expect(bytes.size).toBe(1);
    const order = await read(id);
    const after = await balanceOf(db, bare.books.workspaceId, bare.subWallet, 'SLT');
    expect(before.available - after.available).toBe(10n ** 18n + (order.real_fee ?? 0n));
    expect(after.frozen).toBe(0n);
    expect(await bare.reader.balance(order.address_from, bare.chain.assets[0] as never)).toBe(after.available);
    expect(await findDrift(db)).toEqual([]);
    const nonces = await db.selectFrom('lane_nonces').selectAll().execute();
    expect(nonces).toHaveLength(1);
  }, 120_000);
});

describe('a process that dies between any two calls while the signers give a payment up', () => {
  /** Approved, planned and admitted by both signers; then the session broke off. */
  async function begun(): Promise<OrderId> {
    const id = await bare.order(10n ** 16n);
    const { intentId, approval } = await approvalOf(bare, id);
    await takeApproval(bare.deps(), intentId, approval);
    const signers = bare.deps().signers.map((signer): Signer => {
      const call = (method: string, params: object): Promise<never> =>
        method === 'sign.step'
          ? Promise.reject(new Error('lost'))
          : (signer.call(method as never, params as never) as never);
      return { ...signer, call } as Signer;
    });
    await forgetLeases();
    await live({ left: Number.POSITIVE_INFINITY }, 1100, { signers });
    expect(await read(id)).toMatchObject({ status: 1100, exposed_at: expect.any(Date) });
    return id;
  }
  const nonces = (id: OrderId) =>
    bare.database.db.selectFrom('lane_nonces').selectAll().where('order_id', '=', id).execute();

  it('leaves one that is asked for again once, with what it holds and without its nonce', async () => {
    const db = bare.database.db;
    const id = await begun();
    const held = await balanceOf(db, bare.books.workspaceId, bare.subWallet, 'SLT');
    const document = { ...bare.document, version: '2', prev: policyHash(bare.document) };
    const policy = async () => ({ ...(await bare.deps().policy()), document, hash: policyHash(document) });
    const { digest } = await read(id);
    let calls = 0;
    for (; (await read(id)).status !== 1000; calls++) {
      await forgetLeases();
      await live({ left: calls }, 1100, { policy });
    }
    expect(calls).toBeGreaterThan(8);
    expect(await read(id)).toMatchObject({ sub_status: 'asked_again', plan: null, exposed_at: null, closed_at: null });
    expect((await read(id)).digest).not.toBe(digest);
    expect(await nonces(id)).toEqual([]);
    expect(await db.selectFrom('order_intents').selectAll().where('order_id', '=', id).execute()).toHaveLength(1);
    expect(await balanceOf(db, bare.books.workspaceId, bare.subWallet, 'SLT')).toEqual(held);
    expect(await findDrift(db)).toEqual([]);
    await db.updateTable('orders').set({ expires_at: new Date() }).where('id', '=', id).execute();
    await forgetLeases();
    await live({ left: Number.POSITIVE_INFINITY }, 1000, { policy });
    expect(await read(id)).toMatchObject({ status: 2202 });
  }, 60_000);

  it('leaves an ended one whose nonce is free once', async () => {
    const db = bare.database.db;
    const id = await begun();
    // It ends with the signers silent, so that its nonce stays.
    await db.updateTable('orders').set({ expires_at: new Date() }).where('id', '=', id).execute();
    const [one, two] = bare.deps().signers;
    if (!one || !two) throw new Error('no signers');
    const silent = { ...two, call: () => Promise.reject(new Error('away')) } as Signer;
    await forgetLeases();
    await live({ left: Number.POSITIVE_INFINITY }, 1100, { signers: [one, silent] });
    expect(await read(id)).toMatchObject({ status: 2202, closed_at: null });
    expect(await nonces(id)).toMatchObject([{ free_from: expect.any(Date) }]);
    let calls = 0;
    for (; (await read(id)).closed_at === null; calls++) {
      await db
        .updateTable('orders')
        .set({ lease_until: null, next_at: new Date(0) })
        .where('id', '=', id)
        .execute();
      await live({ left: calls }, ended);
    }
    expect(calls).toBeGreaterThan(5);
    expect(await nonces(id)).toEqual([]);
    const told = await db
      .selectFrom('order_events')
      .selectAll()
      .where('order_id', '=', id)
      .where('sub_status', '=', 'nonce_free')
      .execute();
    expect(told).toHaveLength(1);
  }, 60_000);
});

describe('several worker processes', () => {
  it('sign each of many orders once, hand out nonces without a gap, and book all of them', async () => {
    const db = bare.database.db;
    const ids: OrderId[] = [];
    for (let n = 0; n < 60; n++) ids.push(await bare.order(10n ** 16n));
    const feedless = () => ({ ...bare.deps(), signers: bare.deps().signers });
    const processes = [startOrderWorkers(feedless()), startOrderWorkers(feedless()), startOrderWorkers(feedless())];
    try {
      for (const id of ids) {
        const { intentId, approval } = await approvalOf(bare, id);
        await Promise.all([
          takeApproval(bare.deps(), intentId, approval),
          takeApproval(bare.deps(), intentId, approval),
        ]);
      }
      const wait = async (what: string, done: () => Promise<boolean>) => {
        for (let n = 0; !(await done()); n++) {
          if (n > 600) throw new Error(`waited for ${what}`);
          await new Promise((next) => setTimeout(next, 100));
        }
      };
      const all = () => db.selectFrom('orders').selectAll().where('id', 'in', ids).execute();
      await wait('broadcasts', async () => (await all()).every(({ broadcast_at }) => broadcast_at !== null));
      bare.slate.mine(4);
      await follow();
      await db
        .updateTable('orders')
        .set({ next_at: new Date(0) })
        .where('status', '=', 1200)
        .execute();
      await wait('finality', async () => (await all()).every(({ status }) => status === 2000));
      const nonces = (await all()).map(({ plan }) => Number((plan as { nonce: string }).nonce)).sort((a, b) => a - b);
      expect(nonces).toEqual(ids.map((_, i) => i + (nonces[0] ?? 0)));
      expect(await findDrift(db)).toEqual([]);
      const { available, frozen } = await balanceOf(db, bare.books.workspaceId, bare.subWallet, 'SLT');
      const [one] = await all();
      expect(frozen).toBe(0n);
      expect(await bare.reader.balance(one?.address_from ?? '', bare.chain.assets[0] as never)).toBe(available);
    } finally {
      await Promise.all(processes.map((each) => each.stop()));
    }
  }, 120_000);
});
