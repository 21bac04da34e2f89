import { type OrderId, orderStatus } from '@holdfast/contract';
import { canonicalText, type PolicyDocument, parseIntent, policyHash } from '@holdfast/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOf } from '../chains/reserved.ts';
import { findDrift } from '../ledger/service.ts';
import { balanceOf } from '../ledger/test/assets.ts';
import { type Signer, SignerRefusal } from '../signers/client.ts';
import { approvalOf, type Bare, plainMaxFee, startBare, takeApproval } from '../test/bare.ts';
import type { Abandonment } from './abandonment.ts';
import type { CurrentPolicy, OrderDeps } from './deps.ts';
import { createKeys } from './keys.ts';
import type { Order } from './moves.ts';
import { reissueIntent } from './reissue.ts';
import { signOrder } from './sign.ts';

/** The rules change when an order is approved, admitted by a signer or two, or half signed. */
let bare: Bare;
let rules: CurrentPolicy;
beforeAll(async () => {
  bare = await startBare(100);
  rules = current({ ...bare.document, version: '2', prev: policyHash(bare.document) });
});
afterAll(() => bare?.close());

const current = (document: PolicyDocument): CurrentPolicy => ({
  document,
  text: canonicalText(document),
  hash: policyHash(document),
  graceRules: [],
});
const read = (id: OrderId) =>
  bare.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const decisions = (id: OrderId) =>
  bare.database.db.selectFrom('order_approvals').select('member').where('order_id', '=', id).execute();
const balance = () => balanceOf(bare.database.db, bare.books.workspaceId, bare.subWallet, 'SLT');
const nonceOf = (order: Order) => (order.plan as { nonce?: string } | null)?.nonce;
const changed = (change: Partial<OrderDeps> = {}): OrderDeps => ({
  ...bare.deps(),
  policy: async () => rules,
  ...change,
});

async function approve(id: OrderId, deps = bare.deps()): Promise<void> {
  const { intentId, approval } = await approvalOf(bare, id);
  await takeApproval(deps, intentId, approval);
}
async function approved(): Promise<OrderId> {
  const id = await bare.order(10n ** 16n);
  await approve(id);
  return id;
}
/** Claims one order and does one step of signing it. */
async function signOnce(id: OrderId, deps: OrderDeps): Promise<Order> {
  const { db } = bare.database;
  const order = await db
    .updateTable('orders')
    .set((eb) => ({ lease_token: eb('lease_token', '+', 1), lease_until: null }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await signOrder({ ...deps, keyAt: createKeys(db) }, order);
  return read(id);
}
type Word = 'old' | 'new' | 'given' | 'away' | 'mute';
/** Signers under the old rules, under the new ones, or that say something else when they are asked to give an intent up. */
function signersAt(...words: Word[]): Signer[] {
  return bare.deps().signers.map((signer, n): Signer => {
    const word = words[n];
    const call = async (method: string, params: object): Promise<unknown> => {
      if (word === 'away') throw new Error('connection refused');
      if (method === 'sign.open' && word === 'new' && isOld(params))
        throw new SignerRefusal(signer.id, 'policyStale', '');
      if (method === 'close' && word === 'given') return { closed: false };
      if (method === 'close' && word === 'mute') throw new SignerRefusal(signer.id, 'badRequest', '');
      return signer.call(method as never, params as never);
    };
    return { ...signer, call } as Signer;
  });
}
const isOld = (params: object): boolean =>
  parseIntent(String((params as { intent: string }).intent)).policy.hash !== rules.hash;

const given: Abandonment = { state: 'over', unsigned: true };

describe('an approved order, when the rules change', () => {
  it('is asked for again under them, with what it holds, and paid once it is approved anew', async () => {
    const before = await balance();
    const id = await approved();
    const held = await balance();
    const [asked, earlier] = [await read(id), await approvalOf(bare, id)];
    const again = await signOnce(id, changed({ signers: signersAt('new', 'new') }));
    expect(again).toMatchObject({ status: orderStatus.awaitingApproval, sub_status: 'asked_again', plan: null });
    expect(parseIntent(again.intent)).toMatchObject({
      ...parseIntent(asked.intent),
      policy: { version: '2', hash: rules.hash },
      id: again.intent_id,
      created: expect.any(String),
      notBefore: expect.any(String),
    });
    expect(again.intent_id).not.toBe(asked.intent_id);
    expect(await decisions(id)).toEqual([]);
    expect(await balance()).toEqual(held);
    expect(held).not.toEqual(before);

    // What was approved before is worth nothing.
    expect(await takeApproval(changed(), earlier.intentId, earlier.approval)).toBe(false);
    await approve(id, changed());
    expect(await signOnce(id, changed({ signers: signersAt('new', 'new') }))).toMatchObject({
      status: orderStatus.paying,
    });
    expect(await findDrift(bare.database.db)).toEqual([]);
  });

  it('gives its nonce to the next order, and takes another when its turn comes again', async () => {
    const { db } = bare.database;
    const id = await approved();
    // It was planned, and then neither signer could be reached.
    const planned = await signOnce(id, { ...bare.deps(), signers: signersAt('away', 'away') });
    expect(nonceOf(planned)).toEqual(expect.any(String));
    const again = await signOnce(id, changed({ signers: signersAt('new', 'new') }));
    expect(again).toMatchObject({ status: orderStatus.awaitingApproval, plan: null, admitted_at: null });
    expect(await db.selectFrom('lane_nonces').selectAll().where('order_id', '=', id).execute()).toEqual([]);
    const next = await approved();
    expect(nonceOf(await signOnce(next, bare.deps()))).toBe(nonceOf(planned));
    await approve(id, changed());
    const paid = await signOnce(id, changed({ signers: signersAt('new', 'new') }));
    expect(paid).toMatchObject({ status: orderStatus.paying });
    expect(Number(nonceOf(paid))).toBe(Number(nonceOf(planned)) + 1);
  });

  it('is asked for again as well when the signers say so before the server knows the new rules: it waits until it does', async () => {
    const id = await approved();
    const waiting = await signOnce(id, { ...bare.deps(), signers: signersAt('new', 'new') });
    expect(waiting).toMatchObject({ status: orderStatus.awaitingSignature, sub_status: 'signer_waiting' });
    expect(await signOnce(id, changed({ signers: signersAt('new', 'new') }))).toMatchObject({
      status: orderStatus.awaitingApproval,
    });
  });

  it.each<[string, Word, Word]>([
    ['one signer is away', 'new', 'away'],
    ['both are away', 'away', 'away'],
  ])('waits as it is while %s', async (_, first, second) => {
    const id = await approved();
    const asked = await read(id);
    const waiting = await signOnce(id, changed({ signers: signersAt(first, second) }));
    expect(waiting).toMatchObject({ status: orderStatus.awaitingSignature, digest: asked.digest, plan: null });
    expect(bare.sessions.filter((text) => text === asked.intent)).toEqual([]);
  });

  it.each<[string, Word]>([
    ['says that it took part', 'given'],
    ['does not tell', 'mute'],
  ])('ends, and is not asked for again, when no session of it was begun and a signer %s', async (_, word) => {
    const before = await balance();
    const id = await approved();
    const asked = await read(id);
    const stale = signersAt('new', word).map((signer): Signer => {
      const call = (method: string, params: object): Promise<never> =>
        method === 'sign.open'
          ? Promise.reject(new SignerRefusal(signer.id, 'policyStale', ''))
          : (signer.call(method as never, params as never) as Promise<never>);
      return { ...signer, call } as Signer;
    });
    expect(await signOnce(id, changed({ signers: stale }))).toMatchObject({
      status: orderStatus.rejected,
      sub_status: 'signer_refused',
      digest: asked.digest,
    });
    expect(await balance()).toEqual(before);
  });

  it('is asked for again at once, also by a signer that does not have the change yet', async () => {
    const id = await approved();
    const again = await signOnce(id, changed({ signers: signersAt('new', 'old') }));
    expect(again).toMatchObject({ status: orderStatus.awaitingApproval, sub_status: 'asked_again' });
  });

  /** Planned and admitted by both, and then broken off: a signature may exist, as far as the server knows. */
  async function begun(): Promise<Order> {
    const { signers } = bare.deps();
    const broken = signers.map((signer): Signer => {
      const call = (method: string, params: object): Promise<never> =>
        method === 'sign.step'
          ? Promise.reject(new Error('connection lost'))
          : (signer.call(method as never, params as never) as Promise<never>);
      return { ...signer, call } as Signer;
    });
    const order = await signOnce(await approved(), { ...bare.deps(), signers: broken });
    expect(order).toMatchObject({ status: orderStatus.awaitingSignature, exposed_at: expect.any(Date) });
    return order;
  }

  it('is asked for again after a session broke off, when both signers give it up, and paid once', async () => {
    const held = await balance();
    const order = await begun();
    const again = await signOnce(order.id, changed({ signers: signersAt('new', 'new') }));
    expect(again).toMatchObject({
      status: orderStatus.awaitingApproval,
      sub_status: 'asked_again',
      plan: null,
      exposed_at: null,
      closed_at: null,
    });
    expect(again.digest).not.toBe(order.digest);
    const { db } = bare.database;
    expect(await db.selectFrom('lane_nonces').selectAll().where('order_id', '=', order.id).execute()).toEqual([]);
    // The account's next order has its nonce, and the signers sign nothing of what was given up.
    expect(nonceOf(await signOnce(await approved(), bare.deps()))).toBe(nonceOf(order));
    await approve(order.id, changed());
    expect(await signOnce(order.id, changed({ signers: signersAt('new', 'new') }))).toMatchObject({
      status: orderStatus.paying,
    });
    expect(bare.sessions.filter((text) => text === order.intent)).toHaveLength(2);
    expect(await findDrift(db)).toEqual([]);
    expect((await balance()).available).toBe(held.available - 2n * (10n ** 16n + plainMaxFee));
  });

  it.each<[string, Word, Word]>([
    ['one signer has taken part', 'new', 'given'],
    ['both have taken part', 'given', 'given'],
    ['one does not tell', 'new', 'mute'],
    ['one is away', 'new', 'away'],
  ])('stays as it is after a session broke off, with its nonce and hold, while %s', async (_, first, second) => {
    const order = await begun();
    const late = await signOnce(order.id, changed({ signers: signersAt(first, second) }));
    expect(late).toMatchObject({
      status: orderStatus.awaitingSignature,
      sub_status: 'signer_waiting',
      digest: order.digest,
      plan: order.plan,
      exposed_at: order.exposed_at,
    });
    // When its time is over it ends if one says that it never took part, as that takes both.
    const { db } = bare.database;
    await db.updateTable('orders').set({ expires_at: new Date() }).where('id', '=', order.id).execute();
    const over = await signOnce(order.id, changed({ signers: signersAt(first, second) }));
    expect(over.status).toBe(first === 'new' ? orderStatus.autoCancelled : orderStatus.awaitingSignature);
    if (first === 'given') await endsLater(order);
    await db
      .updateTable('lane_nonces')
      .set({ free_from: new Date(0) })
      .where('order_id', '=', order.id)
      .execute();
  });

  /** Both let it go and we have no bytes of it: it does not hold its account for ever. */
  async function endsLater(order: Order): Promise<void> {
    const { db } = bare.database;
    const long = new Date(Date.now() - 130_000);
    await db.updateTable('orders').set({ expires_at: long }).where('id', '=', order.id).execute();
    expect(await signOnce(order.id, changed({ signers: signersAt('given', 'given') }))).toMatchObject({
      status: orderStatus.autoCancelled,
      sub_status: 'expired',
      exposed_at: order.exposed_at,
    });
    const events = await db.selectFrom('order_events').select('detail').where('order_id', '=', order.id).execute();
    expect(events.map(({ detail }) => detail)).toContainEqual(expect.objectContaining({ reason: 'signatureMayExist' }));
    expect(await openOf(db, order)).toEqual([{ id: order.id, intent_id: order.intent_id }]);
    expect(await findDrift(db)).toEqual([]);
  }

  it('is not asked for again on our word alone once a signature may exist', async () => {
    const { db } = bare.database;
    const seen = await begun();
    await reissueIntent(changed(), seen, rules);
    expect(await read(seen.id)).toMatchObject({ status: orderStatus.awaitingSignature, digest: seen.digest });
    const order = () => db.updateTable('orders').where('id', '=', seen.id);
    const force = order().set({ status: 1000, plan: null }).execute();
    await expect(force).rejects.toThrow('may be signed already');
    await expect(order().set({ exposed_at: null }).execute()).rejects.toThrow('may be signed already');
    await order().set({ exposed_at: null, closed_at: new Date() }).execute();
    await expect(order().set({ exposed_at: new Date() }).execute()).rejects.toThrow('orders_closed_is_unsigned');
    await expect(order().set({ closed_at: null }).execute()).rejects.toThrow('was given up');
  });
});

it('a worker that was still signing under the earlier intent stores nothing once the order was asked for again', async () => {
  const id = await approved();
  const deps = bare.deps();
  // Both signers answer the late worker; while they do, another asks for the order again. No signer does so: the server must not rest on it.
  const signers = deps.signers.map((signer, n): Signer => {
    const call = async (method: string, params: object): Promise<never> => {
      if (n === 0 && method === 'sign.open') await reissueIntent(changed(), await read(id), rules, given);
      return signer.call(method as never, params as never) as Promise<never>;
    };
    return { ...signer, call } as Signer;
  });
  expect(await signOnce(id, { ...deps, signers })).toMatchObject({
    status: orderStatus.awaitingApproval,
    sub_status: 'asked_again',
    exposed_at: null,
    raw: null,
  });
});
