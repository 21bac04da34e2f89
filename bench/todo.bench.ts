import { randomUUID } from 'node:crypto';
import { newIdentity } from '@holdfast/channel';
import { orderStatus, todoType } from '@holdfast/contract';
import { evaluate, parseIntent, policyHash } from '@holdfast/policy';
import { decide, genesisDocument, newTestMember } from '@holdfast/testkit';
import { createTodo, type TodoAsk } from '../apps/server/src/areas/todo/service.ts';
import { type Books, makeBooks } from '../apps/server/src/ledger/test/books.ts';
import { findApprovals, findDecided } from '../apps/server/src/orders/queries.ts';
import { type CurrentPolicy, makeIntent } from '../apps/server/src/orders/service.ts';
import { requestOf } from '../apps/server/src/orders/test/requests.ts';
import { type BenchDatabase, startBenchDatabase } from './database.ts';
import type { Figure } from './run.ts';

const items = 100_000;
const asks = 300;
const inFlight = 4;
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const [owner, second] = [newTestMember('owner-1', 'owner'), newTestMember('approver-1', 'approver')];

function rules(): CurrentPolicy {
  const places = ['1', '2'].map((id) => ({
    id,
    name: `Signer ${id}`,
    origin: `http://localhost:870${id}`,
    identity: newIdentity(),
  }));
  const document = { ...genesisDocument([owner, second], places, 2), deployment: 'd'.repeat(64) };
  return { document, text: '', hash: policyHash(document), graceRules: [] };
}

/** One order as the server makes it, which all rows share: what a list costs does not depend on what they say. */
function intentOf(books: Books, policy: CurrentPolicy) {
  const request = requestOf(books, { amount: 1n, maxFee: 1n, initiator: owner.id, from: address, to: address });
  return makeIntent(request, policy, randomUUID(), new Date());
}

type Made = ReturnType<typeof intentOf>;

/** Rows of one statement: a slow machine has a statement's time limit too. */
const filledAtOnce = 10_000;

/** Orders of one status, a second apart, and the initiator's signature for each that is open. */
async function fill(base: BenchDatabase, books: Books, made: Made, status: number, count: number): Promise<void> {
  for (let from = 1; from <= count; from += filledAtOnce)
    await fillPart(base, books, made, { status, from, to: Math.min(count, from + filledAtOnce - 1) });
}

interface Part {
  readonly status: number;
  /** How many seconds ago they were made. */
  readonly from: number;
  readonly to: number;
}
async function fillPart({ pool }: BenchDatabase, books: Books, made: Made, { status, from, to }: Part): Promise<void> {
  const name = `${status}-${randomUUID().slice(0, 8)}`;
  await pool.query(
    `insert into orders (workspace_id, sub_wallet_id, kind, request_id, request_hash, status, sub_status, chain, asset_id, amount, address_from,
       address_to, outputs, fee_asset_id, max_fee, fee_plan, initiator_user, initiator, intent_id, intent, digest, expires_at, created_at, raw, txid)
     select $1, $2, 'withdraw', $3::text || '-' || n, repeat('a', 64), $4::int, 'x', 'evm:31337', $11::int, 1, $5::text, $5::text,
       jsonb_build_array(jsonb_build_object('address', $5::text, 'amount', '1', 'memo', '')), $11::int, 1, '{}', $6, $7,
       gen_random_uuid(), $8, $9, now() + interval '7 days', now() - n * interval '1 second', 'x', 'x'
     from generate_series($10::int, $12::int) n`,
    [
      books.workspaceId,
      books.subWallets[0],
      name,
      status,
      address,
      books.userId,
      owner.id,
      made.text,
      made.digest,
      from,
      books.id('ETH'),
      to,
    ],
  );
  if (status !== orderStatus.awaitingApproval) return;
  await pool.query(
    `insert into order_approvals (order_id, member, decision, approval) select o.id, $1, 'initiate', $2 from orders o where o.request_id like $3`,
    [owner.id, JSON.stringify(decide(owner, made.intent, 'initiate')), `${name}-%`],
  );
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Milliseconds of many calls, a few at a time, sorted. */
async function times(work: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  const lane = async (): Promise<void> => {
    while (found.length < asks) {
      const begun = performance.now();
      await work();
      found.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return found.sort((a, b) => a - b);
}

function todoOf({ db }: BenchDatabase, policy: CurrentPolicy) {
  return createTodo({
    db,
    catalog: { coins: [], price: () => null },
    orders: {
      policy: async () => policy,
      approvals: (ids) => findApprovals(db, ids),
      decided: (ids) => findDecided(db, ids),
      evaluation: async (order, approvals) => evaluate(policy.document, parseIntent(order.intent), approvals),
      approvalUrl: (id) => `http://localhost:8701/#/i/${id}`,
    },
    proposals: {
      approvals: async () => new Map(),
      decided: async () => [],
      evaluation: async () => Promise.reject(new Error('no proposal here')),
      rulesOf: async () => undefined,
      rivals: async () => [],
      overtaker: async () => undefined,
      approvalUrl: () => '',
    },
  });
}

export async function run(): Promise<{ rows: Figure[] }> {
  const base = await startBenchDatabase();
  try {
    const books = await makeBooks(base.db);
    const policy = rules();
    const made = intentOf(books, policy);
    const { awaitingApproval, done, approvalRefused } = orderStatus;
    await fill(base, books, made, awaitingApproval, 2_000);
    await fill(base, books, made, approvalRefused, 3_000);
    await fill(base, books, made, done, items - 5_000);
    await base.pool.query('vacuum (analyze) orders');
    const todo = todoOf(base, policy);
    const ask = (more: Partial<TodoAsk> = {}) =>
      todo.list(books.workspaceId, second.id, { status: 0, scope: 'all', page: 1, size: 20, ...more });
    const rows: Figure[] = [];
    const first = performance.now();
    await ask();
    const name = (what: string): string => `${what}, ${items.toLocaleString('en-US')} items, 2,000 of them open`;
    rows.push({
      name: name('to-do list, first look (every signature checked once)'),
      value: performance.now() - first,
      unit: 'ms',
    });
    const yard = await times(() =>
      base.pool.query(
        'select * from orders where workspace_id = $1 and raises is null and batch_of is null order by created_at desc, id desc limit 20',
        [books.workspaceId],
      ),
    );
    const yardstick = `20 newest orders read bare: p99 ${at(yard, 0.99).toFixed(1)} ms`;
    const measured = async (what: string, more: Partial<TodoAsk>): Promise<void> => {
      const sorted = await times(() => ask(more));
      rows.push({ name: `${what}, p50`, value: at(sorted, 0.5), unit: 'ms', yardstick });
      rows.push({ name: `${what}, p99`, value: at(sorted, 0.99), unit: 'ms', yardstick });
    };
    await measured(name('to-do list'), {});
    await measured('mine to decide', { scope: 'mine' });
    await measured('what was refused', { status: 2 });
    await measured('what passed', { status: 1 });
    await measured('what passed, by words that nothing holds', { status: 1, keyword: 'nothing-of-this' });
    await measured('what passed, decided by me', { status: 1, scope: 'mine' });
    await fill(base, books, made, awaitingApproval, items);
    await base.pool.query('vacuum (analyze) orders');
    await ask();
    const open = (what: string): string => `${what}, ${items.toLocaleString('en-US')} items open`;
    await measured(open('to-do list'), {});
    await measured(open('mine to decide'), { scope: 'mine' });
    await measured(open('asked for by me'), { scope: 'asked' });
    await measured(open('page 50'), { page: 50 });
    await measured(open('one kind'), { itemType: todoType.addressBook });
    await measured(open('by words that nothing holds'), { keyword: 'nothing-of-this' });
    await measured(open('by a number'), { keyword: String(items) });
    await measured(open('what passed'), { status: 1 });
    return { rows };
  } finally {
    await base.close();
  }
}
