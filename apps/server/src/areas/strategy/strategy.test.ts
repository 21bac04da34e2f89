import { bodyHash, type PolicyDocument, parsePolicy, unconditional } from '@holdfast/policy';
import { decideAt, outcomeOf, refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordedActions, startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';

let server: TestServer;
let fixture: SetUp;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'here' });
  fixture = await setUp(server.place);
});
afterAll(() => server.close());

const rule = (id: string, change: Record<string, unknown> = {}) => ({
  id,
  name: `Rule ${id}`,
  enabled: 'on',
  type: 'transfer',
  when: unconditional,
  action: 'refuse',
  signProtection: 'on',
  nodes: [],
  ...change,
});
const inForce = async (): Promise<PolicyDocument> => parsePolicy((await fixture.api.strategy.policy({})).document);
/** The owner decides on the signer's page, and what becomes of it. */
async function decide(made: { item_id: number; approval_url: string }, decision: 'approve' | 'refuse' = 'approve') {
  await decideAt(made.approval_url, fixture.owner, decision);
  return outcomeOf(fixture.api, made);
}

describe('a change of the rules', () => {
  it('is in force once the members have signed it and every signer has taken it over, not before', async () => {
    const { version } = await inForce();
    const made = await fixture.api.strategy.higherSave({ rule: rule('never'), version, remark: 'No more' });
    expect(made.instant).toBe(true);
    expect((await inForce()).version).toBe(version);
    expect(await decide(made)).toBe(1);
    const now = await inForce();
    expect(now.version).toBe(String(Number(version) + 1));
    expect(now.senior.map(({ id }) => id)).toEqual(['never']);
    const health = await Promise.all(
      server.place.origins.map(
        async (origin) => (await fetch(`${origin}/api/info`)).json() as Promise<{ policy: { version: string } }>,
      ),
    );
    expect(health.map(({ policy }) => policy.version)).toEqual([now.version, now.version]);
  });

  it('that only takes rights away needs the initiator alone; one that loosens does not say so', async () => {
    const { version } = await inForce();
    const made = await fixture.api.strategy.higherDelete({ id: 'never', version });
    expect(made.instant).toBe(false);
    expect(await decide(made)).toBe(1);
    expect((await inForce()).senior).toEqual([]);
  });

  it('can be refused, and taken back by who proposed it', async () => {
    const { version } = await inForce();
    const refused = await fixture.api.strategy.higherSave({ rule: rule('a'), version });
    expect(await decide(refused, 'refuse')).toBe(2);
    const taken = await fixture.api.strategy.higherSave({ rule: rule('b'), version });
    await fixture.api.strategy.cancel({ item_id: taken.item_id });
    await fixture.api.strategy.cancel({ item_id: taken.item_id });
    expect((await fixture.api.strategy.auditInfo({ item_id: taken.item_id })).status).toBe(3);
    expect(await refusalOf(fixture.api.strategy.cancel({ item_id: refused.item_id }))).toBe('orderNotCancellable');
    expect((await inForce()).version).toBe(version);
  });

  it('leads to where it is decided, tells what it is about, and is not decided by either', async () => {
    const { version } = await inForce();
    const made = await fixture.api.strategy.higherSave({ rule: rule('way'), version, remark: 'Why' });
    const { item_id } = made;
    const pass = await fixture.api.strategy.audit({ item_id, result: 1 });
    expect(pass).toMatchObject({ item_id, decision: 'approve', approval_url: made.approval_url, digest: made.digest });
    const no = await fixture.api.strategy.audit({ item_id, result: 2 });
    expect(no.approval_url).toContain(`.${made.digest}`);
    const about = await fixture.api.strategy.businessInfo({ business_type: 6, business_id: item_id });
    expect(about).toMatchObject({
      kind: 'policy',
      remark: 'Why',
      status: 0,
      digest: made.digest,
      subject: { name: 'Rule way' },
    });
    expect(about.document).not.toBe(about.base);
    expect(about.nodes.flatMap(({ approved }) => approved)).toEqual([]);
    for (const ask of [
      { business_type: 15, business_id: item_id },
      { business_type: 6, business_id: 999_999 },
      { business_type: 1, business_id: item_id },
    ])
      expect(await refusalOf(fixture.api.strategy.businessInfo(ask))).toBe('itemNotFound');
    await fixture.api.strategy.cancel({ item_id });
    expect(await refusalOf(fixture.api.strategy.audit({ item_id, result: 1 }))).toBe('itemNotFound');
  });

  it('made for rules that are no longer there is void', async () => {
    const { version } = await inForce();
    const old = await fixture.api.strategy.higherSave({ rule: rule('old'), version });
    const first = await fixture.api.strategy.higherSave({ rule: rule('first'), version });
    expect(await decide(first)).toBe(1);
    // The worker ends what was proposed before, as soon as the new rules are in force.
    const statusOf = async () => (await fixture.api.strategy.auditInfo({ item_id: old.item_id })).status;
    await expect.poll(statusOf).toBe(6);
    expect(await refusalOf(fixture.api.strategy.higherSave({ rule: rule('late'), version }))).toBe('rulesChanged');
  });

  it.each([
    ['a rule with a field more', rule('x', { extra: '1' })],
    ['a number', rule('x', { nodes: 1 })],
    ['a flow without approvers', rule('x', { action: 'flow' })],
    [
      'a window without an amount',
      rule('x', {
        when: { ...rule('x').when, amount: { unit: 'none', over: '', upTo: '', hours: '24', scope: 'wallet' } },
      }),
    ],
  ])('that is unsound is refused with its reason: %s', async (_, unsound) => {
    const { version } = await inForce();
    expect(await refusalOf(fixture.api.strategy.higherSave({ rule: unsound, version }))).toBe('rulesUnsound');
  });

  it('whose flow nobody could satisfy is refused with the code of its people', async () => {
    const { version } = await inForce();
    const nodes = [{ name: 'n', kind: 'sign', approvers: ['nobody'], threshold: '1' }];
    const ask = { rule: rule('x', { action: 'flow', nodes }), version };
    expect(await refusalOf(fixture.api.strategy.higherSave(ask))).toBe('strategyPersonnel');
  });

  it('that changes nothing is refused', async () => {
    const { version, strategies } = await inForce();
    const [basic] = strategies;
    const same = { wallet: '*', sign_protect: basic?.signProtection ?? 'on', nodes: basic?.nodes ?? [], version };
    expect(await refusalOf(fixture.api.strategy.basicSave(same))).toBe('nothingChanges');
  });

  it('of the order of rules keeps the places of other types', async () => {
    const add = async (next: ReturnType<typeof rule>) =>
      decide(await fixture.api.strategy.higherSave({ rule: next, version: (await inForce()).version }));
    for (const next of [rule('w', { type: 'web3' }), rule('t2')]) expect(await add(next)).toBe(1);
    const before = (await inForce()).senior.map(({ id }) => id);
    expect(before).toEqual(['first', 'w', 't2']);
    const { version } = await inForce();
    expect(await refusalOf(fixture.api.strategy.higherSort({ type: 'transfer', ids: ['t2'], version }))).toBe(
      'ruleNotFound',
    );
    expect(
      await decide(await fixture.api.strategy.higherSort({ type: 'transfer', ids: ['t2', 'first'], version })),
    ).toBe(1);
    expect((await inForce()).senior.map(({ id }) => id)).toEqual(['t2', 'w', 'first']);
  });

  it('is read by its part, each with the version it is of', async () => {
    const { version, senior, strategies } = await inForce();
    const all = await fixture.api.strategy.higherList({});
    expect(all).toMatchObject({
      version,
      list: [
        { id: 't2', place: 0 },
        { id: 'w', place: 1 },
        { id: 'first', place: 2 },
      ],
    });
    expect((await fixture.api.strategy.higherList({ type: 'web3' })).list.map(({ id }) => id)).toEqual(['w']);
    expect((await fixture.api.strategy.higherInfo({ id: 'w' })).rule).toEqual(senior[1]);
    expect(await refusalOf(fixture.api.strategy.higherInfo({ id: 'absent' }))).toBe('ruleNotFound');
    const nodes = strategies[0]?.nodes;
    expect((await fixture.api.strategy.basicList({})).list).toMatchObject([{ wallet: '*', nodes }]);
    expect(await fixture.api.strategy.basicInfo({ wallet: '77' })).toMatchObject({ wallet: '77', own: false, nodes });
    expect(await fixture.api.strategy.workspaceInfo({ op: 'keys' })).toMatchObject({ version, own: false, nodes });
    expect((await fixture.api.strategy.businessList({})).list).toContainEqual({
      business_type: 15,
      name: 'member',
      op: 'members',
    });
  });

  it('is in the log with the hashes of the rules that were and of those that came into force', async () => {
    await server.logSettled();
    const { rows } = await server.database.pool.query<{ before: string; after: string }>(
      "select entry::jsonb ->> 'before' as before, entry::jsonb ->> 'after' as after from audit_log where action = 'proposal.passed' order by seq",
    );
    const now = bodyHash(await inForce());
    expect(rows.at(-1)?.after).toBe(now);
    for (const [n, { before }] of rows.entries()) if (n > 0) expect(before).toBe(rows[n - 1]?.after);
  });

  it('is in the log, newest first, with who made it and what became of it', async () => {
    await server.logSettled();
    const event = 'proposed' as const;
    const { list, total } = await fixture.api.strategy.logList({ event, page_size: 5 });
    expect(total).toBeGreaterThanOrEqual(8);
    expect(list[0]).toMatchObject({ status: 1, subject: { action: 'higherSort', type: 'transfer' } });
    expect((await fixture.api.strategy.logList({ event, keyword: 'No more' })).list).toHaveLength(1);
    const { item_id = 0, seq, hash } = list[0] ?? {};
    const whole = (await fixture.api.strategy.logList({ page_size: 200 })).list.filter(
      (row) => row.item_id === item_id,
    );
    expect(whole.map((row) => row.event)).toEqual(['passed', 'decided', 'proposed']);
    expect(whole.map(({ actor }) => actor)).toEqual(['system', `member:${fixture.owner.id}`, 'user:1']);
    const { rows } = await server.database.pool.query('select encode(hash, $2) as hash from audit_log where seq = $1', [
      seq,
      'hex',
    ]);
    expect(rows).toEqual([{ hash }]);
    const [passed] = whole;
    const until = { end: passed?.time, page_size: 200 };
    expect((await fixture.api.strategy.logList(until)).list.map((row) => row.seq)).not.toContain(passed?.seq);
    const since = { start: passed?.time, page_size: 200 };
    expect((await fixture.api.strategy.logList(since)).list.map((row) => row.seq)).toContain(passed?.seq);
    expect(await fixture.api.strategy.opNumbers({})).toMatchObject({ total: 0 });
    const of = async (part: 'basic' | 'transfer' | 'web3' | 'trade' | 'workspace') =>
      (await fixture.api.strategy.logList({ event, part, page_size: 50 })).list.map(
        ({ subject }) => subject.type ?? '',
      );
    expect(new Set(await of('transfer'))).toEqual(new Set(['transfer']));
    expect(await of('web3')).toEqual(['web3']);
    expect([await of('trade'), await of('basic'), await of('workspace')]).toEqual([[], [], []]);
  });

  it('of several parts at once is in the logs of the parts that it touches, and in no other', async () => {
    const { senior, version } = await inForce();
    const renamed = senior.map((rule) => (rule.type === 'web3' ? { ...rule, name: 'Calls' } : rule));
    const { item_id } = await fixture.api.strategy.save({ senior: renamed, workspace: [], version });
    await fixture.api.strategy.cancel({ item_id });
    await server.logSettled();
    const parts = ['basic', 'workspace', 'transfer', 'web3', 'trade'] as const;
    const logs = parts.map(async (part) => {
      const { list } = await fixture.api.strategy.logList({ event: 'proposed', part, page_size: 200 });
      return list.some((row) => row.item_id === item_id) ? [part] : [];
    });
    expect((await Promise.all(logs)).flat()).toEqual(['web3']);
    const broken = fixture.api.strategy.save({ senior: [{ type: 7 }], version });
    expect(await refusalOf(broken)).toBe('rulesUnsound');
  });

  it('of one sub-wallet or one kind of change can be taken back to the default', async () => {
    const { strategies } = await inForce();
    const nodes = strategies[0]?.nodes ?? [];
    const version = async (): Promise<string> => (await inForce()).version;
    const place = { sub_wallet_id: fixture.subWalletId };
    const own = { wallet: String(fixture.subWalletId), sign_protect: 'off', nodes } as const;
    expect(await decide(await fixture.api.strategy.basicSave({ ...own, version: await version() }))).toBe(1);
    expect(await decide(await fixture.api.strategy.basicDelete({ ...place, version: await version() }))).toBe(1);
    expect((await inForce()).strategies).toEqual(strategies);
    const op = { op: 'members', sign_protect: 'off', nodes } as const;
    expect(await decide(await fixture.api.strategy.workspaceSave({ ...op, version: await version() }))).toBe(1);
    expect((await fixture.api.strategy.opList({})).list.filter(({ own_rule }) => own_rule)).toEqual([
      { op: 'members', own_rule: true },
    ]);
    expect(await decide(await fixture.api.strategy.workspaceDelete({ op: 'members', version: await version() }))).toBe(
      1,
    );
    expect((await inForce()).workspace).toEqual([]);
  });

  it('takes signature protection off every flow of payments, or puts it on, and says how it stands', async () => {
    const { api } = fixture;
    const asks = { action: 'flow', nodes: (await inForce()).strategies[0]?.nodes ?? [] };
    const put = await api.strategy.higherSave({ rule: rule('asks', asks), version: (await inForce()).version });
    expect(await decide(put)).toBe(1);
    const save = async (sign_protect: boolean) =>
      decide(await api.strategy.saveSignProtect({ sign_protect, version: (await inForce()).version }));
    for (const on of [false, true]) {
      if ((await api.strategy.signProtect({})).scope === (on ? 'all' : 'none')) continue;
      expect(await save(on)).toBe(1);
      const told = await api.strategy.signProtect({});
      expect(told).toMatchObject({ sign_protect: on, scope: on ? 'all' : 'none', solo_mode: true });
      const { senior, strategies } = await inForce();
      const flows = [...senior.filter(({ type, action }) => type === 'transfer' && action === 'flow'), ...strategies];
      expect(told.flows).toHaveLength(flows.length);
      expect(new Set(flows.map(({ signProtection }) => signProtection))).toEqual(new Set([on ? 'on' : 'off']));
      expect(await refusalOf(save(on))).toBe('nothingChanges');
    }
    const gone = await api.strategy.higherDelete({ id: 'asks', version: (await inForce()).version });
    expect(await decide(gone)).toBe(1);
  });

  it('is in the audit log', async () => {
    const changes = [
      'basicSave',
      'basicDelete',
      'higherSave',
      'higherDelete',
      'higherSort',
      'workspaceSave',
      'workspaceDelete',
      'signProtect',
      'cancel',
    ];
    const seen = await recordedActions(server);
    expect(changes.filter((name) => !seen.has(`strategy.${name}`))).toEqual([]);
  });
});
