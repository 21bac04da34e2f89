import { describe, expect, it } from 'vitest';
import {
  type PolicyDocument,
  PolicyError,
  parseRulesFile,
  policyHash,
  policyLimits,
  type RuleCase,
  type RulesFile,
  rulesFileText,
  rulesOfFile,
  runCase,
  type SeniorRule,
  verdictOn,
} from '../src/index.ts';
import { inOrder, node, team } from './fixtures.ts';

const when: SeniorRule['when'] = {
  initiators: [],
  wallets: [],
  assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: '' }] },
  amount: { unit: 'coin', over: '', upTo: '1000', hours: '24', scope: 'wallet' },
  destinations: { mode: 'known', entries: [] },
  calls: [],
};
const small: SeniorRule = {
  ...{ id: 'small', name: 'Small and known', enabled: 'on', type: 'transfer', action: 'pass', signProtection: 'on' },
  ...{ when, nodes: [] },
};
const dear: SeniorRule = {
  ...small,
  ...{ id: 'dear', name: 'Dear', action: 'flow', nodes: inOrder(node('Board', 2, 'ann', 'bob', 'dee')) },
  when: {
    ...when,
    assets: { mode: 'any', list: [] },
    amount: { ...when.amount, unit: 'usd', over: '100000', upTo: '' },
  },
};
const rules = { ...team, senior: [small, dear] };

const payment: RuleCase['payment'] = {
  type: 'transfer',
  calls: [],
  initiator: 'cem',
  wallet: '7',
  asset: { chain: 'evm:31337', contract: '', decimals: '18' },
  amount: '600',
  to: 'listed',
  entry: '',
  price: '',
  spent: '0',
};
const caseOf = (name: string, paid: Partial<RuleCase['payment']>, expected: Partial<RuleCase['expect']>): RuleCase => ({
  name,
  payment: { ...payment, ...paid },
  expect: { outcome: 'flow', rule: '', nodes: [], ...expected },
});
const cases: readonly RuleCase[] = [
  caseOf('a small one passes', { amount: '600' }, { outcome: 'pass', rule: 'small' }),
  caseOf('two small ones are not small', { amount: '600', spent: '600', price: '0.1' }, { rule: 'basic' }),
  caseOf(
    'a dear one goes to the board, without who asks',
    { amount: '1000000000000000000', price: '3000', initiator: 'ann' },
    { rule: 'dear', nodes: [{ approvers: ['dee', 'bob'], threshold: '2' }] },
  ),
  caseOf('a viewer may ask for nothing', { initiator: 'eve' }, { outcome: 'refuse' }),
];
const text = rulesFileText(rules, cases);
const edited = (change: (file: RulesFile) => unknown): string => JSON.stringify(change(JSON.parse(text) as RulesFile));

const vault = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
const token = { chain: 'evm:31337', contract: vault, decimals: '6' };
const call = { type: 'web3', amount: '0', calls: [{ contract: vault, method: '0xd0e30db0' }] };
const withPayment = (change: Record<string, unknown>): string =>
  edited((f) => ({ ...f, cases: [{ ...cases[0], payment: { ...payment, ...change } }] }));
const paidAt = (field: string): string => `cases.0.payment.${field}`;

describe('a rules file', () => {
  it('holds the rules, nothing of members, keys or signers, and comes back as it was', () => {
    const file = parseRulesFile(text);
    expect(file).toEqual({
      format: 'holdfast/rules/v1',
      from: { id: rules.id, version: rules.version, hash: policyHash(rules) },
      strategies: rules.strategies.map((flow) => ({ ...flow, pages: 'any' })),
      senior: [small, { ...dear, pages: 'any' }],
      workspace: rules.workspace.map((flow) => ({ ...flow, pages: 'any' })),
      cases,
    });
    const { strategies, senior, workspace } = rules;
    expect(rulesOfFile(rules, file)).toEqual({ strategies, senior, workspace });
    expect(rulesFileText({ ...rules, ...rulesOfFile(rules, file) }, file.cases)).toBe(text);
  });

  it('carries what flows ask of pages; one that says nothing of it never asks for less than the flow in its place', () => {
    const asking = { ...rules, v: '2' as const, senior: [small, { ...dear, pages: 'different' as const }] };
    const pagesOf = (change: (rule: Record<string, unknown>) => unknown, current: PolicyDocument) => {
      const file = JSON.parse(rulesFileText(asking, [])) as { senior: Record<string, unknown>[] };
      const senior = file.senior.map((rule) => (rule.id === 'dear' ? change(rule) : rule));
      return rulesOfFile(current, parseRulesFile(JSON.stringify({ ...file, senior }))).senior[1]?.pages;
    };
    const silent = ({ pages: _, ...rule }: Record<string, unknown>) => rule;
    expect(pagesOf((rule) => rule, rules)).toBe('different');
    expect(pagesOf(silent, asking)).toBe('different');
    expect(pagesOf(silent, rules)).toBeUndefined();
    expect(pagesOf((rule) => ({ ...rule, pages: 'any' }), asking)).toBeUndefined();
  });

  it('written before there were types reads as one about transfers', () => {
    const older = edited((f) => ({
      ...f,
      cases: f.cases.map(({ payment: { type: _type, calls: _calls, ...paid }, ...one }) => ({ ...one, payment: paid })),
    }));
    expect(older).not.toContain('"type":"transfer","initiator"');
    expect(parseRulesFile(older)).toEqual(parseRulesFile(text));
  });

  it('holds web3 calls and trades, and calls that are not known', () => {
    for (const change of [call, { ...call, type: 'trade', amount: '5' }, { ...call, calls: '', to: 'unknown' }])
      expect(parseRulesFile(withPayment(change)).cases[0]?.payment).toEqual({ ...payment, ...change });
  });

  it.each([
    ['no JSON', '{', 'badJson', ''],
    [
      'a number for an amount',
      edited((f) => ({ ...f, cases: [{ ...cases[0], payment: { ...payment, amount: 6 } }] })),
      'badField',
      'cases.0.payment.amount',
    ],
    [
      'a payment of nothing',
      edited((f) => ({ ...f, cases: [{ ...cases[0], payment: { ...payment, amount: '0' } }] })),
      'badField',
      'cases.0.payment.amount',
    ],
    ['a transfer with a call', withPayment({ calls: [{ contract: vault, method: '' }] }), 'badField', paidAt('calls')],
    ['a transfer of which the calls are not known', withPayment({ calls: '' }), 'badField', paidAt('calls')],
    ['a web3 call of nothing', withPayment({ type: 'web3', calls: [] }), 'badField', paidAt('calls')],
    ['a token as the value of a call', withPayment({ ...call, asset: token }), 'badField', paidAt('asset')],
    ['a contract of our own', withPayment({ ...call, to: 'own' }), 'badField', paidAt('to')],
    ['a listed contract that is not known', withPayment({ ...call, calls: '' }), 'badField', paidAt('to')],
    ['a trade of nothing', withPayment({ ...call, type: 'trade', amount: '0' }), 'badField', paidAt('amount')],
    [
      'a method that is none',
      withPayment({ ...call, calls: [{ contract: vault, method: '0x12' }] }),
      'badField',
      paidAt('calls.0.method'),
    ],
    ['a type that is none', withPayment({ type: 'keygen' }), 'badField', paidAt('type')],
    ['a field too many', edited((f) => ({ ...f, members: [] })), 'unknownField', 'members'],
    ['a field too few', edited(({ cases: _cases, ...f }) => f), 'missingField', 'cases'],
    ['two cases of one name', edited((f) => ({ ...f, cases: [cases[0], cases[0]] })), 'inconsistent', 'cases.1.name'],
    ['another format', edited((f) => ({ ...f, format: 'holdfast/rules/v2' })), 'badField', 'format'],
    ['no basic flow', edited((f) => ({ ...f, strategies: [] })), 'badField', 'strategies'],
    ['more than anybody reads', ' '.repeat(policyLimits.rulesFileBytes + 1), 'tooLarge', ''],
  ])('with %s is refused, and says where', (_name, source, code, at) => {
    const read = () => parseRulesFile(source);
    expect(read).toThrow(PolicyError);
    try {
      read();
    } catch (error) {
      expect(error).toMatchObject({ code, at });
    }
  });
});

describe('a test case', () => {
  it.each(cases.map((one) => [one.name, one] as const))('holds: %s', (_name, one) => {
    expect(runCase(rules, one)).toMatchObject({ name: one.name, passed: true });
  });

  it('fails by another outcome, another rule, other people or another number of them', () => {
    const [, , board] = cases;
    if (!board) throw new Error('no case');
    const wrong: Partial<RuleCase['expect']>[] = [
      { outcome: 'pass' },
      { rule: 'small' },
      { nodes: [{ approvers: ['dee', 'ann'], threshold: '2' }] },
      { nodes: [{ approvers: ['dee', 'bob'], threshold: '1' }] },
      {
        nodes: [
          { approvers: ['dee', 'bob'], threshold: '2' },
          { approvers: ['ann'], threshold: '1' },
        ],
      },
    ];
    for (const change of wrong)
      expect(runCase(rules, { ...board, expect: { ...board.expect, ...change } }).passed, JSON.stringify(change)).toBe(
        false,
      );
  });

  it('fails when a rule that it rests on goes', () => {
    const without = { ...rules, senior: [dear] };
    expect(cases.map((one) => runCase(without, one).passed)).toEqual([false, true, true, true]);
  });

  it('of a web3 call fails when its rule goes, or comes to stand behind another', () => {
    const never: SeniorRule = {
      ...{ ...small, id: 'vault', name: 'Never the vault', type: 'web3', action: 'refuse' },
      when: { ...dear.when, amount: { unit: 'none', over: '', upTo: '', hours: '0', scope: 'wallet' } },
    };
    const naming = (
      calls: SeniorRule['when']['calls'],
      to: SeniorRule['when']['destinations']['mode'],
    ): SeniorRule => ({
      ...never,
      when: { ...never.when, calls, destinations: { mode: to, entries: [] } },
    });
    const refusing = naming([{ chain: 'evm:31337', contract: vault, methods: [] }], 'any');
    const calling = { ...payment, ...call } as RuleCase['payment'];
    const one = {
      name: 'the vault',
      payment: calling,
      expect: { outcome: 'refuse', rule: 'vault', nodes: [] },
    } as const;
    const asCase = { ...one, expect: { ...one.expect, nodes: [] } };
    expect(runCase({ ...rules, senior: [refusing] }, asCase).passed).toBe(true);
    expect(runCase(rules, asCase)).toMatchObject({ passed: false, got: { outcome: 'flow', rule: 'basic' } });
    const everything: SeniorRule = { ...naming([], 'any'), id: 'all', action: 'pass' };
    expect(runCase({ ...rules, senior: [everything, refusing] }, asCase)).toMatchObject({ got: { outcome: 'pass' } });
  });

  it('made from what the rules say now holds under them', () => {
    for (const to of ['own', 'listed', 'unknown'] as const)
      for (const amount of ['1', '1000', '1001']) {
        const paid = { ...payment, to, amount };
        expect(runCase(rules, { name: 'n', payment: paid, expect: verdictOn(rules, paid).got }).passed).toBe(true);
      }
  });

  it('with no price is judged as strictly as with any', () => {
    expect(verdictOn(rules, { ...payment, amount: '1001' }).got.outcome).toBe('flow');
    const unknown = verdictOn(
      {
        ...rules,
        senior: [
          { ...dear, action: 'refuse', nodes: [], when: { ...dear.when, destinations: { mode: 'any', entries: [] } } },
        ],
      },
      payment,
    );
    expect(unknown).toMatchObject({ got: { outcome: 'refuse', rule: 'dear' }, problem: 'refusedByRule' });
  });
});
