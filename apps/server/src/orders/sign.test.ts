import { RpcError } from '@holdfast/chains/rpc';
import { type OrderId, orderStatus } from '@holdfast/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDrift, freezeAsset, unfreezeAsset } from '../ledger/service.ts';
import { balanceOf, idOf } from '../ledger/test/assets.ts';
import { type Signer, SignerRefusal } from '../signers/client.ts';
import { approvalOf, type Bare, startBare, takeApproval } from '../test/bare.ts';
import type { OrderDeps } from './deps.ts';
import { createKeys } from './keys.ts';
import type { Order } from './moves.ts';
import { claimReclaimable, reclaim } from './reclaim.ts';
import { showToSigners } from './show.ts';
import { signOrder } from './sign.ts';
import { claimUnsettled, settleAtSigners } from './stand.ts';

let bare: Bare;
beforeAll(async () => {
  bare = await startBare(100);
});
afterAll(() => bare?.close());

const read = (id: OrderId) =>
  bare.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const events = (id: OrderId) =>
  bare.database.db.selectFrom('order_events').selectAll().where('order_id', '=', id).orderBy('id').execute();
const balance = () => balanceOf(bare.database.db, bare.books.workspaceId, bare.subWallet, 'SLT');
const amount = 10n ** 16n;

/** An approved order, at 1100. */
async function approved(change: Parameters<Bare['order']>[1] = {}): Promise<OrderId> {
  const id = await bare.order(amount, change);
  const { intentId, approval } = await approvalOf(bare, id);
  await takeApproval(bare.deps(), intentId, approval);
  return id;
}
/** Claims one order and does one step of signing it. */
async function signOnce(id: OrderId, change: Partial<OrderDeps> = {}): Promise<Order> {
  const { db } = bare.database;
  const order = await db
    .updateTable('orders')
    .set((eb) => ({ lease_token: eb('lease_token', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await signOrder({ ...bare.deps(), ...change, keyAt: createKeys(db) }, order);
  return read(id);
}
const nonceOf = (order: Order) => (order.plan as { nonce?: string } | null)?.nonce;

describe('an order that no transaction can be made of', () => {
  it('ends with 2400, gives everything back and takes no nonce from the next one', async () => {
    const before = await balance();
    const token = bare.chain.assets.find(({ contract }) => contract !== '')?.contract ?? '';
    const lost = await signOnce(await approved({ to: token }));
    expect(lost).toMatchObject({ status: orderStatus.failed, sub_status: 'not_buildable', plan: null });
    expect((await events(lost.id)).at(-1)?.detail).toMatchObject({ reason: expect.stringContaining('badAddress') });
    expect(await balance()).toEqual(before);
    const next = await signOnce(await approved());
    expect(next).toMatchObject({ status: orderStatus.paying });
    expect(nonceOf(next)).toBe('0');
    expect(await findDrift(bare.database.db)).toEqual([]);
  });
});

/** Signers that answer `sign.open` as told, one answer each; without one they are as ever. */
function signersThat(...answers: (Error | undefined)[]): Signer[] {
  return bare.deps().signers.map((signer, n): Signer => {
    const call = (method: string, params: object): Promise<never> => {
      const answer = method === 'sign.open' ? answers[n] : undefined;
      return answer ? Promise.reject(answer) : (signer.call(method as never, params as never) as Promise<never>);
    };
    return { ...signer, call } as Signer;
  });
}
const away = new Error('connection refused');
const denied = (signer: string) => new SignerRefusal(signer, 'callbackDenied', '');
const stale = (signer: string) => new SignerRefusal(signer, 'policyStale', '');

describe('a nonce that a signer bound to an order that ended unsigned', () => {
  it('keeps later orders of the account unplanned, so cancellable, until it is free; then the first of them uses it', async () => {
    const { db } = bare.database;
    const half = await signOnce(await approved(), { signers: signersThat(undefined, away) });
    expect(half).toMatchObject({ status: orderStatus.awaitingSignature, exposed_at: null });
    const ended = await signOnce(half.id, { signers: signersThat(denied('1'), denied('2')) });
    expect(ended).toMatchObject({ status: orderStatus.rejected, sub_status: 'signer_refused' });
    const freeFrom = new Date(ended.expires_at.getTime() + 150_000);
    expect((await events(ended.id)).at(-1)?.detail).toMatchObject({ nonce_free_from: freeFrom.toISOString() });

    const next = await approved();
    expect(await signOnce(next)).toMatchObject({ status: 1100, sub_status: 'nonce_blocked', plan: null });
    await signOnce(next);
    const told = (await events(next)).filter(({ sub_status }) => sub_status === 'nonce_blocked');
    expect(told.map(({ detail }) => detail)).toEqual([
      { nonce: nonceOf(half), nonce_free_from: freeFrom.toISOString() },
    ]);

    await db
      .updateTable('lane_nonces')
      .set({ free_from: new Date(Date.now() - 1) })
      .where('order_id', '=', ended.id)
      .execute();
    const paid = await signOnce(next);
    expect(paid).toMatchObject({ status: orderStatus.paying });
    expect(nonceOf(paid)).toBe(nonceOf(half));
    expect(Number(nonceOf(await signOnce(await approved())))).toBe(Number(nonceOf(half)) + 1);
  });
});

describe('a payment that was signed', () => {
  it('is stood for at every signer, again until each of them has answered', async () => {
    const { db } = bare.database;
    const told: string[][] = [];
    const answering = (...answers: (Error | undefined)[]): Signer[] =>
      bare.deps().signers.map((signer, n): Signer => {
        const call = (method: string, { intents = [] }: { intents?: string[] }): Promise<object> => {
          told.push([method, ...intents]);
          const answer = answers[n];
          return answer ? Promise.reject(answer) : Promise.resolve({ settled: intents });
        };
        return { ...signer, call } as Signer;
      });
    await db.updateTable('orders').set({ settle_at: null }).execute();
    const signed = await signOnce(await approved());
    expect(signed).toMatchObject({ status: orderStatus.paying, settle_at: expect.any(Date) });
    const [batch = []] = await claimUnsettled(db);
    expect(batch).toEqual([signed.intent_id]);
    expect(await claimUnsettled(db), 'nobody tells it at the same time').toEqual([]);
    await expect(settleAtSigners({ db, signers: answering(undefined, away) }, batch)).rejects.toThrow(away);
    expect((await read(signed.id)).settle_at).not.toBeNull();
    told.length = 0;
    const next = await read(await bare.order(amount));
    expect(await showToSigners({ ...bare.deps(), signers: answering() }, next)).toEqual(new Map());
    const calls = told.map(([method]) => method).join();
    expect(calls, 'each hears of it before it is shown the next').toBe('settle,settle,announce,announce');
    await settleAtSigners({ db, signers: answering() }, batch);
    expect((await read(signed.id)).settle_at).toBeNull();
    expect(told).toContainEqual(['settle', signed.intent_id]);
  });
});

describe('a payment that signers still hold to a whitelist that was switched off', () => {
  it('waits, with its reason told and no nonce of its own, and is paid when they hold it no more', async () => {
    const held = (signer: string) => new SignerRefusal(signer, 'whitelistHeld', '');
    const waiting = await signOnce(await approved(), { signers: signersThat(held('1'), held('2')) });
    expect(waiting).toMatchObject({ status: 1100, sub_status: 'signer_waiting', plan: null });
    expect(waiting.last_error).toContain('whitelistHeld');
    expect(await signOnce(waiting.id)).toMatchObject({ status: orderStatus.paying, last_error: '' });
  });
});

describe('a worker whose claim on an order has passed to another', () => {
  /** Signers of which the first, before it answers, lets something happen elsewhere. */
  const meanwhile = (happen: () => Promise<unknown>, ...answers: (Error | undefined)[]): Signer[] =>
    signersThat(...answers).map((signer, n): Signer => {
      const call = async (method: string, params: object): Promise<never> => {
        if (n === 0 && method === 'sign.open') await happen();
        return signer.call(method as never, params as never) as Promise<never>;
      };
      return { ...signer, call } as Signer;
    });

  it('carries no message of a signing session for an order that was ended', async () => {
    const { db } = bare.database;
    const id = await approved();
    let stepped = 0;
    const end = () => db.updateTable('orders').set({ status: 2200, sub_status: 'test' }).where('id', '=', id).execute();
    const signers = meanwhile(end).map((signer): Signer => {
      const call = (method: string, params: object): Promise<never> => {
        if (method === 'sign.step') stepped++;
        return signer.call(method as never, params as never) as Promise<never>;
      };
      return { ...signer, call } as Signer;
    });
    expect(await signOnce(id, { signers })).toMatchObject({ status: 2200, exposed_at: null, raw: null });
    expect(stepped).toBe(0);
    // What the forced end above left open.
    await db.deleteFrom('lane_nonces').where('order_id', '=', id).execute();
    await db
      .updateTable('lanes')
      .set((eb) => ({ next_nonce: eb('next_nonce', '-', 1) }))
      .execute();
  });
  it('leaves signing to the other', async () => {
    const { db } = bare.database;
    const id = await approved();
    const claim = () =>
      db
        .updateTable('orders')
        .set((eb) => ({ lease_token: eb('lease_token', '+', 1) }))
        .where('id', '=', id)
        .execute();
    const late = await signOnce(id, { signers: meanwhile(claim) });
    expect(late).toMatchObject({ status: orderStatus.awaitingSignature, exposed_at: null, raw: null });
    expect(await signOnce(id)).toMatchObject({ status: orderStatus.paying, plan: late.plan });
  });
  it('neither ends it nor gives back a nonce that the other may be signing with', async () => {
    const { db } = bare.database;
    const id = await approved();
    const claim = () =>
      db
        .updateTable('orders')
        .set((eb) => ({ lease_token: eb('lease_token', '+', 1) }))
        .where('id', '=', id)
        .execute();
    const late = await signOnce(id, { signers: meanwhile(claim, stale('1'), stale('2')) });
    expect(late).toMatchObject({ status: orderStatus.awaitingSignature });
    const paid = await signOnce(id);
    expect(paid).toMatchObject({ status: orderStatus.paying, plan: late.plan });
  });
});

describe('an order whose time is over', () => {
  const past = { expires_at: new Date(Date.now() - 1) };
  it('ends at 1100 too, while it waits for the end of a freeze, and holds nothing any more', async () => {
    const { db } = bare.database;
    const before = await balance();
    const id = await approved();
    await freezeAsset(db, bare.books.workspaceId, await idOf(db, 'SLT'), 'test', {});
    expect(await signOnce(id)).toMatchObject({ status: 1100, sub_status: 'asset_frozen' });
    await db.updateTable('orders').set(past).where('id', '=', id).execute();
    expect(await signOnce(id)).toMatchObject({ status: orderStatus.autoCancelled, sub_status: 'expired' });
    await unfreezeAsset(db, bare.books.workspaceId, await idOf(db, 'SLT'));
    expect(await balance()).toEqual(before);
  });
  /** A session was begun, and the signers say whether they took part in signing. */
  async function begun(closed: readonly boolean[]): Promise<Order> {
    const { db } = bare.database;
    const id = await approved();
    await db
      .updateTable('orders')
      .set({ ...past, exposed_at: new Date() })
      .where('id', '=', id)
      .execute();
    const signers = bare.deps().signers.map((signer, n): Signer => {
      const call = async (method: string, params: object): Promise<unknown> =>
        method === 'close' ? { closed: closed[n] } : signer.call(method as never, params as never);
      return { ...signer, call } as Signer;
    });
    return signOnce(id, { signers });
  }
  it('is still followed to its payment when a signature may exist', async () => {
    expect(await begun([false, false])).toMatchObject({ status: orderStatus.paying });
  });
  it('ends when a signer says that it never took part in signing it, and never will', async () => {
    const before = await balance();
    expect(await begun([true, false])).toMatchObject({ status: orderStatus.autoCancelled, sub_status: 'expired' });
    expect(await begun([true, true])).toMatchObject({ status: orderStatus.autoCancelled, exposed_at: null });
    expect(await balance()).toEqual(before);
  });
});

describe('an order that ended unsigned when a signer may have known its nonce', () => {
  const leftover = async (signers?: Signer[]): Promise<Order[]> => {
    const { db } = bare.database;
    const taken = await claimReclaimable(db, 10);
    for (const order of taken) await reclaim({ ...bare.deps(), ...(signers ? { signers } : {}) }, order);
    return taken;
  };
  it('leaves that nonce to the next order as soon as both signers have given it up, long before its intent ends', async () => {
    const { db } = bare.database;
    await leftover();
    const half = await signOnce(await approved(), { signers: signersThat(undefined, away) });
    const ended = await signOnce(half.id, { signers: signersThat(denied('1'), denied('2')) });
    const next = await approved();
    expect(await signOnce(next)).toMatchObject({ status: 1100, sub_status: 'nonce_blocked' });
    const [one, two] = bare.deps().signers;
    if (!one || !two) throw new Error('no signers');
    const gone = { ...two, call: () => Promise.reject(away) } as Signer;
    expect(await leftover([one, gone])).toMatchObject([{ id: ended.id }]);
    expect(await signOnce(next)).toMatchObject({ sub_status: 'nonce_blocked' });
    expect(await leftover(), 'not at once again').toEqual([]);
    await db
      .updateTable('orders')
      .set({ next_at: new Date(0) })
      .where('id', '=', ended.id)
      .execute();
    expect(await leftover()).toMatchObject([{ id: ended.id }]);
    expect(await read(ended.id)).toMatchObject({ status: orderStatus.rejected, closed_at: expect.any(Date) });
    expect((await events(ended.id)).at(-1)).toMatchObject({
      sub_status: 'nonce_free',
      detail: { nonce: nonceOf(half), nonce_free_from: expect.any(String) },
    });
    expect((await read(next)).next_at.getTime()).toBeLessThanOrEqual(Date.now());
    const paid = await signOnce(next);
    expect(paid).toMatchObject({ status: orderStatus.paying });
    expect(nonceOf(paid)).toBe(nonceOf(half));
    expect(await leftover(), 'once').toEqual([]);
  });
  it('is left alone when it took nothing', async () => {
    const id = await approved();
    await bare.database.db.updateTable('orders').set({ expires_at: new Date() }).where('id', '=', id).execute();
    expect(await signOnce(id)).toMatchObject({ status: orderStatus.autoCancelled });
    expect(await leftover()).toEqual([]);
  });
});

describe('an order that signers refuse for good after a session of it broke off', () => {
  async function refused(code: string, closed: readonly boolean[]): Promise<Order> {
    const id = await approved();
    await bare.database.db.updateTable('orders').set({ exposed_at: new Date() }).where('id', '=', id).execute();
    const no = (signer: string) => new SignerRefusal(signer, code, '');
    const signers = signersThat(no('1'), no('2')).map((signer, n): Signer => {
      const call = async (method: string, params: object): Promise<unknown> =>
        method === 'close' ? { closed: closed[n] } : signer.call(method as never, params as never);
      return { ...signer, call } as Signer;
    });
    return signOnce(id, { signers });
  }
  it('ends when both give it up, and holds nothing, and its nonce is free', async () => {
    const before = await balance();
    const ended = await refused('refusedByMember', [true, true]);
    expect(ended).toMatchObject({ status: orderStatus.rejected, sub_status: 'signer_refused', exposed_at: null });
    expect(await balance()).toEqual(before);
    const { db } = bare.database;
    expect(await db.selectFrom('lane_nonces').selectAll().where('order_id', '=', ended.id).execute()).toEqual([]);
  });
  it('ends as well when one gives it up, without which there is no signature, and the other may have taken part', async () => {
    const before = await balance();
    expect(await refused('refusedByMember', [true, false])).toMatchObject({
      status: orderStatus.rejected,
      sub_status: 'signer_refused',
      exposed_at: expect.any(Date),
      closed_at: null,
    });
    expect(await balance()).toEqual(before);
  });
  it('stays while both may have taken part', async () => {
    expect(await refused('refusedByMember', [false, false])).toMatchObject({
      status: orderStatus.awaitingSignature,
      sub_status: 'signer_waiting',
    });
  });
  it('is given up for nothing that may pass, and signed at the next try: a hook that did not answer once', async () => {
    const half = await refused('callbackDenied', [true, true]);
    expect(half).toMatchObject({
      status: orderStatus.awaitingSignature,
      exposed_at: expect.any(Date),
      closed_at: null,
    });
    expect(await signOnce(half.id)).toMatchObject({ status: orderStatus.paying });
  });
});

describe('an order of a chain whose node is on another network', () => {
  const elsewhere = (change: { code: 'wrongNetwork' | 'unreachable' }): Partial<OrderDeps> => ({
    readerOf: () => ({
      ...bare.reader,
      checkNetwork: () => Promise.reject(new RpcError(change.code, 'the node is on regtest')),
    }),
  });

  it('is not signed, and says so, until the right one answers; a node that is merely away hinders no signature', async () => {
    const id = await approved();
    const waiting = await signOnce(id, elsewhere({ code: 'wrongNetwork' }));
    expect(waiting).toMatchObject({ status: orderStatus.awaitingSignature, plan: null, raw: null });
    expect(waiting.last_error).toContain('wrongNetwork');
    expect(await signOnce(id)).toMatchObject({ status: orderStatus.paying });
    expect(await signOnce(await approved(), elsewhere({ code: 'unreachable' }))).toMatchObject({
      status: orderStatus.paying,
    });
  });
});

describe('a payment for which signers ask more approvals by a price that rose', () => {
  const missing = (priceRose: boolean) => (signer: string) =>
    new SignerRefusal(signer, 'approvalsMissing', '', { priceRose });
  const refusedAs = (priceRose: boolean) => ({
    signers: signersThat(missing(priceRose)('1'), missing(priceRose)('2')),
  });

  it('is not lost though the server finds nothing missing: it waits, without a nonce, and is paid when they take it', async () => {
    const waiting = await signOnce(await approved(), refusedAs(true));
    expect(waiting).toMatchObject({ status: 1100, sub_status: 'signer_waiting', plan: null });
    expect(waiting.last_error).toContain('approvalsMissing');
    expect(await signOnce(waiting.id)).toMatchObject({ status: orderStatus.paying });
  });
  it('ends when approvals are missing for another reason', async () => {
    expect(await signOnce(await approved(), refusedAs(false))).toMatchObject({ status: orderStatus.rejected });
  });
});
