import { orderStatus, todoType } from '@holdfast/contract';
import { decideAt, outcomeOf, refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';

let server: TestServer;
let fixture: SetUp;
/** The server's clock runs ahead of the machine's by this much. */
let aheadMs = 0;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'here', clock: () => new Date(Date.now() + aheadMs) });
  fixture = await setUp(server.place);
});
afterAll(() => server.close());

const address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const list = (ask: Parameters<SetUp['api']['todo']['list']>[0] = {}) => fixture.api.todo.list(ask);
const info = ({ item_id }: { item_id: number }, item_type: number = todoType.addressBook) =>
  fixture.api.todo.info({ item_type, item_id });
const addPayee = (label: string, to = address) =>
  fixture.api.addressBook.add({
    items: [{ chains: ['evm:31337'], address: to, memo: '', symbols: [], label }],
    remark: `For ${label}`,
  });

describe('the inbox', () => {
  it('holds changes of the rules and of the address book, says who is left, and how many of each kind wait', async () => {
    const made = await addPayee('Rent');
    const { list: items, kinds, open_count, my_count, asked_count } = await list();
    expect([open_count, my_count, asked_count]).toEqual([1, 1, 1]);
    expect(kinds).toEqual([{ item_type: todoType.addressBook, open: 1, mine: 1 }]);
    expect(items[0]).toMatchObject({
      item_id: made.item_id,
      item_type: todoType.addressBook,
      remark: 'For Rent',
      state: orderStatus.awaitingApproval,
      my_action: 1,
      can_cancel: true,
      payment: null,
      change: { kind: 'book', subject: { added: '1', removed: '0', payee: 'Rent' } },
    });
    expect(items[0]?.nodes.map(({ threshold, members }) => [threshold, members.length])).toEqual([[1, 1]]);
    expect(items[0]?.digest_words.length).toBeGreaterThan(0);
    expect((await info(made)).document).toContain(address);
  });

  it('tells a member which rules ask them, and at which node', async () => {
    const { list: flows } = await fixture.api.todo.strategyList({});
    expect(flows).toMatchObject([
      { level: 'basic', id: '*', nodes: [{ index: 0, kind: 'sign', threshold: 1, mine: true }] },
    ]);
  });

  it('finds by kind, by who asked, and by an address inside a change', async () => {
    const found = async (ask: Parameters<typeof list>[0]) => (await list(ask)).total;
    expect(await found({ item_type: todoType.addressBook })).toBe(1);
    expect(await found({ item_type: todoType.withdraw })).toBe(0);
    expect(await found({ scope: 'asked' })).toBe(1);
    expect(await found({ keyword: address.slice(5, 25).toLowerCase() })).toBe(1);
    expect(await found({ keyword: 'owner' })).toBe(1);
    // Of several words each fits, in any order: who asked, the remark, an address.
    expect(await found({ keyword: `owner rent ${address.slice(2, 12)}` })).toBe(1);
    const [now, hour] = [Date.now(), 3_600_000];
    expect(await found({ start: new Date(now - hour), end: new Date(now + hour) })).toBe(1);
    expect(await found({ start: new Date(now + hour) })).toBe(0);
    expect(await found({ end: new Date(now - hour) })).toBe(0);
    expect(await found({ start: new Date(now - hour), keyword: 'owner', scope: 'mine' })).toBe(1);
    expect(await found({ start: new Date(now - hour), keyword: 'salary' })).toBe(0);
    expect(await found({ keyword: 'owner salary' })).toBe(0);
    expect(await found({ keyword: '100%' })).toBe(0);
    const number = (await list()).list[0]?.item_id;
    expect(await found({ keyword: `#${number}` })).toBe(1);
    // That is the number of a payment.
    expect(await found({ keyword: `W-${number}` })).toBe(0);
    // The counts stay those of everything that is open.
    expect((await list({ item_type: todoType.withdraw })).open_count).toBe(1);
  });

  it('leads whoever looks to the way to decide as often as they look, and tells it in the log once', async () => {
    const [waiting] = (await list()).list;
    if (!waiting) throw new Error('nothing waits');
    const { item_id: audit_id } = waiting;
    const ways = [];
    for (let round = 0; round < 3; round++) ways.push(await fixture.api.addressBook.auditPass({ audit_id }));
    expect(new Set(ways.map(({ approval_url }) => approval_url)).size).toBe(1);
    await fixture.api.addressBook.auditRefuse({ audit_id });
    const told = async () => {
      const { list: rows } = await fixture.api.addressBook.logList({});
      return rows.flatMap(({ item_id, event, decision }) =>
        item_id === audit_id && event === 'opened' ? [decision] : [],
      );
    };
    await expect.poll(async () => [...(await told())].sort()).toEqual(['approve', 'refuse']);
  });

  it('lists one refusal as the end of a change: 2100, with who refused', async () => {
    const [waiting] = (await list()).list;
    if (!waiting) throw new Error('nothing waits');
    const since = Date.now();
    await fixture.api.addressBook.auditRefuse({ audit_id: waiting.item_id, remark: 'Not this one' });
    await fixture.api.addressBook.auditRefuse({ audit_id: waiting.item_id, remark: 'Unknown payee <b>' });
    await decideAt(waiting.approval_url, fixture.owner, 'refuse');
    await outcomeOf(fixture.api, waiting);
    expect((await list()).total).toBe(0);
    const [ended] = (await list({ status: 2, scope: 'mine' })).list;
    expect(ended).toMatchObject({ item_id: waiting.item_id, state: 2100, my_action: 2, can_cancel: false });
    const [said, ...others] = ended?.decisions ?? [];
    expect(others).toEqual([]);
    const words = { decision: 'refuse', remark: 'Unknown payee <b>', remark_signed: false };
    expect(said).toMatchObject({ id: fixture.owner.id, name: ended?.initiator.name, ...words });
    expect(said?.time.getTime()).toBeGreaterThanOrEqual(since);
  });

  it('tells why it was refused in the words that were signed, whatever the server was told before, and keeps them in the log', async () => {
    const made = await addPayee('Twice');
    await fixture.api.addressBook.auditRefuse({ audit_id: made.item_id, remark: 'Told beforehand' });
    await decideAt(made.approval_url, fixture.owner, 'refuse', 'Paid already');
    await outcomeOf(fixture.api, made);
    const words = { decision: 'refuse', remark: 'Paid already', remark_signed: true };
    expect((await info(made)).decisions).toMatchObject([words]);
    await server.logSettled();
    const { list: rows } = await fixture.api.addressBook.logList({ event: 'decided' });
    expect(rows.filter(({ item_id }) => item_id === made.item_id)).toMatchObject([
      { decision: 'refuse', decision_remark: 'Paid already' },
    ]);
  });

  it('shows first what runs out first, over all pages, as long as it is equally the caller’s', async () => {
    const made = [];
    for (const digit of ['1', '2', '3']) made.push(await addPayee(`Nr ${digit}`, `0x${digit.repeat(40)}`));
    const seen = [];
    for (const page_no of [1, 2, 3]) seen.push(...(await list({ page_no, page_size: 1 })).list);
    expect(seen.map(({ item_id }) => item_id)).toEqual(made.map(({ item_id }) => item_id));
    for (const { item_id } of made) await fixture.api.strategy.cancel({ item_id });
  });

  it('says of rules that were refused that they were', async () => {
    const { version } = await fixture.api.strategy.policy({});
    const made = await fixture.api.addressBook.whiteModify({ mode: 'on', cooling_hours: 30, version });
    await decideAt(made.approval_url, fixture.owner, 'refuse');
    await outcomeOf(fixture.api, made);
    expect(await refusalOf(fixture.api.strategy.audit({ item_id: made.item_id, result: 1 }))).toBe('strategyRejected');
  });

  it('lists what its initiator took back as cancelled', async () => {
    const made = await addPayee('Mistake');
    await fixture.api.strategy.cancel({ item_id: made.item_id });
    expect((await list()).total).toBe(0);
    const hour = 3_600_000;
    expect((await list({ status: 3, end: new Date(Date.now() - hour) })).total).toBe(0);
    const ended = await list({ status: 3, keyword: 'mistake', start: new Date(Date.now() - hour) });
    expect(ended.list).toMatchObject([{ item_id: made.item_id, state: orderStatus.rejected }]);
  });

  it('lists what passed, and answers for an id that is not there as for one of somebody else', async () => {
    const made = await addPayee('Supplier');
    await decideAt(made.approval_url, fixture.owner);
    expect(await outcomeOf(fixture.api, made)).toBe(1);
    expect((await list({ status: 1, keyword: 'supplier' })).list).toMatchObject([
      { item_id: made.item_id, state: orderStatus.done },
    ]);
    expect(await refusalOf(info({ item_id: 987_654 }))).toBe('itemNotFound');
    // The same number names a payment, and there is none.
    expect(await refusalOf(info(made, todoType.withdraw))).toBe('itemNotFound');
  });

  it('shows what a change of the rules changed after it is in force too, the very first included', async () => {
    const before = await fixture.api.strategy.policy({});
    const made = await fixture.api.addressBook.whiteModify({ mode: 'on', cooling_hours: 24, version: before.version });
    await decideAt(made.approval_url, fixture.owner);
    expect(await outcomeOf(fixture.api, made)).toBe(1);
    const { base, document } = await info(made);
    expect(base).toBe(before.document);
    expect(document).toBe((await fixture.api.strategy.policy({})).document);
  });

  it('says what was asked for again since other rules came into force, and of nothing else', async () => {
    const waiting = await addPayee('Overtaken', '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65');
    expect((await info(waiting)).asked_again).toBe(false);
    const { version } = await fixture.api.strategy.policy({});
    const made = await fixture.api.addressBook.whiteModify({ mode: 'on', cooling_hours: 25, version });
    await decideAt(made.approval_url, fixture.owner);
    expect(await outcomeOf(fixture.api, made)).toBe(1);
    await expect.poll(async () => (await info(waiting)).asked_again).toBe(true);
    await fixture.api.strategy.cancel(waiting);
  });

  it('names the changes that lose their approvals once one has passed, and the one that overtook another', async () => {
    const waiting = await addPayee('Beside', '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65');
    const { version } = await fixture.api.strategy.policy({});
    const ask = (cooling_hours: number) => fixture.api.addressBook.whiteModify({ mode: 'on', cooling_hours, version });
    const [one, other] = [await ask(26), await ask(27)];
    const ofOne = { item_id: one.item_id, subject: { action: 'whitelist' } };
    const fates = async (made: { item_id: number }) =>
      (await info(made)).rivals.map(({ item_id, ends }) => [item_id, ends]);
    expect(await fates(one)).toEqual([
      [waiting.item_id, false],
      [other.item_id, true],
    ]);
    // A change of the address book leaves the rules alone.
    expect(await fates(waiting)).toEqual([]);
    await decideAt(one.approval_url, fixture.owner);
    expect(await outcomeOf(fixture.api, one)).toBe(1);
    await expect.poll(async () => (await info(other)).status).toBe(3);
    expect(await info(other)).toMatchObject({ rivals: [], overtaken_by: ofOne, change: { last_error: 'sameChanged' } });
    expect((await info(one)).overtaken_by).toBeNull();
    await fixture.api.strategy.cancel(waiting);
  });

  it('ends what nobody decided within seven days: 2202', async () => {
    const made = await addPayee('Forgotten', '0x90F79bf6EB2c4f870365E785982E1f101E93b906');
    const { pool } = server.database;
    await expect
      .poll(async () => (await pool.query('select announced_at from proposals where id = $1', [made.item_id])).rows[0])
      .not.toEqual({ announced_at: null });
    aheadMs = 7 * 24 * 3_600_000 + 60_000;
    // The database has a clock of its own: it is told to look now, not that the time is over.
    await pool.query('update proposals set next_at = now() where id = $1', [made.item_id]);
    await expect
      .poll(async () => (await pool.query('select status from proposals where id = $1', [made.item_id])).rows[0])
      .toEqual({ status: 4 });
    aheadMs = 0;
    expect((await list({ status: 4 })).list).toMatchObject([
      { item_id: made.item_id, state: orderStatus.autoCancelled, my_action: 0 },
    ]);
  });
});
