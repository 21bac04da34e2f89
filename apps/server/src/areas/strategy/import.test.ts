import { rulesFileBytes } from '@holdfast/contract';
import {
  type PolicyDocument,
  parsePolicy,
  policyLimits,
  type RuleCase,
  rulesFileText,
  type SeniorRule,
  unconditional,
} from '@holdfast/policy';
import { decideAt, outcomeOf, refusalOf } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { type SetUp, setUp } from '../../../test/set-up.ts';

let server: TestServer;
let fixture: SetUp;
beforeAll(async () => {
  server = await startTestServer({ realSigners: 'here' });
  fixture = await setUp(server.place);
});
afterAll(() => server.close());

const inForce = async (): Promise<PolicyDocument> => parsePolicy((await fixture.api.strategy.policy({})).document);
const never: SeniorRule = {
  ...{ id: 'never', name: 'Never', enabled: 'on', type: 'transfer', action: 'refuse', signProtection: 'on', nodes: [] },
  when: unconditional,
};
const caseOf = (name: string, expect: Partial<RuleCase['expect']>): RuleCase => ({
  name,
  payment: {
    ...{ initiator: fixture.owner.id, wallet: '1', amount: '1', to: 'unknown', entry: '', price: '', spent: '0' },
    asset: { chain: 'evm:31337', contract: '', decimals: '18' },
    ...{ type: 'transfer', calls: [] },
  },
  expect: { outcome: 'refuse', rule: '', nodes: [], ...expect },
});
const fileWith = async (senior: SeniorRule[], cases: RuleCase[]): Promise<string> =>
  rulesFileText({ ...(await inForce()), senior }, cases);
const names = async (): Promise<unknown[]> => (await fixture.api.strategy.caseList({})).list.map(({ name }) => name);

it('rules of a file of which a case fails are not proposed, and the case is named', async () => {
  const { version } = await inForce();
  const file = await fileWith(
    [never],
    [caseOf('nothing leaves', {}), caseOf('small change passes', { outcome: 'pass' })],
  );
  const asked = fixture.api.strategy.importRules({ file, version });
  await expect(asked).rejects.toMatchObject({
    refusal: 'rulesCaseFailed',
    message: expect.stringContaining('small change passes'),
  });
  expect((await fixture.api.strategy.opNumbers({})).total).toBe(0);
  expect(await names()).toEqual([]);
});

it.each([
  ['no JSON', () => '{ rules', /badJson/],
  ['a rule that is none', () => JSON.stringify({ format: 'holdfast/rules/v1', senior: [7] }), /missingField|badField/],
])('a file that holds %s is refused, and says where', async (_name, make, problem) => {
  const { version } = await inForce();
  await expect(fixture.api.strategy.importRules({ file: make(), version })).rejects.toMatchObject({
    refusal: 'rulesFileInvalid',
    message: expect.stringMatching(problem),
  });
});

it('a file with half a character in a name is refused, and says where', async () => {
  const { version } = await inForce();
  const file = (await fileWith([], [caseOf('half', {})])).replace('"half"', '"\\ud800"');
  await expect(fixture.api.strategy.importRules({ file, version })).rejects.toMatchObject({
    refusal: 'rulesFileInvalid',
    message: expect.stringContaining('cases.0.name'),
  });
});

it('a file with rules that nobody could satisfy, or made from older rules, is refused as any change is', async () => {
  const { version } = await inForce();
  const twice = await fileWith([never, never], []);
  expect(await refusalOf(fixture.api.strategy.importRules({ file: twice, version }))).toBe('rulesUnsound');
  const file = await fileWith([never], []);
  expect(await refusalOf(fixture.api.strategy.importRules({ file, version: '99' }))).toBe('rulesChanged');
});

it('rules of a file whose cases hold are proposed, and in force, with its cases kept, when the members have signed', async () => {
  const { version } = await inForce();
  const file = await fileWith([never], [caseOf('nothing leaves', { rule: 'never' })]);
  const made = await fixture.api.strategy.importRules({ file, version, remark: 'From the review' });
  expect(await names()).toEqual([]);
  await decideAt(made.approval_url, fixture.owner, 'approve');
  expect(await outcomeOf(fixture.api, made)).toBe(1);
  expect((await inForce()).senior).toEqual([never]);
  expect(await names()).toEqual(['nothing leaves']);
  await server.logSettled();
  const { list } = await fixture.api.strategy.logList({ event: 'proposed', part: 'transfer' });
  expect(list[0]).toMatchObject({ item_id: made.item_id, subject: { action: 'import', rules: '1', cases: '1' } });
});

it('a kept case that fails under the rules of a file refuses them, unless the file replaces it', async () => {
  const { version } = await inForce();
  const before = (await fixture.api.strategy.opNumbers({})).total;
  const file = await fileWith([], [caseOf('another', { outcome: 'flow' })]);
  await expect(fixture.api.strategy.importRules({ file, version })).rejects.toMatchObject({
    refusal: 'rulesCaseFailed',
    message: expect.stringContaining('nothing leaves'),
  });
  expect((await fixture.api.strategy.opNumbers({})).total).toBe(before);
  expect((await fixture.api.strategy.caseList({})).list).toMatchObject([{ expect: { outcome: 'refuse' } }]);
  const mended = await fileWith([], [caseOf('nothing leaves', { outcome: 'flow' })]);
  const made = await fixture.api.strategy.importRules({ file: mended, version });
  expect((await fixture.api.strategy.caseList({})).list).toMatchObject([{ expect: { outcome: 'refuse' } }]);
  await fixture.api.strategy.cancel(made);
});

it('a file whose proposal is refused leaves the kept cases as they were', async () => {
  const { version } = await inForce();
  const file = await fileWith([never, { ...never, id: 'again' }], [caseOf('nothing leaves', {}), caseOf('more', {})]);
  const made = await fixture.api.strategy.importRules({ file, version });
  await decideAt(made.approval_url, fixture.owner, 'refuse');
  expect(await outcomeOf(fixture.api, made)).toBe(2);
  expect((await fixture.api.strategy.caseList({})).list).toMatchObject([{ expect: { rule: 'never' } }]);
});

it('a file with more cases than there is room for leaves no proposal behind', async () => {
  const { version } = await inForce();
  const many = Array.from({ length: 200 }, (_, n) => caseOf(`case ${n}`, {}));
  const renamed = { ...never, name: 'Not' };
  const before = (await fixture.api.strategy.opNumbers({})).total;
  const file = JSON.stringify(JSON.parse(await fileWith([renamed], many)));
  expect(await refusalOf(fixture.api.strategy.importRules({ file, version }))).toBe('caseLimit');
  expect((await fixture.api.strategy.opNumbers({})).total).toBe(before);
  expect(await names()).toEqual(['nothing leaves']);
  await server.logSettled();
  const { rows } = await server.database.pool.query('select count(*)::int as n from proposal_cases');
  expect(rows).toEqual([{ n: 3 }]);
});

it('a case is kept under its name, replaced and taken away; one that is none, or one too many, is refused', async () => {
  const one = caseOf('mine', {});
  await fixture.api.strategy.caseSave({ case: one });
  await fixture.api.strategy.caseSave({ case: { ...one, expect: { ...one.expect, rule: 'never' } } });
  const { list } = await fixture.api.strategy.caseList({});
  expect(list.find(({ name }) => name === 'mine')).toMatchObject({ expect: { rule: 'never' } });
  expect(await refusalOf(fixture.api.strategy.caseSave({ case: { name: 'x' } }))).toBe('rulesFileInvalid');
  for (const name of (await names()) as string[]) await fixture.api.strategy.caseDelete({ name });
  await fixture.api.strategy.caseDelete({ name: 'never was' });
  expect(await names()).toEqual([]);
  const { pool } = server.database;
  await pool.query(
    `insert into rule_cases (workspace_id, name, body)
     select w.id, 'case ' || n, $1::jsonb || jsonb_build_object('name', 'case ' || n) from workspaces w, generate_series(1, 200) n`,
    [JSON.stringify(one)],
  );
  expect(await refusalOf(fixture.api.strategy.caseSave({ case: one }))).toBe('caseLimit');
  expect(await names()).toHaveLength(200);
  // Kept, they would have to hold under every file that comes after.
  await pool.query('delete from rule_cases');
});

it('a case about a contract call holds a file to its rules; one kept before there were types is about a transfer', async () => {
  const { payment, ...rest } = caseOf('older', { rule: 'never' });
  const { type: _type, calls: _calls, ...untyped } = payment;
  await server.database.pool.query(
    `insert into rule_cases (workspace_id, name, body) select id, 'older', $1::jsonb from workspaces`,
    [JSON.stringify({ ...rest, payment: untyped })],
  );
  expect((await fixture.api.strategy.caseList({})).list).toMatchObject([{ payment: { type: 'transfer', calls: [] } }]);

  const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
  const refusing = (named: string): SeniorRule => ({
    ...{ ...never, id: 'vault', name: 'Vault', type: 'web3' },
    when: { ...never.when, calls: [{ chain: 'evm:31337', contract: named, methods: [] }] },
  });
  const call = caseOf('the vault stays shut', { rule: 'vault' });
  const calling: RuleCase = {
    ...call,
    payment: { ...call.payment, type: 'web3', amount: '0', calls: [{ contract, method: '0xd0e30db0' }] },
  };
  const { version } = await inForce();
  const other = await fileWith([never, refusing(fixture.owner.id)], [calling]);
  await expect(fixture.api.strategy.importRules({ file: other, version })).rejects.toMatchObject({
    refusal: 'rulesCaseFailed',
    message: expect.stringContaining('the vault stays shut'),
  });
  // A contract in another spelling than its network's is refused in rules from a file as anywhere.
  const misspelled = await fileWith([never, refusing(contract.toLowerCase())], [calling]);
  await expect(fixture.api.strategy.importRules({ file: misspelled, version })).rejects.toMatchObject({
    refusal: 'rulesUnsound',
    message: expect.stringContaining('addressSpelling'),
  });
  const file = await fileWith([never, refusing(contract)], [calling]);
  const made = await fixture.api.strategy.importRules({ file, version });
  await fixture.api.strategy.cancel(made);
  await fixture.api.strategy.caseDelete({ name: 'older' });
});

it('the most rules there may be go out as a file and come back: into force at the signers', async () => {
  expect(rulesFileBytes).toBe(policyLimits.rulesFileBytes);
  const most = policyLimits.strategies;
  const flow = (n: number): SeniorRule => ({
    ...never,
    id: `rule-${n}`,
    name: `Payments of treasury ${n}`,
    action: 'flow',
    when: {
      ...never.when,
      amount: { unit: 'usd', over: String(n * 100), upTo: '10000000', hours: '24', scope: 'wallet' },
    },
    nodes: [{ kind: 'sign', name: 'Treasurers', approvers: [fixture.owner.id], threshold: '1' }],
  });
  const file = await fileWith(
    Array.from({ length: most }, (_, n) => flow(n)),
    [],
  );
  const { version } = await inForce();
  const made = await fixture.api.strategy.importRules({ file, version });
  await decideAt(made.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, made)).toBe(1);
  const { senior } = await inForce();
  expect(senior).toHaveLength(most);
  expect(rulesFileText(await inForce(), [])).toContain('Payments of treasury 499');
  const saved = await fixture.api.strategy.save({ senior: senior.toReversed(), version: (await inForce()).version });
  await decideAt(saved.approval_url, fixture.owner);
  expect(await outcomeOf(fixture.api, saved)).toBe(1);
});
