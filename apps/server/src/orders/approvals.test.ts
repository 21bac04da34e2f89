import { randomUUID } from 'node:crypto';
import { type OrderId, orderStatus } from '@holdfast/contract';
import { type Approval, parseIntent } from '@holdfast/policy';
import { decide, newTestMember } from '@holdfast/testkit';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDrift } from '../ledger/service.ts';
import { approvalOf, type Bare, startBare } from '../test/bare.ts';
import { type Reported, takeApprovals } from './approvals.ts';
import type { OrderDeps } from './deps.ts';
import { roundsOf } from './feeds.ts';

/** Decisions that a feed tells together are taken together; nothing about one of them keeps another. */
let bare: Bare;
beforeAll(async () => {
  bare = await startBare(100);
});
afterAll(() => bare?.close());

const amount = 10n ** 15n;
const ask = async (): Promise<OrderId[]> => [
  await bare.order(amount),
  await bare.order(amount),
  await bare.order(amount),
];
const approvalsOf = (ids: readonly OrderId[]): Promise<Reported[]> =>
  Promise.all(ids.map((id) => approvalOf(bare, id)));
const read = async (ids: readonly OrderId[]) => {
  const rows = await bare.database.db
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('id', '=', sql<OrderId>`any(${ids})`)
    .execute();
  const statuses = new Map(rows.map(({ id, status }) => [id, status]));
  return ids.map((id) => statuses.get(id));
};
const { awaitingApproval, awaitingSignature, approvalRefused } = orderStatus;
async function refusalOf(id: OrderId): Promise<Reported> {
  const { intent, intent_id: intentId } = await bare.database.db
    .selectFrom('orders')
    .select(['intent', 'intent_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { intentId, approval: decide(bare.owner, parseIntent(intent), 'refuse') };
}

describe('decisions that come together', () => {
  it('are taken in one transaction, each once', async () => {
    const ids = await ask();
    const reported = await approvalsOf(ids);
    expect(await takeApprovals(bare.deps(), reported)).toEqual({ fresh: 3, others: [], failed: [] });
    expect(await read(ids)).toEqual([awaitingSignature, awaitingSignature, awaitingSignature]);
    const { rows } = await sql`select distinct xmin::text from order_approvals where order_id = any(${ids})`.execute(
      bare.database.db,
    );
    expect(rows).toHaveLength(1);
    expect(await takeApprovals(bare.deps(), reported)).toEqual({ fresh: 0, others: [], failed: [] });
  });

  it('are taken though one of them cannot be, which is taken when it can', async () => {
    const ids = await ask();
    const reported = await approvalsOf(ids);
    const deps = bare.deps();
    const { recorder } = deps.audit;
    const failing: OrderDeps['audit']['recorder'] = (...of) => {
      const record = recorder(...of);
      const unless: typeof record = Object.assign(
        async (...[tx, event]: Parameters<typeof record>) => {
          if (event.object === `order:${ids[1]}`) throw new Error('this one not');
          await record(tx, event);
        },
        { of: record.of },
      );
      return unless;
    };
    const { fresh, failed } = await takeApprovals({ ...deps, audit: { ...deps.audit, recorder: failing } }, reported);
    expect([fresh, failed]).toEqual([2, [new Error('this one not')]]);
    expect(await read(ids)).toEqual([awaitingSignature, awaitingApproval, awaitingSignature]);
    expect(await takeApprovals(bare.deps(), reported)).toEqual({ fresh: 1, others: [], failed: [] });
    expect(await read(ids)).toEqual([awaitingSignature, awaitingSignature, awaitingSignature]);
  });

  it('count beside refusals, beside words of nobody and beside decisions on what is no order', async () => {
    const ids = await ask();
    const [first, second, third] = ids as [OrderId, OrderId, OrderId];
    const [yes, forged] = (await approvalsOf([first, third])) as [Reported, Reported];
    const stranger = newTestMember('stranger-1', 'approver');
    const lie: Approval = { ...forged.approval, member: stranger.id };
    const elsewhere = { intentId: randomUUID(), approval: yes.approval };
    const told = [yes, await refusalOf(second), { ...forged, approval: lie }, elsewhere];
    expect(await takeApprovals(bare.deps(), told)).toEqual({ fresh: 2, others: [elsewhere], failed: [] });
    expect(await read(ids)).toEqual([awaitingSignature, approvalRefused, awaitingApproval]);
    expect(await findDrift(bare.database.db)).toEqual([]);
  });
});

it('a feed is taken in rounds: whole, those on one intent in their order, and never two of them at a time', () => {
  const decision = fc.record({ intentId: fc.constantFrom('a', 'b', 'c', 'd'), approval: fc.object() });
  fc.assert(
    fc.property(fc.array(decision, { maxLength: 90 }), (told) => {
      const reported = told as unknown as Reported[];
      const rounds = roundsOf(reported);
      for (const round of rounds) {
        expect(new Set(round.map(({ intentId }) => intentId)).size).toBe(round.length);
        expect(round.length).toBeGreaterThan(0);
      }
      const of = (all: readonly Reported[], id: string) => all.filter(({ intentId }) => intentId === id);
      for (const id of ['a', 'b', 'c', 'd']) expect(of(rounds.flat(), id)).toEqual(of(reported, id));
    }),
  );
  const many = Array.from({ length: 40 }, (_, n) => ({ intentId: String(n) }) as unknown as Reported);
  expect(roundsOf(many).map(({ length }) => length)).toEqual([16, 16, 8]);
});
