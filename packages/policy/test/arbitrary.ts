import fc from 'fast-check';
import { type PolicyDocument, type SeniorRule, type WorkspaceOp, workspaceOps } from '../src/index.ts';
import { crew, rule } from './cases/crew.ts';
import { node, strategy } from './fixtures.ts';

/** Few of everything, so that much collides. */
const people = ['ann', 'bob', 'dee'] as const;
const onOff = fc.constantFrom<'on' | 'off'>('on', 'off');
const approvers = fc.uniqueArray(fc.constantFrom<string>(...people), { minLength: 1 });
const nodes = fc
  .array(fc.record({ approvers, threshold: fc.constantFrom('1', '1', '2') }), { minLength: 1, maxLength: 2 })
  .map((list) =>
    list.map((one, i) => ({
      ...one,
      name: `n${i}`,
      kind: i === list.length - 1 ? ('sign' as const) : ('approve' as const),
    })),
  );
export const eth = { chain: 'evm:31337', contract: '' };
const bound = fc.constantFrom('', '100', '200', '300');
const amounts: fc.Arbitrary<SeniorRule['when']['amount']> = fc.record({
  unit: fc.constantFrom('none', 'usd', 'usd', 'coin'),
  over: bound,
  upTo: bound,
  hours: fc.constantFrom('0', '0', '24'),
  scope: fc.constantFrom('wallet', 'workspace', 'member'),
});
/** Mostly rules that stand: without a unit nothing else is said. */
export const rules = fc
  .record({
    action: fc.constantFrom<SeniorRule['action']>('flow', 'pass', 'refuse'),
    enabled: fc.constantFrom<'on' | 'off'>('on', 'on', 'on', 'off'),
    signProtection: onOff,
    nodes,
    amount: amounts,
    wallets: fc.constantFrom<string[]>([], [], ['7'], ['8']),
    initiators: fc.constantFrom<string[]>([], [], ['role:operator'], ['member:ann']),
    mode: fc.constantFrom<SeniorRule['when']['destinations']['mode']>('any', 'any', 'known', 'unknown', 'internal'),
  })
  .map(({ action, enabled, signProtection, nodes: flow, amount, wallets, initiators, mode }) => {
    const plain = { ...amount, over: '', upTo: '', hours: '0' };
    const when: Partial<SeniorRule['when']> = {
      wallets,
      initiators,
      amount: amount.unit === 'none' ? plain : amount,
      assets: amount.unit === 'coin' ? { mode: 'only', list: [eth] } : { mode: 'any', list: [] },
      destinations: { mode, entries: [] },
    };
    return rule(action, when, { enabled, signProtection, nodes: action === 'flow' ? flow : [] });
  });
const numbered = (list: SeniorRule[]): SeniorRule[] =>
  list.map((one, i) => ({ ...one, id: `r${i}`, name: `Rule ${i}` }));
const ops = fc.constantFrom<WorkspaceOp>(...workspaceOps);
/** None, some, or all of what the workspace decides about: the default flow stands in for the rest. */
const governments = fc
  .tuple(fc.oneof(fc.subarray([...workspaceOps]), fc.constant([...workspaceOps])), nodes, onOff)
  .map(([named, flow, signProtection]) => named.map((op) => ({ op, signProtection, nodes: flow })));
export const documents = fc
  .record({
    senior: fc.array(rules, { maxLength: 4 }).map(numbered),
    basic: nodes,
    seven: nodes,
    protection: onOff,
    mode: onOff,
    workspace: governments,
  })
  .map(
    ({ senior, basic, seven, protection, mode, workspace }): PolicyDocument => ({
      ...crew,
      senior,
      strategies: [
        { ...strategy('*', protection, node('n', 1, 'ann')), nodes: basic },
        { ...strategy('7', protection, node('n', 1, 'ann')), nodes: seven },
      ],
      workspace,
      book: { mode, coolingHours: '24' },
    }),
  );

/** One small step from a document to the next, of the kind that people take. */
export const edits = fc.oneof(
  fc.record({ what: fc.constant('add' as const), rule: rules, at: fc.nat(4) }),
  fc.record({ what: fc.constant('drop' as const), at: fc.nat(3) }),
  fc.record({ what: fc.constant('change' as const), at: fc.nat(3), rule: rules, keep: fc.boolean() }),
  fc.record({ what: fc.constant('basic' as const), at: fc.nat(1), nodes, protection: onOff }),
  fc.record({ what: fc.constant('before' as const), at: fc.nat(1), who: fc.constantFrom<string>(...people) }),
  fc.record({ what: fc.constant('rule' as const), op: ops, nodes, protection: onOff }),
  fc.record({ what: fc.constant('out' as const), who: fc.constantFrom<string>('bob', 'dee', 'cem', 'ann', 'eve') }),
  fc.record({ what: fc.constant('role' as const), who: fc.constantFrom<string>('bob', 'dee', 'cem', 'ann', 'eve') }),
  fc.record({ what: fc.constant('key' as const), who: fc.constantFrom<string>('bob', 'dee', 'cem', 'ann', 'eve') }),
  fc.record({ what: fc.constant('book' as const), mode: onOff, hours: fc.constantFrom('24', '48', '1') }),
);
type Edit = typeof edits extends fc.Arbitrary<infer T> ? T : never;
const first = (one: PolicyDocument['strategies'][number], who: string) => ({
  ...one,
  nodes: [node('First', 1, who), ...one.nodes],
});
/** What becomes of the flows. */
function strategiesAfter({ strategies }: PolicyDocument, edit: Edit): PolicyDocument['strategies'] {
  if (edit.what !== 'basic' && edit.what !== 'before') return strategies;
  return strategies.map((one, i) => {
    if (i !== edit.at) return one;
    return edit.what === 'before'
      ? first(one, edit.who)
      : { ...one, nodes: edit.nodes, signProtection: edit.protection };
  });
}
function membersAfter({ members }: PolicyDocument, edit: Edit): PolicyDocument['members'] {
  if (edit.what !== 'out' && edit.what !== 'role' && edit.what !== 'key') return members;
  const change = {
    out: { status: 'removed' as const },
    role: { role: 'viewer' as const },
    key: { credentials: [] },
  }[edit.what];
  return members.map((one) => (one.id === edit.who ? { ...one, ...change } : one));
}
export function apply(doc: PolicyDocument, edit: Edit): PolicyDocument {
  const senior = [...doc.senior];
  if (edit.what === 'add') senior.splice(edit.at, 0, { ...edit.rule, id: `new${doc.version}`, name: 'New' });
  if (edit.what === 'drop') senior.splice(edit.at, 1);
  const old = edit.what === 'change' ? senior[edit.at] : undefined;
  if (old && edit.what === 'change')
    senior[edit.at] = { ...edit.rule, id: old.id, when: edit.keep ? old.when : edit.rule.when };
  const others = edit.what === 'rule' ? doc.workspace.filter(({ op }) => op !== edit.op) : doc.workspace;
  return {
    ...doc,
    senior,
    version: String(Number(doc.version) + 1),
    strategies: strategiesAfter(doc, edit),
    members: membersAfter(doc, edit),
    workspace:
      edit.what === 'rule'
        ? [...others, { op: edit.op, signProtection: edit.protection, nodes: edit.nodes }]
        : doc.workspace,
    ...(edit.what === 'book' ? { book: { mode: edit.mode, coolingHours: edit.hours } } : {}),
  };
}
