import { describe, expect, it } from 'vitest';
import {
  PolicyError,
  parseRulesFile,
  policyHash,
  policyLimits,
  type RuleCase,
  type RulesFile,
  rulesFileText,
  runCase,
  type SeniorRule,
  verdictOnPayment,
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

describe('a rules file', () => {
  it('holds the rules, nothing of members, keys or signers, and comes back as it was', () => {
    const file = parseRulesFile(text);
    expect(file).toEqual({
      format: 'holdfast/rules/v1',
      from: { id: rules.id, version: rules.version, hash: policyHash(rules) },
      strategies: rules.strategies,
      senior: rules.senior,
      workspace: rules.workspace,
      cases,
    });
    const { strategies, senior, workspace } = file;
    expect(rulesFileText({ ...rules, strategies, senior, workspace }, file.cases)).toBe(text);
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

  it('made from what the rules say now holds under them', () => {
    for (const to of ['own', 'listed', 'unknown'] as const)
      for (const amount of ['1', '1000', '1001']) {
        const paid = { ...payment, to, amount };
        expect(runCase(rules, { name: 'n', payment: paid, expect: verdictOnPayment(rules, paid).got }).passed).toBe(
          true,
        );
      }
  });

  it('with no price is judged as strictly as with any', () => {
    expect(verdictOnPayment(rules, { ...payment, amount: '1001' }).got.outcome).toBe('flow');
    const unknown = verdictOnPayment(
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
