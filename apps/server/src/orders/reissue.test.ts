import { type OrderId, orderStatus } from '@holdfast/contract';
import { canonicalText, type PolicyDocument, parseIntent, parsePolicy, policyHash } from '@holdfast/policy';
import { decide } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf } from '../ledger/test/assets.ts';
import type { ProposalDeps } from '../proposals/deps.ts';
import * as proposals from '../proposals/queries.ts';
import { reissueIntent as askChangeAgain } from '../proposals/reissue.ts';
import { createProposals, proposalStatus } from '../proposals/service.ts';
import { type Signer, SignerRefusal } from '../signers/client.ts';
import { approvalOf, type Bare, startBare, takeApproval } from '../test/bare.ts';
import { workOnAwaitingApproval } from './announce.ts';
import type { CurrentPolicy, OrderDeps } from './deps.ts';
import { reissueIntent } from './reissue.ts';

/**
 * A decision that arrives while its request is being asked for again. The one place where the two can meet is between reading the request and locking
 * it, where the rules are asked for: there the test lets the asking happen.
 */
let bare: Bare;
beforeAll(async () => {
  bare = await startBare(100);
});
afterAll(() => bare?.close());

const nextOf = (document: PolicyDocument): PolicyDocument => ({
  ...document,
  version: String(Number(document.version) + 1),
  prev: policyHash(document),
});
const current = (document: PolicyDocument): CurrentPolicy => ({
  document,
  text: canonicalText(document),
  hash: policyHash(document),
  graceRules: [],
});
/** The rules as they are asked for; what happens the first time, happens before the answer. */
function rulesAfter(rules: CurrentPolicy, happen: () => Promise<unknown>): OrderDeps['policy'] {
  let happened: Promise<unknown> | undefined;
  return async () => {
    happened ??= happen();
    await happened;
    return rules;
  };
}

describe('an order', () => {
  const read = (id: OrderId) =>
    bare.database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const decisions = (id: OrderId) =>
    bare.database.db.selectFrom('order_approvals').select('member').where('order_id', '=', id).execute();

  it('takes no decision on its earlier intent once it is asked for again, and the same member’s on the new one', async () => {
    const id = await bare.order(10n ** 16n);
    const rules = current(nextOf(bare.document));
    const earlier = await approvalOf(bare, id);
    // What the rules were is answered a moment before they are others.
    const policy = rulesAfter(current(bare.document), async () => reissueIntent(bare.deps(), await read(id), rules));
    expect(await takeApproval({ ...bare.deps(), policy }, earlier.intentId, earlier.approval)).toBe(false);
    expect(await read(id)).toMatchObject({ status: orderStatus.awaitingApproval, sub_status: 'asked_again' });
    expect(await decisions(id)).toEqual([]);
    const again = await approvalOf(bare, id);
    expect(again.approval.intent).not.toBe(earlier.approval.intent);
    const deps = { ...bare.deps(), policy: async () => rules };
    expect(await takeApproval(deps, earlier.intentId, earlier.approval)).toBe(false);
    expect(await takeApproval(deps, again.intentId, again.approval)).toBe(true);
    expect(await read(id)).toMatchObject({ status: orderStatus.awaitingSignature });
  });

  it('takes no decision under other rules than it was asked for under, and does not end by it: it will be asked for again', async () => {
    const id = await bare.order(10n ** 16n);
    const rules = current(nextOf(bare.document));
    const { intentId, approval } = await approvalOf(bare, id);
    const deps = { ...bare.deps(), policy: async () => rules };
    expect(await takeApproval(deps, intentId, approval)).toBe(false);
    expect(await read(id)).toMatchObject({ status: orderStatus.awaitingApproval, digest: approval.intent });
    expect(await decisions(id)).toEqual([]);
  });

  it('ends with 2201 at a decision under rules by which none can carry it any more, and gives back what it held', async () => {
    const balance = () => balanceOf(bare.database.db, bare.books.workspaceId, bare.subWallet, 'SLT');
    const before = await balance();
    const id = await bare.order(10n ** 16n);
    const rules = current({ ...nextOf(bare.document), strategies: [] });
    await reissueIntent(bare.deps(), await read(id), rules);
    const { intentId, approval } = await approvalOf(bare, id);
    expect(await takeApproval({ ...bare.deps(), policy: async () => rules }, intentId, approval)).toBe(true);
    expect(await read(id)).toMatchObject({ status: orderStatus.systemRejected, sub_status: 'rules_changed' });
    expect(await balance()).toEqual(before);
  });

  it('does not end by what a signer says of its earlier intent', async () => {
    const id = await bare.order(10n ** 16n);
    const rules = current(nextOf(bare.document));
    const seen = await read(id);
    // The signers are slow to answer; another worker asks again meanwhile.
    const call = async (): Promise<never> => {
      await reissueIntent(bare.deps(), seen, rules);
      throw new SignerRefusal('1', 'kindNotAllowed', '');
    };
    const signers = bare.deps().signers.map((signer): Signer => ({ ...signer, call }));
    await workOnAwaitingApproval({ ...bare.deps(), signers }, seen);
    expect(await read(id)).toMatchObject({ status: orderStatus.awaitingApproval, sub_status: 'asked_again' });
  });

  it('is not asked for again when the last decision was taken meanwhile', async () => {
    const id = await bare.order(10n ** 16n);
    const seen = await read(id);
    const { intentId, approval } = await approvalOf(bare, id);
    await takeApproval(bare.deps(), intentId, approval);
    await reissueIntent(bare.deps(), seen, current(nextOf(bare.document)));
    expect(await read(id)).toMatchObject({ status: orderStatus.awaitingSignature, digest: seen.digest });
    expect(await decisions(id)).toHaveLength(1);
  });
});

describe('a change of the rules', () => {
  const find = (id: number) =>
    bare.database.db.selectFrom('proposals').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const depsWith = (policy: OrderDeps['policy']): ProposalDeps => ({
    ...bare.deps(),
    policy,
    refreshPolicy: async () => undefined,
    frozen: async () => false,
  });
  const served = (policy: OrderDeps['policy']) => createProposals(depsWith(policy), () => undefined);
  async function propose(): Promise<number> {
    const { workspaceId, userId } = bare.books;
    const made = await served(async () => current(bare.document)).proposePolicy(
      { workspaceId, userId, memberId: bare.owner.id },
      ({ book }) => ({ book: { ...book, coolingHours: '48' } }),
      { itemType: 1, subject: {}, remark: '' },
    );
    return made.id;
  }
  const decisionOn = async (id: number) => {
    const { intent, intent_id: intentId } = await find(id);
    return { intentId, approval: decide(bare.owner, parseIntent(intent), 'approve') };
  };
  const decisions = async (id: number): Promise<number> =>
    (await proposals.findProposalApprovals(bare.database.db, [id])).get(id)?.length ?? 0;

  it('takes no decision on its earlier words once it is asked for again, and the same member’s on the new ones', async () => {
    const id = await propose();
    const earlier = await decisionOn(id);
    const rules = current(nextOf(bare.document));
    const policy = rulesAfter(rules, async () => {
      const found = await find(id);
      const document = {
        ...parsePolicy(found.document),
        ...nextOf(rules.document),
        book: parsePolicy(found.document).book,
      };
      await askChangeAgain(
        depsWith(async () => rules),
        found,
        document,
        rules,
      );
    });
    expect(await served(policy).takeApproval(earlier.intentId, earlier.approval)).toBe(false);
    expect(await find(id)).toMatchObject({ status: proposalStatus.open, policy_version: rules.document.version });
    expect(await decisions(id)).toBe(0);
    const again = await decisionOn(id);
    const after = served(async () => rules);
    expect(await after.takeApproval(earlier.intentId, earlier.approval)).toBeUndefined();
    expect(await after.takeApproval(again.intentId, again.approval)).toBe(true);
    expect(await find(id)).toMatchObject({ status: proposalStatus.applying });
  });

  it('is not asked for again when the last decision was taken meanwhile', async () => {
    const id = await propose();
    const seen = await find(id);
    const { intentId, approval } = await decisionOn(id);
    await served(async () => current(bare.document)).takeApproval(intentId, approval);
    const rules = current(nextOf(bare.document));
    await askChangeAgain(
      depsWith(async () => rules),
      seen,
      nextOf(rules.document),
      rules,
    );
    expect(await find(id)).toMatchObject({ status: proposalStatus.applying, digest: seen.digest });
    expect(await decisions(id)).toBe(1);
  });
});
