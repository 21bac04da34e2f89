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
import { followFeeds, roundsOf } from './feeds.ts';

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
async function intentOf(id: OrderId): Promise<string> {
  const { db } = bare.database;
  return (await db.selectFrom('orders').select('intent').where('id', '=', id).executeTakeFirstOrThrow()).intent;
}
async function refusalOf(id: OrderId): Promise<Reported> {
  const intent = parseIntent(await intentOf(id));
  return { intentId: intent.id, approval: decide(bare.owner, intent, 'refuse') };
}

describe('decisions that come together', () => {
  it('are taken in one transaction, each once', async () => {
    const ids = await ask();
    const reported = await approvalsOf(ids);
    expect(await takeApprovals(bare.deps(), reported)).toEqual({ fresh: reported, others: [], failed: [] });
    expect(await read(ids)).toEqual([awaitingSignature, awaitingSignature, awaitingSignature]);
    const { rows } = await sql`select distinct xmin::text from order_approvals where order_id = any(${ids})`.execute(
      bare.database.db,
    );
    expect(rows).toHaveLength(1);
    expect(await takeApprovals(bare.deps(), reported)).toEqual({ fresh: [], others: [], failed: [] });
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
    expect([fresh, failed]).toEqual([
      [reported[0], reported[2]],
      [{ reported: reported[1], reason: new Error('this one not') }],
    ]);
    expect(await read(ids)).toEqual([awaitingSignature, awaitingApproval, awaitingSignature]);
    expect(await takeApprovals(bare.deps(), reported)).toEqual({ fresh: [reported[1]], others: [], failed: [] });
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
    expect(await takeApprovals(bare.deps(), told)).toEqual({
      fresh: told.slice(0, 2),
      others: [elsewhere],
      failed: [],
    });
    expect(await read(ids)).toEqual([awaitingSignature, approvalRefused, awaitingApproval]);
    expect(await findDrift(bare.database.db)).toEqual([]);
  });
});

it('what came later on the same intent waits with a decision that cannot be taken, and what else was told is taken', async () => {
  const [first, second] = (await ask()) as [OrderId, OrderId];
  const [yes, other] = (await approvalsOf([first, second])) as [Reported, Reported];
  const asked = { ...yes, approval: decide(bare.owner, parseIntent(await intentOf(first)), 'initiate') };
  const told = [asked, other, yes].map((one, seq) => ({ seq, type: 'approval', ...one }));
  const deps = bare.deps();
  let reads = 0;
  const signer = {
    ...deps.signers[0],
    call: async () => (reads++ < 2 ? { events: told, next: told.length } : new Promise(() => undefined)),
  } as unknown as OrderDeps['signers'][number];
  const { recorder } = deps.audit;
  const once: OrderDeps['audit']['recorder'] = (...of) => {
    const record = recorder(...of);
    const unless: typeof record = Object.assign(
      async (...[tx, event]: Parameters<typeof record>) => {
        if (reads === 1 && event.object === `order:${first}`) throw new Error('not now');
        await record(tx, event);
      },
      { of: record.of },
    );
    return unless;
  };
  const stop = followFeeds(
    { ...deps, signers: [signer], audit: { ...deps.audit, recorder: once } },
    async () => undefined,
    () => undefined,
  );
  await expect.poll(() => read([second])).toEqual([awaitingSignature]);
  expect([reads, await read([first])]).toEqual([1, [awaitingApproval]]);
  await expect.poll(() => read([first]), { timeout: 20_000 }).toEqual([awaitingSignature]);
  await stop();
});

it('a feed is taken in rounds: whole, those on one intent in their order, and never two of them at a time', () => {
  const decision = fc.record({ intentId: fc.nat({ max: 40 }).map(String), approval: fc.object() });
  fc.assert(
    fc.property(fc.array(decision, { maxLength: 120 }), (told) => {
      const reported = told as unknown as Reported[];
      const rounds = roundsOf(reported);
      for (const round of rounds) {
        expect(new Set(round.map(({ intentId }) => intentId)).size).toBe(round.length);
        expect(round.length).toBeGreaterThan(0);
        expect(round.length).toBeLessThanOrEqual(24);
      }
      const of = (all: readonly Reported[], id: string) => all.filter(({ intentId }) => intentId === id);
      for (const id of new Set(reported.map(({ intentId }) => intentId)))
        expect(of(rounds.flat(), id)).toEqual(of(reported, id));
    }),
  );
});
