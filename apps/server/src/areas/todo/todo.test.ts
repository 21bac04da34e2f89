import { randomUUID } from 'node:crypto';
import { newIdentity } from '@holdfast/channel';
import { type OrderId, orderStatus, type SubWalletId, todoType } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { type Approval, evaluate, type Intent, parseIntent, policyHash } from '@holdfast/policy';
import { decide, genesisDocument, newTestMember } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/index.ts';
import { type Books, fund, makeBooks } from '../../ledger/test/books.ts';
import { createAccept } from '../../orders/accept.ts';
import { findApprovals, findDecided } from '../../orders/queries.ts';
import { type CurrentPolicy, makeIntent } from '../../orders/service.ts';
import { type RequestChange, requestOf } from '../../orders/test/requests.ts';
import { openMax } from './queries.ts';
import { actionOf } from './rules.ts';
import { createTodo, type TodoDeps } from './service.ts';

const count = 200;
const [owner, second] = [newTestMember('owner-1', 'owner'), newTestMember('approver-1', 'approver')];
const places = ['1', '2'].map((id) => ({
  id,
  name: `Signer ${id}`,
  origin: `http://localhost:870${id}`,
  identity: newIdentity(),
}));
const inForce = (threshold: number): CurrentPolicy => {
  const document = { ...genesisDocument([owner, second], places, threshold), deployment: 'd'.repeat(64) };
  return { document, text: '', hash: policyHash(document), graceRules: [] };
};

let base: TestDatabase;
let books: Books;
let ids: OrderId[];
const intents = new Map<OrderId, Intent>();
const policy = inForce(1);

async function addOrder({ amount = 1n, ...change }: RequestChange = {}): Promise<OrderId> {
  const intentId = randomUUID();
  const [from, to] = ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'];
  const request = requestOf(books, { from, to, amount, maxFee: 1n, initiator: owner.id, ...change });
  const made = makeIntent(request, policy, intentId, new Date());
  const accepted = await createAccept(base.db)({
    request,
    intentId,
    intent: made.text,
    digest: made.digest,
    expiresAt: made.expiresAt,
    source: 3,
  });
  if (!('id' in accepted)) throw new Error(`not accepted: ${JSON.stringify(accepted)}`);
  intents.set(accepted.id, made.intent);
  return accepted.id;
}
const store = (order: OrderId, approval: Approval) =>
  base.pool.query('insert into order_approvals values ($1, $2, $3, $4)', [
    order,
    approval.member,
    approval.decision,
    JSON.stringify(approval),
  ]);
const sign = (order: OrderId, member: typeof owner, decision: 'initiate' | 'approve') =>
  store(order, decide(member, intents.get(order) as Intent, decision));

beforeAll(async () => {
  base = await startTestDatabase();
  books = await makeBooks(base.db);
  await fund(base.db, books, books.subWallets[0] as SubWalletId, 'ETH', 10_000n);
  ids = [];
  for (let n = 0; n < count; n++) ids.push(await addOrder());
  for (const id of ids) await sign(id, owner, 'initiate');
});
afterAll(() => base.close());

const unpriced: TodoDeps['catalog'] = { coins: [], price: () => null };
const newTodo = (
  now: () => CurrentPolicy = () => policy,
  evaluated: () => void = () => undefined,
  catalog = unpriced,
) =>
  createTodo({
    ...{ db: base.db, catalog },
    orders: {
      policy: async () => now(),
      approvals: (of) => findApprovals(base.db, of),
      decided: (of) => findDecided(base.db, of),
      evaluation: async (order, approvals) => {
        evaluated();
        return evaluate(now().document, parseIntent(order.intent), approvals);
      },
      approvalUrl: (id) => `http://localhost:8701/#/i/${id}`,
    },
    proposals: {
      approvals: async () => new Map(),
      decided: async () => [],
      evaluation: async () => Promise.reject(new Error('no proposal here')),
      rulesOf: async () => undefined,
      rivals: async () => [],
      overtaker: async () => undefined,
      approvalUrl: ({ intent_id }) => `http://localhost:8701/#/i/${intent_id}`,
    },
  });
const firstPage = { status: 0, scope: 'all', page: 1, size: 20 } as const;

/** Each evaluation takes this long by a clock that only evaluations move, whatever else the machine does meanwhile. */
const costMs = 4;
/** Does the work and counts its evaluations, in all and the most in one turn of the event loop: while those run nothing else of this process can. */
async function counted(work: (evaluated: () => void) => Promise<unknown>): Promise<{ all: number; atOnce: number }> {
  let [all, atOnce, inTurn, over] = [0, 0, 0, false];
  const nextTurn = () => {
    inTurn = 0;
    if (!over) setImmediate(nextTurn);
  };
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => all * costMs);
  setImmediate(nextTurn);
  try {
    await work(() => {
      all += 1;
      inTurn += 1;
      atOnce = Math.max(atOnce, inTurn);
    });
  } finally {
    over = true;
    clock.mockRestore();
  }
  return { all, atOnce };
}

test('looking through many open orders leaves room for everything else, and checks each signature once', async () => {
  let evaluated = (): void => undefined;
  const todo = newTodo(
    () => policy,
    () => evaluated(),
  );
  const ask = (count: () => void) => {
    evaluated = count;
    return todo.list(books.workspaceId, second.id, firstPage);
  };
  const first = await counted(ask);
  expect(first.all).toBe(count);
  expect(first.atOnce * costMs).toBeLessThan(20);
  expect((await counted(ask)).all).toBe(0);
});

test('the list says whose turn it is, own items first, page by page', async () => {
  const [first, next] = [await addOrder(), await addOrder()];
  await sign(next, owner, 'initiate');
  const todo = newTodo();
  const mine = await todo.list(books.workspaceId, owner.id, { ...firstPage, scope: 'mine' });
  expect(mine.counts.open).toBe(count + 2);
  const all = await todo.list(books.workspaceId, second.id, { ...firstPage, page: 2, size: count / 2 });
  expect(all.total).toBe(count + 2);
  expect(all.items).toHaveLength(count / 2);
  expect(all.items[0]?.thing.row.id).toBe(ids[count / 2]);
  expect(mine.items.map(({ thing }) => thing.row.id)).toContain(first);
});

test('until who asks has signed their request, it is nobody else’s turn', () => {
  const eligible = [owner.id, second.id];
  const turn = (initiatorSigned: boolean, member: string) => {
    const nodes = [{ kind: 'approve' as const, name: '', threshold: 1, approved: [], eligible }];
    const evaluation = {
      ...evaluate(policy.document, intents.get(ids[0] as OrderId) as Intent, []),
      nodes,
      initiatorSigned,
    };
    return actionOf({ open: true, initiator: owner.id, approvals: [], evaluation }, member);
  };
  expect([turn(false, owner.id), turn(false, second.id)]).toEqual([1, 0]);
  expect([turn(true, owner.id), turn(true, second.id)]).toEqual([1, 1]);
});

test('a decision, and a change of the rules, is seen at once', async () => {
  let now = policy;
  const todo = newTodo(() => now);
  const id = await addOrder();
  const look = async () => {
    const { items } = await todo.list(books.workspaceId, owner.id, { ...firstPage, keyword: String(id) });
    return items.find(({ thing }) => thing.row.id === id)?.evaluation;
  };
  expect(await look()).toMatchObject({ initiatorSigned: false, state: 'waiting' });
  await sign(id, owner, 'initiate');
  expect(await look()).toMatchObject({ initiatorSigned: true, state: 'waiting' });
  await sign(id, second, 'approve');
  expect(await look()).toMatchObject({ initiatorSigned: true, state: 'satisfied' });
  now = inForce(2);
  expect(await look()).toMatchObject({ state: 'unsatisfiable', problem: 'otherPolicy' });
});

test('what was decided is listed under how it ended', async () => {
  const id = await addOrder();
  await base.pool.query('update orders set status = $2 where id = $1', [id, orderStatus.approvalRefused]);
  const ended = await newTodo().list(books.workspaceId, owner.id, { ...firstPage, status: 2 });
  expect([ended.total, ended.items.map(({ thing }) => thing.row.id)]).toEqual([1, [id]]);
  expect(await newTodo().list(books.workspaceId, owner.id, { ...firstPage, status: 99 })).toMatchObject({ items: [] });
});

test.each([0, 2])('of status %i: what a payment says is found, its payee’s name and its amount too', async (status) => {
  const to = `0x${String(status).repeat(40)}`;
  const outputs = [{ address: to, amount: 2250n, memo: '7', entry: '', path: '' }];
  const [paid, other] = [await addOrder({ to, amount: 1250n }), await addOrder({ outputs })];
  if (status === 2)
    await base.pool.query('update orders set status = $2 where id = any($1)', [
      [paid, other],
      orderStatus.approvalRefused,
    ]);
  const listed = `insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since)
    select workspace_id, repeat($2, 64), array[chain], address_to, memo, '{*}', $3, now() from orders where id = $1`;
  await base.pool.query(listed, [paid, 'a', 'Landlord GmbH']);
  await base.pool.query(listed, [other, 'b', 'Tenant']);
  const found = async (keyword: string, book = true) => {
    const { items } = await newTodo().list(books.workspaceId, owner.id, { ...firstPage, status, keyword, book });
    return items.map(({ thing }) => thing.row.id);
  };
  expect(await found('landlord g')).toEqual([paid]);
  expect(await found('landlord g', false)).toEqual([]);
  expect(await found(fromUnits(1250n, 18))).toEqual([paid]);
  expect(await found('1250')).toEqual([]);
  await base.pool.query('delete from book_entries');
});

test.each([0, 2])('of status %i: by the name of a batch the payment of it is found, and no other', async (status) => {
  const { rows } = await base.pool.query(
    `insert into batches (workspace_id, sub_wallet_id, asset_id, chain, user_id, name, payees, row_count)
       select $1, $2, $3, 'evm:31337', $4, n, '[{}]', 1 from unnest(array['Wages of May', 'Suppliers', '']) n returning id, name, version`,
    [books.workspaceId, books.subWallets[0], books.id('ETH'), books.userId],
  );
  const [wages, suppliers, unnamed] = [
    await addOrder({ batch: rows[0] }),
    await addOrder({ batch: rows[1] }),
    await addOrder({ batch: rows[2] }),
  ];
  if (status === 2)
    await base.pool.query('update orders set status = $2 where id = any($1)', [
      [wages, suppliers, unnamed],
      orderStatus.approvalRefused,
    ]);
  const found = async (keyword: string) => {
    const { items } = await newTodo().list(books.workspaceId, owner.id, { ...firstPage, status, keyword });
    return items.map(({ thing }) => thing.row.id);
  };
  expect(await found('wages of')).toEqual([wages]);
  expect(await found('may eth')).toEqual([wages]);
  expect(await found('SUPPL')).toEqual([suppliers]);
  expect(await found('wages suppliers')).toEqual([]);
});

test.each([0, 2])('of status %i: what rows of a batch remark finds its payment, and no other', async (status) => {
  const payees = (...remarks: string[]) => remarks.map((remark) => ({ address: 'x', amount: '1', memo: '', remark }));
  const drafts = [payees(`Overtime of Ann${status}`, '', `10${status}% of Bob`), payees(`Cleaning ${status}`), [{}]];
  const { rows } = await base.pool.query(
    `insert into batches (workspace_id, sub_wallet_id, asset_id, chain, user_id, name, payees, row_count)
       select $1, $2, $3, 'evm:31337', $4, 'Wages', p, jsonb_array_length(p) from jsonb_array_elements($5) p returning id, version`,
    [books.workspaceId, books.subWallets[0], books.id('ETH'), books.userId, JSON.stringify(drafts)],
  );
  const [wages, cleaning, unsaid] = [
    await addOrder({ batch: rows[0] }),
    await addOrder({ batch: rows[1] }),
    await addOrder({ batch: rows[2] }),
  ];
  // A draft that nobody has asked for is no item.
  await base.pool.query(
    `insert into batches (workspace_id, sub_wallet_id, asset_id, chain, user_id, name, payees, row_count) values ($1, $2, $3, 'evm:31337', $4, '', $5, 1)`,
    [
      books.workspaceId,
      books.subWallets[0],
      books.id('ETH'),
      books.userId,
      JSON.stringify(payees(`Overtime of Ann${status}`)),
    ],
  );
  if (status === 2)
    await base.pool.query('update orders set status = $2 where id = any($1)', [
      [wages, cleaning, unsaid],
      orderStatus.approvalRefused,
    ]);
  const found = async (keyword: string, ask: object = {}) => {
    const { items } = await newTodo().list(books.workspaceId, owner.id, { ...firstPage, status, keyword, ...ask });
    return items.map(({ thing }) => thing.row.id);
  };
  expect(await found(`overTIME of ann${status}`)).toEqual([wages]);
  expect(await found(`ann${status} wages bob`)).toEqual([wages]);
  expect(await found(`10${status}%`)).toEqual([wages]);
  expect(await found(`1%${status}`)).toEqual([]);
  expect(await found(`cleaning ${status}`, { start: new Date(Date.now() - 3_600_000) })).toEqual([cleaning]);
  expect(await found(`ann${status} cleaning`)).toEqual([]);
  // No text goes on from one row into the next.
  expect(await found(`bob overtime of ann${status}`)).toEqual([wages]);
  expect(await found(`10${status}% of bob overtime of ann${status}`)).toEqual([]);
  await base.pool.query('update orders set status = $2 where id = any($1)', [
    [wages, cleaning, unsaid],
    orderStatus.approvalRefused,
  ]);
});

test.each([0, 2])('of status %i: of several words each fits something of the item, in any order', async (status) => {
  const to = `0x${String(status + 4).repeat(40)}`;
  const one = await addOrder({ to, amount: 15n, remark: 'Rent of May', initiator: second.id });
  const other = await addOrder({ to, amount: 16n, remark: 'Cleaning', initiator: owner.id });
  if (status === 2)
    await base.pool.query('update orders set status = $2 where id = any($1)', [
      [one, other],
      orderStatus.approvalRefused,
    ]);
  await base.pool.query(
    `insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since)
       select workspace_id, repeat('c', 64), array[chain], address_to, memo, '{*}', 'Acme Homes', now() from orders where id = $1`,
    [one],
  );
  const found = async (keyword: string) => {
    const { items } = await newTodo().list(books.workspaceId, owner.id, { ...firstPage, status, keyword, book: true });
    return items.map(({ thing }) => thing.row.id).sort((a, b) => a - b);
  };
  const amount = fromUnits(15n, 18);
  expect(await found('acme eth')).toEqual([one, other]);
  expect(await found('acme rent')).toEqual([one]);
  expect(await found(`  may   ACME ${amount}`)).toEqual([one]);
  expect(await found(`${second.id} ${amount} eth`)).toEqual([one]);
  expect(await found(`W-${other} acme`)).toEqual([other]);
  expect(await found(`W-${other} rent`)).toEqual([]);
  expect(await found('acme nowhere')).toEqual([]);
  // Of more than four only the whole text is looked for.
  expect(await found('may acme rent eth')).toEqual([one]);
  expect(await found('may acme rent eth homes')).toEqual([]);
  await base.pool.query('delete from book_entries');
});

test('where more payees are called so than are looked for, the list says so; not where no payment is asked for', async () => {
  await base.pool.query(
    `insert into book_entries (workspace_id, hash, chains, address, memo, assets, label, since)
       select $1, lpad(n::text, 64, 'd'), '{evm:31337}', '0x' || lpad(n::text, 40, '0'), '', '{*}', 'Shop ' || n, now() from generate_series(1, 1001) n`,
    [books.workspaceId],
  );
  const look = async (keyword: string, ask: object = {}) =>
    (await newTodo().list(books.workspaceId, owner.id, { ...firstPage, book: true, keyword, ...ask })).part;
  expect(await look('shop')).toBe(true);
  expect(await look('rent shop')).toBe(true);
  expect(await look('shop', { status: 2 })).toBe(true);
  expect(await look('shop 7')).toBe(true);
  expect(await look('Shop-')).toBe(false);
  expect(await look('shop', { book: false })).toBe(false);
  expect(await look('shop', { itemType: todoType.addressBook })).toBe(false);
  await base.pool.query("delete from book_entries where label = 'Shop 9'");
  expect(await look('shop')).toBe(false);
  await base.pool.query('delete from book_entries');
});

test.each([0, 2])('of status %i: a payment of several is found by what one of them gets', async (status) => {
  const addresses = ['5', '6'].map((digit) => `0x${digit.repeat(40)}`) as [string, string];
  const [one, two] = [31n + BigInt(status), 43n + BigInt(status)];
  const outputs = addresses.map((address, at) => ({
    address,
    amount: at === 0 ? one : two,
    memo: '',
    entry: '',
    path: '',
  }));
  const paid = await addOrder({ to: addresses[0], outputs });
  if (status === 2)
    await base.pool.query('update orders set status = $2 where id = $1', [paid, orderStatus.approvalRefused]);
  const found = async (keyword: string) => {
    const { items } = await newTodo().list(books.workspaceId, owner.id, { ...firstPage, status, keyword });
    return items.map(({ thing }) => thing.row.id);
  };
  expect(await found(fromUnits(one, 18))).toEqual([paid]);
  expect(await found(fromUnits(two, 18))).toEqual([paid]);
  // The same units of a coin of other decimals are another amount.
  expect(await found(fromUnits(two, 8))).toEqual([]);
  await base.pool.query('update orders set status = $2 where id = $1', [paid, orderStatus.approvalRefused]);
});

test('what the rows of a batch remark is told of the payment of it in their order, and nothing of others', async () => {
  const payees = ['June rent', '', 'Cleaning'].map((remark) => ({ address: 'x', amount: '1', memo: '', remark }));
  const { rows } = await base.pool.query(
    `insert into batches (workspace_id, sub_wallet_id, asset_id, chain, user_id, name, payees, row_count)
       values ($1, $2, $3, 'evm:31337', $4, '', $5, 3) returning id, version`,
    [books.workspaceId, books.subWallets[0], books.id('ETH'), books.userId, JSON.stringify(payees)],
  );
  const [paid, other] = [await addOrder({ batch: rows[0] }), await addOrder()];
  const told = await newTodo().rowRemarks(books.workspaceId, [paid, other]);
  expect([...told]).toEqual([[paid, ['June rent', '', 'Cleaning']]]);
  await base.pool.query('update orders set status = $2 where id = any($1)', [
    [paid, other],
    orderStatus.approvalRefused,
  ]);
});

test('by part of an address a payment to it is found, whichever of its outputs that is, and an attempt that is in no list of payments', async () => {
  const [to, further, own] = ['7', '8', '9'].map((digit) => `0xAb${digit.repeat(38)}`) as [string, string, string];
  const outputs = [to, further].map((address) => ({ address, amount: 5n, memo: '', entry: '', path: '' }));
  const paid = await addOrder({ to, outputs });
  const attempt = 800_001;
  await base.pool.query(
    `insert into orders overriding system value
       select (jsonb_populate_record(o, jsonb_build_object('id', $2::bigint, 'raises', o.id, 'kind', 'drop', 'request_id', 'drop', 'address_to', $3::text, 'outputs', jsonb_build_array(jsonb_build_object('address', $3::text, 'amount', '5', 'memo', '')), 'payment_intent', o.intent,
         'intent_id', gen_random_uuid()))).* from orders o where o.id = $1`,
    [paid, attempt, own],
  );
  const found = async (keyword: string) => {
    const { items } = await newTodo().list(books.workspaceId, owner.id, { ...firstPage, keyword });
    return items.map(({ thing }) => thing.row.id);
  };
  expect(await found('0xab77')).toEqual([paid]);
  expect(await found('AB888')).toEqual([paid]);
  expect(await found('b99999')).toEqual([attempt]);
  expect(await found('0xab000')).toEqual([]);
  await base.pool.query('update orders set status = $2 where id = $1', [attempt, orderStatus.approvalRefused]);
});

test('a single digit is looked for as a number and an amount, not in every text', async () => {
  const found = async (keyword: string) =>
    (await newTodo().list(books.workspaceId, owner.id, { ...firstPage, keyword })).items.map(
      ({ thing }) => thing.row.id,
    );
  expect(await found('5')).toEqual(ids.filter((id) => id === 5));
  expect(await found('0')).toEqual([]);
});

test('dollars find what is worth them, as a whole or to one of several payees, by the price of now or by what it was worth, beside other words', async () => {
  const order = await addOrder({ amount: 20n });
  await sign(order, owner, 'initiate');
  const asset = { id: books.id('ETH'), decimals: 3 };
  const catalog = {
    coins: [{ asset }],
    price: () => ({ text: '2000.25', time: null, source: '' }),
  } as unknown as TodoDeps['catalog'];
  const found = async (keyword: string) => {
    const todo = newTodo(undefined, undefined, catalog);
    const { items } = await todo.list(books.workspaceId, owner.id, { ...firstPage, keyword });
    return items.map(({ thing }) => thing.row.id);
  };
  // 0.02 of 2,000.25 are 40.005, to the nearest cent 40.01.
  for (const text of ['$40.01', '40.01 usd', '$40', '$40.01 eth']) expect(await found(text), text).toEqual([order]);
  for (const text of ['$40.00', '$40.02', '$41', '$40.01 btc']) expect(await found(text), text).toEqual([]);
  const addresses = ['c', 'd'].map((digit) => `0x${digit.repeat(40)}`) as [string, string];
  const outputs = addresses.map((address, at) => ({
    address,
    amount: at === 0 ? 7n : 23n,
    memo: '',
    entry: '',
    path: '',
  }));
  const several = await addOrder({ amount: 30n, to: addresses[0], outputs });
  await sign(several, owner, 'initiate');
  // 0.007 are 14.00, 0.023 are 46.01; once it has a value of its own, parts of that: 23.33 and 76.67.
  for (const text of ['$14', '$46.01', '$60.01']) expect(await found(text), text).toEqual([several]);
  for (const text of ['$14.01', '$46.00', '$76.67']) expect(await found(text), text).toEqual([]);
  await base.pool.query('update orders set worth_cents = 10000 where id = $1', [several]);
  for (const text of ['$23.33', '$76', '$76.67']) expect(await found(text), text).toEqual([several]);
  for (const text of ['$14', '$23.34', '$76.66']) expect(await found(text), text).toEqual([]);
  for (const id of [order, several])
    await base.pool.query('update orders set status = $2 where id = $1', [id, orderStatus.approvalRefused]);
});

test('of more open items than are looked through, what runs out first is listed, the rest is counted, and found when looked for', async () => {
  const copied = await base.pool.query(
    `insert into orders overriding system value
       select (jsonb_populate_record(o, jsonb_build_object('id', 900000 + n, 'request_id', 'late-' || n,
         'intent_id', gen_random_uuid(), 'expires_at', o.expires_at + interval '1 day' + n * interval '1 second'))).*
       from orders o, generate_series(1, $2::int) n where o.id = $1`,
    [ids[0], openMax],
  );
  expect(copied.rowCount).toBe(openMax);
  const todo = newTodo();
  const open = (await base.pool.query('select count(*)::int as n from orders where status = 1000')).rows[0].n;
  const all = await todo.list(books.workspaceId, second.id, firstPage);
  expect(all.counts).toMatchObject({ open, unseen: open - openMax });
  expect(all.total).toBe(openMax);
  const last = 900_000 + openMax;
  expect((await todo.list(books.workspaceId, second.id, firstPage)).items.map(({ thing }) => thing.row.id)).toContain(
    ids[0],
  );
  for (const keyword of [`${last}`, `#${last}`, `W-${last}`, `w-${last}`]) {
    const found = await todo.list(books.workspaceId, second.id, { ...firstPage, keyword });
    expect(
      found.items.map(({ thing }) => thing.row.id),
      keyword,
    ).toEqual([last]);
  }
});
