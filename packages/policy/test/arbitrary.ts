import fc from 'fast-check';
import type { PolicyDocument, SeniorRule } from '../src/index.ts';
import { crew, rule } from './cases/rulings.ts';
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
export const documents = fc
  .record({ senior: fc.array(rules, { maxLength: 4 }).map(numbered), basic: nodes, protection: onOff, mode: onOff })
  .map(
    ({ senior, basic, protection, mode }): PolicyDocument => ({
      ...crew,
      senior,
      strategies: [{ ...strategy('*', protection, node('n', 1, 'ann')), nodes: basic }],
      book: { mode, coolingHours: '24' },
    }),
  );

/** One small step from a document to the next, of the kind that people take. */
export const edits = fc.oneof(
  fc.record({ what: fc.constant('add' as const), rule: rules, at: fc.nat(4) }),
  fc.record({ what: fc.constant('drop' as const), at: fc.nat(3) }),
  fc.record({ what: fc.constant('change' as const), at: fc.nat(3), rule: rules, keep: fc.boolean() }),
  fc.record({ what: fc.constant('basic' as const), nodes, protection: onOff }),
  fc.record({ what: fc.constant('out' as const), who: fc.constantFrom<string>('bob', 'dee', 'cem', 'ann') }),
  fc.record({ what: fc.constant('book' as const), mode: onOff, hours: fc.constantFrom('24', '48', '1') }),
);
type Edit = typeof edits extends fc.Arbitrary<infer T> ? T : never;
export function apply(doc: PolicyDocument, edit: Edit): PolicyDocument {
  const senior = [...doc.senior];
  if (edit.what === 'add') senior.splice(edit.at, 0, { ...edit.rule, id: 'new', name: 'New' });
  if (edit.what === 'drop') senior.splice(edit.at, 1);
  const old = edit.what === 'change' ? senior[edit.at] : undefined;
  if (old && edit.what === 'change')
    senior[edit.at] = { ...edit.rule, id: old.id, when: edit.keep ? old.when : edit.rule.when };
  const [basic] = doc.strategies;
  return {
    ...doc,
    senior,
    version: '2',
    ...(edit.what === 'basic' && basic
      ? { strategies: [{ ...basic, nodes: edit.nodes, signProtection: edit.protection }] }
      : {}),
    ...(edit.what === 'out'
      ? { members: doc.members.map((one) => (one.id === edit.who ? { ...one, status: 'removed' as const } : one)) }
      : {}),
    ...(edit.what === 'book' ? { book: { mode: edit.mode, coolingHours: edit.hours } } : {}),
  };
}
