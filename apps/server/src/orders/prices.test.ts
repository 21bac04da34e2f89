import { newIdentity } from '@holdfast/channel';
import { type OrderId, orderStatus } from '@holdfast/contract';
import {
  canonicalText,
  type PolicyDocument,
  parseIntent,
  policyHash,
  type SignedQuote,
  signQuote,
  unconditional,
} from '@holdfast/policy';
import { decide } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findDrift } from '../ledger/service.ts';
import { balanceOf } from '../ledger/test/assets.ts';
import { type Signer, SignerRefusal } from '../signers/client.ts';
import { type Bare, startBare, takeApproval } from '../test/bare.ts';
import { workOnAwaitingApproval } from './announce.ts';
import type { CurrentPolicy, OrderDeps } from './deps.ts';
import { createKeys } from './keys.ts';
import type { Order } from './moves.ts';
import { claimReclaimable, reclaim } from './reclaim.ts';
import { reissueIntent } from './reissue.ts';
import { createOrders } from './service.ts';
import { signOrder } from './sign.ts';

/**
 * The price rises over a limit when a signer has admitted the payment already and the other could not be reached: what it is to be paid with is bound to it
 * there. The same with real signers and without a plan: `rules/moving-prices.test.ts`.
 */
let bare: Bare;
let rules: CurrentPolicy;
let usd: string;
const keys = ['1', '2'].map((id) => ({ id, ...newIdentity().sign }));

const current = (document: PolicyDocument): CurrentPolicy => ({
  document,
  text: canonicalText(document),
  hash: policyHash(document),
  graceRules: [],
});
/** Up to 1,000 USD the word of who asks is enough. */
const ruled = (document: PolicyDocument): PolicyDocument => ({
  ...document,
  signers: document.signers.map((signer, n) => ({
    ...signer,
    identity: Buffer.from(keys[n]?.public ?? []).toString('hex'),
  })),
  senior: [
    {
      id: 'small',
      name: 'small',
      enabled: 'on',
      type: 'transfer',
      when: { ...unconditional, amount: { unit: 'usd', over: '', upTo: '100000', hours: '0', scope: 'workspace' } },
      action: 'pass',
      signProtection: 'off',
      nodes: [],
    },
  ],
});
beforeAll(async () => {
  bare = await startBare(100);
  rules = current({ ...ruled(bare.document), version: '2', prev: policyHash(bare.document) });
});
afterAll(() => bare?.close());
beforeEach(() => {
  usd = '2000';
});

const quotes = async (): Promise<SignedQuote[]> =>
  keys.map(({ id: signer, secret: secretKey }) => {
    const { deployment } = rules.document;
    return signQuote(
      { deployment, chain: bare.chain.id, contract: '', usd, at: String(Date.now()), signer },
      secretKey,
    );
  });
const deps = (change: Partial<OrderDeps> = {}): OrderDeps => ({
  ...bare.deps(),
  policy: async () => rules,
  quotes,
  ...change,
});
const read = (id: OrderId) =>
  bare.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const balance = () => balanceOf(bare.database.db, bare.books.workspaceId, bare.subWallet, 'SLT');
const nonceOf = (order: Order) => (order.plan as { nonce?: string } | null)?.nonce;

async function says(id: OrderId, decision: 'initiate' | 'approve' | 'refuse'): Promise<void> {
  const { intent, intent_id } = await read(id);
  await takeApproval(deps(), intent_id, decide(bare.owner, parseIntent(intent), decision));
}
/** Claims one order and does its next step. */
async function step(id: OrderId, change: Partial<OrderDeps> = {}): Promise<Order> {
  const { db } = bare.database;
  const order = await db
    .updateTable('orders')
    .set((eb) => ({ lease_token: eb('lease_token', '+', 1), lease_until: null }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (order.status === orderStatus.awaitingApproval) await workOnAwaitingApproval(deps(change), order);
  else await signOrder({ ...deps(change), keyAt: createKeys(db) }, order);
  return read(id);
}
/** The signers as they are, but for what the second one answers to one call. */
function second(method: string, answer: () => object): Signer[] {
  return deps().signers.map((signer, n): Signer => {
    const call = async (name: string, params: object): Promise<unknown> =>
      n === 1 && name === method ? answer() : signer.call(name as never, params as never);
    return { ...signer, call } as Signer;
  });
}
const away = (): never => {
  throw new Error('connection refused');
};

/** What a signer says that was shown 3,000 USD. */
function asks(signer: string): never {
  const prices = { [`${bare.chain.id}|`]: '3000' };
  throw new SignerRefusal(signer, 'approvalsMissing', '', { priceRose: true, prices });
}

/** 800 USD, agreed to by who asks, admitted by the first signer alone. */
async function admitted(): Promise<Order> {
  const id = await bare.order(400_000n);
  await reissueIntent(deps(), await read(id), rules);
  await step(id);
  await says(id, 'initiate');
  const planned = await step(id, { signers: second('sign.open', away) });
  expect(planned).toMatchObject({ status: orderStatus.awaitingSignature, exposed_at: null });
  expect(nonceOf(planned)).toEqual(expect.any(String));
  return planned;
}
/** Then 1,200 USD, which takes another approval. */
async function risen(): Promise<Order> {
  const planned = await admitted();
  usd = '3000';
  await step(planned.id);
  usd = '2000';
  return planned;
}
const waiting = { status: orderStatus.awaitingApproval, sub_status: 'price_rose' } as const;

/** Signers that answer one call in another way. */
const answering = (signers: readonly Signer[], method: string, answer: (signer: Signer, params: object) => unknown) =>
  signers.map((signer): Signer => {
    const call = async (name: string, params: object): Promise<unknown> =>
      name === method ? answer(signer, params) : signer.call(name as never, params as never);
    return { ...signer, call } as Signer;
  });
const asking = (): Signer[] => answering(deps().signers, 'sign.open', ({ id }) => asks(id));
/** Its session broke off before any part of it had left: a signature may exist, as far as the server knows. */
async function begun(): Promise<Order> {
  const { id } = await admitted();
  const order = await step(id, { signers: answering(deps().signers, 'sign.step', away) });
  expect(order).toMatchObject({ status: orderStatus.awaitingSignature, exposed_at: expect.any(Date) });
  return order;
}
/** The first signer may have given its part, and asks for nothing more; the second one does. */
async function halfGiven(): Promise<Order> {
  const { id } = await begun();
  return step(id, { signers: second('sign.open', () => asks('2')) });
}
const kept = ({ digest, plan, exposed_at }: Order) => ({
  status: orderStatus.awaitingSignature,
  digest,
  plan,
  exposed_at,
});
/** A server that dies when its signers have given the intent up, and before it hears of it. */
async function killedAtClose({ id, intent }: Order, signers = asking()): Promise<void> {
  const closed = new Set<string>();
  await new Promise<void>((resolve) => {
    const dying = answering(signers, 'close', async (signer, params) => {
      await signer.call('close', params as { intent: string });
      if (closed.add(signer.id).size === signers.length) resolve();
      return new Promise(() => undefined);
    });
    void step(id, { signers: dying });
  });
  await Promise.all(
    deps().signers.map(async (signer) => expect(await signer.call('close', { intent })).toEqual({ closed: true })),
  );
}
/** A signer whose answer to being asked to give an intent up is lost, or the question is. */
const losing = (signer: Signer, arrives: boolean): Signer => {
  const [lost = signer] = answering([signer], 'close', async (_, params) => {
    if (arrives) await signer.call('close', params as { intent: string });
    return away();
  });
  return lost;
};
/** Everybody decides on another intent of the same payment, and that alone is paid, once. */
async function isPaidAnew({ id, intent, digest }: Order, again: Order): Promise<void> {
  expect(again).toMatchObject({ status: orderStatus.awaitingApproval, sub_status: 'asked_again', exposed_at: null });
  expect(again).toMatchObject({ anew_needs: null, plan: null });
  expect(again.digest).not.toBe(digest);
  const events = await bare.database.db.selectFrom('order_events').selectAll().where('order_id', '=', id).execute();
  const [rose] = events.filter(({ sub_status }) => sub_status === 'price_rose');
  expect(rose?.detail).toMatchObject({ needs: expect.stringMatching(/0\/1$/) });
  for (const signer of deps().signers) expect(await signer.call('close', { intent })).toEqual({ closed: true });
  const sessions = bare.sessions.filter((text) => text === intent).length;
  usd = '3000';
  await step(id);
  await says(id, 'initiate');
  expect(await read(id)).toMatchObject({ status: orderStatus.awaitingApproval });
  await says(id, 'approve');
  expect(await step(id)).toMatchObject({ status: orderStatus.paying });
  expect(bare.sessions.filter((text) => text === intent)).toHaveLength(sessions);
  expect(await findDrift(bare.database.db)).toEqual([]);
}

describe('a payment that one signer has admitted, when its price rises over a limit', () => {
  it('waits for more approvals, says so, keeps its nonce, and is paid with it', async () => {
    const planned = await risen();
    const { id, plan } = planned;
    expect(await read(id)).toMatchObject({ ...waiting, plan, digest: planned.digest });
    const events = await bare.database.db.selectFrom('order_events').selectAll().where('order_id', '=', id).execute();
    expect(events.at(-1)).toMatchObject({
      sub_status: 'price_rose',
      detail: { needs: expect.stringMatching(/0\/1$/) },
    });
    await step(id);
    await says(id, 'approve');
    expect(await step(id)).toMatchObject({ status: orderStatus.paying, plan });
  });

  it('does so as well when the other signer was shown a higher price than this server knows', async () => {
    const { id, plan } = await admitted();
    const told = { [`${bare.chain.id}|`]: '3000' };
    expect(await step(id, { signers: second('sign.open', () => asks('2')) })).toMatchObject({
      ...waiting,
      plan,
      told_prices: told,
    });
    await says(id, 'approve');
    expect(await step(id)).toMatchObject({ status: orderStatus.paying, plan });
  });

  it('is asked for anew where a session of it was begun, once all signers ask for more and have given it up', async () => {
    const order = await begun();
    await isPaidAnew(order, await step(order.id, { signers: asking() }));
  });

  it('waits as it is where a session of it was begun and one signer asks for nothing more: that one may have given its part', async () => {
    const order = await halfGiven();
    const { id, digest, plan, exposed_at } = order;
    expect(order).toMatchObject({ ...waiting, told_prices: { [`${bare.chain.id}|`]: '3000' } });
    await step(id);
    await says(id, 'approve');
    expect(await read(id)).toMatchObject({ status: orderStatus.awaitingSignature, digest, plan, exposed_at });
    expect(await step(id)).toMatchObject({ status: orderStatus.paying, digest, plan });
    expect(await findDrift(bare.database.db)).toEqual([]);
  });

  it('is not given up meanwhile on our side alone: neither taken back, nor for its time, nor for other rules', async () => {
    const order = await halfGiven();
    const { id, digest, plan, exposed_at } = order;
    const orders = createOrders(deps(), () => undefined);
    const record = deps().audit.recorder('withdraw.cancel');
    const { workspaceId } = bare.books;
    const cancel = orders.cancel({ workspaceId, id, member: bare.owner.id, remark: '', record });
    await expect(cancel).rejects.toMatchObject({ refusal: 'orderNotCancellable' });
    const earlier = rules;
    rules = current({ ...rules.document, version: '3', prev: rules.hash });
    const stale = await step(id);
    rules = earlier;
    expect(stale).toMatchObject({ ...kept(order), sub_status: 'signer_waiting' });
    // The rules are what they were, and it waits for the same approvals again.
    expect(await step(id, { signers: second('sign.open', () => asks('2')) })).toMatchObject({ ...waiting, plan });
    const late = { clock: () => new Date(Number(parseIntent(order.intent).expires) + 1) };
    expect(await step(id, late)).toMatchObject(kept(order));
    const given = answering(deps().signers, 'close', ({ id: who }) => ({ closed: who === '2' }));
    expect(await step(id, { ...late, signers: given })).toMatchObject({
      status: orderStatus.autoCancelled,
      digest,
      plan,
      exposed_at,
      raw: null,
    });
    expect(await findDrift(bare.database.db)).toEqual([]);
    await reclaims(order);
  });

  it('ends once a member refuses it there and the signer that asks for more has given it up', async () => {
    const before = await balance();
    const order = await halfGiven();
    await says(order.id, 'refuse');
    expect(await read(order.id)).toMatchObject({ ...kept(order), sub_status: 'signer_waiting' });
    const refusing = answering(deps().signers, 'sign.open', ({ id }) => {
      throw new SignerRefusal(id, 'refusedByMember', '');
    });
    const mute = answering(refusing, 'close', away);
    expect(await step(order.id, { signers: mute })).toMatchObject(kept(order));
    const given = answering(refusing, 'close', ({ id }) => ({ closed: id === '2' }));
    expect(await step(order.id, { signers: given })).toMatchObject({ status: orderStatus.rejected, raw: null });
    expect(await balance()).toEqual(before);
    expect(await findDrift(bare.database.db)).toEqual([]);
    await reclaims(order);
  });

  it('is asked for anew as well by whoever goes on when the server was killed once they had given it up', async () => {
    const order = await begun();
    await killedAtClose(order);
    await isPaidAnew(order, await step(order.id));
  });

  it.each([
    ['its answer', true],
    ['the question', false],
  ])('is asked for anew as well when the second signer was asked to give it up and %s was lost', async (_, arrives) => {
    const order = await begun();
    const lost = asking().map((signer, n) => (n === 1 ? losing(signer, arrives) : signer));
    expect(await step(order.id, { signers: lost })).toMatchObject(kept(order));
    // It still does not answer: nothing is known yet.
    expect(await step(order.id, { signers: lost })).toMatchObject(kept(order));
    await isPaidAnew(
      order,
      await step(order.id, { signers: arrives ? deps().signers : second('sign.open', () => asks('2')) }),
    );
  });

  it('stays as it is while a signer that was asked to give it up says that it took part', async () => {
    const order = await begun();
    await killedAtClose(order);
    const signers = second('close', () => ({ closed: false }));
    expect(await step(order.id, { signers })).toMatchObject(kept(order));
  });

  it('ends when a member has refused it meanwhile, also when the server is killed over it', async () => {
    const order = await begun();
    const lost = asking().map((signer, n) => (n === 1 ? losing(signer, false) : signer));
    await step(order.id, { signers: lost });
    const refusing = second('sign.open', () => {
      throw new SignerRefusal('2', 'refusedByMember', '');
    });
    await killedAtClose(order, refusing);
    expect(await step(order.id)).toMatchObject({ status: orderStatus.rejected, digest: order.digest });
  });

  it('ends when its signers have given it up for no reason known here', async () => {
    const { id, intent } = await begun();
    await Promise.all(deps().signers.map((signer) => signer.call('close', { intent })));
    expect(await step(id)).toMatchObject({ status: orderStatus.rejected, sub_status: 'signer_refused' });
  });

  it('can be refused or cancelled while it waits: its coins are free, and its nonce once all signers have given it up', async () => {
    const before = await balance();
    const refused = await risen();
    await says(refused.id, 'refuse');
    expect(await read(refused.id)).toMatchObject({ status: orderStatus.approvalRefused });
    await reclaims(refused);
    const cancelled = await risen();
    expect(nonceOf(cancelled)).toBe(nonceOf(refused));
    const orders = createOrders(deps(), () => undefined);
    const record = deps().audit.recorder('withdraw.cancel');
    const { workspaceId } = bare.books;
    await orders.cancel({ workspaceId, id: cancelled.id, member: bare.owner.id, remark: '', record });
    await reclaims(cancelled);
    expect(await balance()).toEqual(before);
    expect(await findDrift(bare.database.db)).toEqual([]);
  });

  /** Ended, it has its nonce until the signers have given it up. */
  async function reclaims({ id, plan }: Order): Promise<void> {
    const { db } = bare.database;
    expect(await read(id)).toMatchObject({ plan, closed_at: null });
    await db
      .updateTable('orders')
      .set({ next_at: new Date(0), lease_until: null })
      .where('id', '=', id)
      .execute();
    const [ended] = await claimReclaimable(db, 1);
    if (ended?.id !== id) throw new Error('it is not claimed');
    await reclaim(deps(), ended);
    expect(await read(id)).toMatchObject({ closed_at: expect.any(Date) });
  }

  it('is asked for again under other rules only when all signers have given it up, and then without its nonce', async () => {
    const planned = await risen();
    const [{ id, digest, plan }, earlier] = [planned, rules];
    rules = current({ ...rules.document, version: '3', prev: rules.hash });
    expect(await step(id, { signers: second('close', away) })).toMatchObject({ ...waiting, digest, plan });
    expect(await step(id, { signers: second('close', () => ({ closed: false })) })).toMatchObject({ digest, plan });
    await reissueIntent(deps(), await read(id), rules);
    expect(await read(id)).toMatchObject({ digest, plan });
    const other = bare.database.db.updateTable('orders').set({ intent_id: crypto.randomUUID() }).where('id', '=', id);
    await expect(other.execute()).rejects.toThrow('may be known to a signer');
    const again = await step(id);
    expect(again).toMatchObject({ status: orderStatus.awaitingApproval, sub_status: 'asked_again', plan: null });
    expect(again.digest).not.toBe(digest);
    rules = earlier;
  });
});
