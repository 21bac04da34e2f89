import { type OrderId, orderStatus } from '@holdfast/contract';
import {
  type Approval,
  canonicalText,
  type PolicyDocument,
  parseIntent,
  policyHash,
  type SeniorRule,
} from '@holdfast/policy';
import { decide, genesisDocument, newTestMember, type TestMember } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findDrift } from '../ledger/service.ts';
import { balanceOf } from '../ledger/test/assets.ts';
import { type Signer, SignerRefusal } from '../signers/client.ts';
import { type Bare, startBare, takeApproval } from '../test/bare.ts';
import type { CurrentPolicy, OrderDeps } from './deps.ts';
import { createKeys } from './keys.ts';
import { reissueIntent } from './reissue.ts';
import { signOrder } from './sign.ts';

/** One refusal ends an order, whenever it becomes known and whichever of the order's intents it is on; an approval counts for its own intent alone. */
const viewer = newTestMember('viewer-1', 'viewer');
let bare: Bare;
let rules: CurrentPolicy;
let later: CurrentPolicy;
const nextOf = (document: PolicyDocument): CurrentPolicy => {
  const next = {
    ...document,
    version: String(Number(document.version) + 1),
    prev: policyHash(document),
    members: [...document.members.filter(({ id }) => id !== viewer.id), ...genesisDocument([viewer], []).members],
  };
  return { document: next, text: canonicalText(next), hash: policyHash(next), graceRules: [] };
};
beforeAll(async () => {
  bare = await startBare(100);
  rules = nextOf(bare.document);
  later = nextOf(rules.document);
});
afterAll(() => bare?.close());

const under = (policy: CurrentPolicy): OrderDeps => ({ ...bare.deps(), policy: async () => policy });
const read = (id: OrderId) =>
  bare.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const balance = () => balanceOf(bare.database.db, bare.books.workspaceId, bare.subWallet, 'SLT');
interface Said {
  readonly intentId: string;
  readonly approval: Approval;
}
/** What somebody says of an order as it is asked for now. */
async function said(id: OrderId, decision: Approval['decision'], member: TestMember = bare.owner): Promise<Said> {
  const { intent, intent_id: intentId } = await read(id);
  return { intentId, approval: decide(member, parseIntent(intent), decision) };
}
const take = ({ intentId, approval }: Said, policy = rules) => takeApproval(under(policy), intentId, approval);
async function askedAgain(id: OrderId, policy = rules): Promise<void> {
  await reissueIntent(under(policy), await read(id), policy);
}

let free: Awaited<ReturnType<typeof balance>>;
let id: OrderId;
beforeEach(async () => {
  free = await balance();
  id = await bare.order(10n ** 16n);
});
async function isRefused(): Promise<void> {
  expect(await read(id)).toMatchObject({ status: orderStatus.approvalRefused, sub_status: 'refused' });
  expect(await balance()).toEqual(free);
  expect(await findDrift(bare.database.db)).toEqual([]);
}

describe('a refusal of the intent that was just replaced ends the order', () => {
  it('when it arrives after the order was asked for again', async () => {
    const no = await said(id, 'refuse');
    await askedAgain(id);
    expect(await take(no)).toBe(true);
    await isRefused();
    expect(await take(no)).toBe(false);
  });
  it('when it arrives after the server has learnt the new rules and before it asked again', async () => {
    const no = await said(id, 'refuse');
    expect(await take(no)).toBe(true);
    await isRefused();
  });
  it('when the order was asked for again twice', async () => {
    const no = await said(id, 'refuse');
    await askedAgain(id);
    await askedAgain(id, later);
    expect(await take(no, later)).toBe(true);
    await isRefused();
  });
  it('when the new one was approved meanwhile', async () => {
    const no = await said(id, 'refuse');
    await askedAgain(id);
    expect(await take(await said(id, 'approve'))).toBe(true);
    expect(await read(id)).toMatchObject({ status: orderStatus.awaitingSignature });
    expect(await take(no)).toBe(true);
    await isRefused();
  });
  it('when it is asked for again in the very moment', async () => {
    const no = await said(id, 'refuse');
    let asking: Promise<void> | undefined;
    const policy = async (): Promise<CurrentPolicy> => {
      asking ??= askedAgain(id);
      await asking;
      return rules;
    };
    expect(await takeApproval({ ...bare.deps(), policy }, no.intentId, no.approval)).toBe(true);
    await isRefused();
  });
});

describe('what the rules ask of the order, they ask of it once', () => {
  const bob = newTestMember('bob-1', 'approver');
  const when = (over: string, upTo: string, unit: 'coin' | 'usd', hours: string): SeniorRule['when'] => ({
    initiators: [],
    wallets: [],
    assets: { mode: 'any', list: [] },
    amount: { unit, over, upTo, hours, scope: 'wallet' },
    destinations: { mode: 'any', entries: [] },
    calls: [],
  });
  const nodes = [{ name: 'n', kind: 'approve' as const, approvers: [bob.id], threshold: '1' }];
  const rest = { enabled: 'on', type: 'transfer', signProtection: 'on' } as const;
  /** Bob decides up to an amount; nobody can beyond it. */
  const limited = (upTo: string, unit: 'coin' | 'usd', hours: string): CurrentPolicy =>
    nextOf({
      ...bare.document,
      members: [...bare.document.members, ...genesisDocument([bob], []).members],
      senior: [
        { ...rest, id: 'up-to', name: 'Up to', when: when('', upTo, unit, hours), action: 'flow', nodes },
        { ...rest, id: 'beyond', name: 'Beyond', when: when(upTo, '', unit, hours), action: 'refuse', nodes: [] },
      ],
    });

  it('a limit of all that is asked for does not count it twice', async () => {
    id = await bare.order(20n * 10n ** 18n);
    const no = await said(id, 'refuse', bob);
    const policy = limited(String(30n * 10n ** 18n), 'coin', '24');
    await askedAgain(id, policy);
    expect(await take(no, policy)).toBe(true);
    expect(await read(id)).toMatchObject({ status: orderStatus.approvalRefused, sub_status: 'refused' });
  });
  it('another payment asked for since silences nobody', async () => {
    const policy = limited(String(30n * 10n ** 18n), 'coin', '24');
    id = await bare.order(20n * 10n ** 18n);
    await askedAgain(id, policy);
    for (const [decision, member] of [
      ['initiate', bare.owner],
      ['approve', bob],
    ] as const)
      await take(await said(id, decision, member), policy);
    expect(await read(id)).toMatchObject({ status: orderStatus.awaitingSignature });
    const no = await said(id, 'refuse', bob);
    await bare.order(15n * 10n ** 18n);
    expect(await take(no, policy)).toBe(true);
    expect(await read(id)).toMatchObject({ status: orderStatus.approvalRefused, sub_status: 'refused' });
  });
  it('its value is asked for, though no signer has been shown the new intent yet', async () => {
    const no = await said(id, 'refuse', bob);
    const policy = limited('1000000', 'usd', '0');
    await askedAgain(id, policy);
    let asked = 0;
    const quotes: OrderDeps['quotes'] = async () => {
      asked++;
      return [];
    };
    await takeApproval({ ...under(policy), quotes }, no.intentId, no.approval);
    expect(asked).toBe(1);
  });
});

describe('nothing else that was said of it counts', () => {
  it.each(['initiate', 'approve'] as const)('“%s”', async (decision) => {
    const earlier = await said(id, decision);
    await askedAgain(id);
    expect(await take(earlier)).toBe(false);
    expect(await read(id)).toMatchObject({ status: orderStatus.awaitingApproval, sub_status: 'asked_again' });
  });
  it('an approval that is told to be a refusal', async () => {
    const { intentId, approval } = await said(id, 'approve');
    await askedAgain(id);
    expect(await take({ intentId, approval: { ...approval, decision: 'refuse' } })).toBe(false);
    expect(await read(id)).toMatchObject({ status: orderStatus.awaitingApproval });
  });
  it('the refusal of another order', async () => {
    const other = await bare.order(10n ** 16n);
    const [mine, no] = [await said(id, 'refuse'), await said(other, 'refuse')];
    await askedAgain(id);
    expect(await take({ intentId: mine.intentId, approval: no.approval })).toBe(false);
    expect(await read(id)).toMatchObject({ status: orderStatus.awaitingApproval });
  });
  it.each<[string, TestMember]>([
    ['who only looks on', viewer],
    ['whom the rules do not know', newTestMember('eve', 'owner')],
  ])('the refusal of somebody %s', async (_, member) => {
    const no = await said(id, 'refuse', member);
    expect(await take(no)).toBe(false);
    await askedAgain(id);
    expect(await take(no)).toBe(false);
    expect(await read(id)).toMatchObject({ status: orderStatus.awaitingApproval });
  });
});

describe('a refusal of an order that is approved', () => {
  const approve = async (): Promise<void> => void (await take(await said(id, 'approve'), current()));
  const current = (): CurrentPolicy => ({
    document: bare.document,
    text: '',
    hash: policyHash(bare.document),
    graceRules: [],
  });
  it('ends it as long as no signature may exist', async () => {
    await approve();
    expect(await take(await said(id, 'refuse'), current())).toBe(true);
    await isRefused();
  });
  it('while no signer admits it, blocks no other payment of its account', async () => {
    const { db } = bare.database;
    const frozen = bare.deps().signers.map((signer): Signer => {
      const call = async (): Promise<never> => {
        throw new SignerRefusal(signer.id, 'frozen', '');
      };
      return { ...signer, call };
    });
    await approve();
    const order = await read(id);
    await signOrder({ ...bare.deps(), signers: frozen, keyAt: createKeys(db) }, order);
    expect(await read(id)).toMatchObject({ status: orderStatus.awaitingSignature, sub_status: 'signer_waiting' });
    expect(await take(await said(id, 'refuse'), current())).toBe(true);
    await isRefused();
    expect(await db.selectFrom('lane_nonces').select('nonce').where('order_id', '=', id).execute()).toEqual([]);
  });
  it('does so while a session is being opened: no message of it is carried', async () => {
    const { db } = bare.database;
    await approve();
    const order = await db
      .updateTable('orders')
      .set({ lease_token: 1 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const no = await said(id, 'refuse');
    let stepped = 0;
    const signers = bare.deps().signers.map((signer, n): Signer => {
      const call = async (method: string, params: object): Promise<never> => {
        if (method === 'sign.step') stepped++;
        if (n === 0 && method === 'sign.open') await take(no, current());
        return signer.call(method as never, params as never) as Promise<never>;
      };
      return { ...signer, call } as Signer;
    });
    await signOrder({ ...bare.deps(), signers, keyAt: createKeys(db) }, order);
    await isRefused();
    expect(stepped).toBe(0);
    // A signer may have bound the nonce: it stays taken until no signer holds it for this order any more.
    expect(await db.selectFrom('lane_nonces').select('free_from').where('order_id', '=', id).execute()).toEqual([
      { free_from: expect.any(Date) },
    ]);
  });
  it('comes too late once a signature may exist', async () => {
    const { db } = bare.database;
    await approve();
    await db.updateTable('orders').set({ exposed_at: new Date() }).where('id', '=', id).execute();
    expect(await take(await said(id, 'refuse'), current())).toBe(false);
    expect(await read(id)).toMatchObject({ status: orderStatus.awaitingSignature });
  });
});
