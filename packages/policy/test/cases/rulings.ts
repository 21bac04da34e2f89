import {
  type Approval,
  applyBookChange,
  type BookChange,
  type BookEntry,
  bookHash,
  centsOf,
  createSpendings,
  type Decision,
  type Evaluation,
  emptyBook,
  entryHash,
  evaluate,
  type Facts,
  type Intent,
  isListedAt,
  isTightening,
  type Member,
  type PolicyDocument,
  policyHash,
  type SeniorRule,
  type Spending,
  spentFrom,
  touchedOps,
  workspaceOps,
} from '../../src/index.ts';
import {
  approve,
  device,
  documentIntent,
  hashOf,
  keys,
  member,
  node,
  policyOf,
  refOf,
  solo,
  strategy,
  transfer,
} from '../fixtures.ts';

/** Facts as a file can hold them. */
interface KnownFacts {
  readonly now?: number;
  readonly prices?: Readonly<Record<string, string>>;
  readonly spendings?: readonly (Omit<Spending, 'units' | 'cents'> & {
    readonly units: string;
    readonly cents?: string;
  })[];
  readonly frozen?: boolean;
  /** Addresses of our own, and listed entries by hash. */
  readonly internal?: readonly string[];
  readonly listed?: readonly string[];
}

const now = 1_763_700_060_000;
const hour = 3_600_000;

export function factsFrom({
  prices = {},
  spendings,
  internal = [],
  listed = [],
  now: at = now,
  frozen = false,
}: KnownFacts): Facts {
  const counted = createSpendings();
  for (const { units, cents, ...rest } of spendings ?? [])
    counted.add({ ...rest, units: BigInt(units), cents: cents === undefined ? undefined : BigInt(cents) });
  return {
    price: (asset) => prices[asset],
    spent: spendings ? spentFrom(counted, at) : () => undefined,
    isInternal: (_, output) => internal.includes(output.address),
    isListed: (_, output) => listed.includes(output.entry),
    frozen,
  };
}

const anything: SeniorRule['when'] = {
  initiators: [],
  wallets: [],
  assets: { mode: 'any', list: [] },
  amount: { unit: 'none', over: '', upTo: '', hours: '0', scope: 'wallet' },
  destinations: { mode: 'any', entries: [] },
  calls: [],
};
type Amount = SeniorRule['when']['amount'];
export const rule = (
  action: SeniorRule['action'],
  when: Partial<SeniorRule['when']> = {},
  change: Partial<SeniorRule> = {},
): SeniorRule => ({
  id: 'r1',
  name: 'Rule one',
  enabled: 'on',
  type: 'transfer',
  when: { ...anything, ...when },
  action,
  signProtection: 'on',
  nodes: action === 'flow' ? [{ ...node('Release', 1, 'ann', 'bob'), kind: 'sign' }] : [],
  ...change,
});
const amount = (change: Partial<Amount>): Partial<SeniorRule['when']> => ({
  amount: { ...anything.amount, ...change },
});
const eth = 'evm:31337|';
const onlyEth: Partial<SeniorRule['when']> = { assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: '' }] } };
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';

export const crew = policyOf(
  [
    member('ann', 'owner', keys.ann, keys.ann2),
    member('bob', 'admin', keys.bob),
    { ...member('cem', 'operator', keys.cem), wallets: [{ wallet: '9', role: 'viewer' }] },
    { ...member('dee', 'approver', keys.dee), wallets: [{ wallet: '9', role: 'operator' }] },
    { ...member('eve', 'api', keys.eve), keyHolder: 'no' },
  ],
  [strategy('*', 'on', node('Anybody', 1, 'ann', 'bob', 'dee'))],
);
const under = (change: Partial<PolicyDocument>): PolicyDocument => ({ ...crew, ...change });
const senior = (...rules: SeniorRule[]): PolicyDocument => under({ senior: rules });

type Vote = readonly [keyof typeof keys, Decision];
interface Case {
  readonly policy: PolicyDocument;
  readonly intent?: Partial<Intent>;
  readonly votes?: readonly Vote[];
  readonly facts?: KnownFacts;
  readonly next?: PolicyDocument;
  readonly book?: BookChange;
  /** State, then `level id`, then the problem when there is one. */
  readonly is: readonly [Evaluation['state'], string, string?];
}
const asked: readonly Vote[] = [['cem', 'initiate']];
const basic = 'basic *';
const first = 'senior r1';
const one = '1500000000000000000';
const two = { ...rule('pass'), id: 'r2', name: 'Rule two' };

const payments: Record<string, Case> = {
  'no rule: the basic flow': { policy: crew, votes: asked, is: ['waiting', basic] },
  'a rule that passes': { policy: senior(rule('pass')), votes: asked, is: ['satisfied', first] },
  'a rule that passes, not asked by anybody': { policy: senior(rule('pass')), is: ['waiting', first] },
  'a rule that passes, approved by the initiator': {
    policy: senior(rule('pass')),
    votes: [['cem', 'approve']],
    is: ['satisfied', first],
  },
  'a rule that passes, refused by the initiator': {
    policy: senior(rule('pass')),
    votes: [...asked, ['cem', 'refuse']],
    is: ['refused', first],
  },
  'a rule that refuses': {
    policy: senior(rule('refuse')),
    votes: [...asked, ['ann', 'approve'], ['bob', 'approve']],
    is: ['unsatisfiable', first, 'refusedByRule'],
  },
  'a rule with a flow': { policy: senior(rule('flow')), votes: [...asked, ['dee', 'approve']], is: ['waiting', first] },
  'a rule with a flow, done': {
    policy: senior(rule('flow')),
    votes: [...asked, ['bob', 'approve']],
    is: ['satisfied', first],
  },
  'the first that matches': {
    policy: senior(rule('refuse'), two),
    votes: asked,
    is: ['unsatisfiable', first, 'refusedByRule'],
  },
  'one that is off is passed over': {
    policy: senior(rule('refuse', {}, { enabled: 'off' }), two),
    votes: asked,
    is: ['satisfied', 'senior r2'],
  },
  'one for web3 is passed over': {
    policy: senior(rule('refuse', {}, { type: 'web3' }), two),
    votes: asked,
    is: ['satisfied', 'senior r2'],
  },
  'of this sub-wallet': {
    policy: senior(rule('pass', { wallets: ['6', '7'] })),
    votes: asked,
    is: ['satisfied', first],
  },
  'of another sub-wallet': {
    policy: senior(rule('pass', { wallets: ['6', '8'] })),
    votes: asked,
    is: ['waiting', basic],
  },
  'by this member': {
    policy: senior(rule('pass', { initiators: ['member:cem'] })),
    votes: asked,
    is: ['satisfied', first],
  },
  'by another member': {
    policy: senior(rule('pass', { initiators: ['member:bob'] })),
    votes: asked,
    is: ['waiting', basic],
  },
  'by this role': {
    policy: senior(rule('pass', { initiators: ['role:operator'] })),
    votes: asked,
    is: ['satisfied', first],
  },
  'by the role in the sub-wallet': {
    policy: senior(rule('pass', { initiators: ['role:operator'] })),
    intent: { wallet: '9', path: 'm/60/9/0/0', initiator: 'dee' },
    votes: [['dee', 'initiate']],
    is: ['satisfied', first],
  },
  'by a viewer of the sub-wallet': {
    policy: senior(rule('pass')),
    intent: { wallet: '9', path: 'm/60/9/0/0' },
    votes: asked,
    is: ['unsatisfiable', first, 'initiatorNotAllowed'],
  },
  'by a program': {
    policy: senior(rule('pass', { initiators: ['role:api'] })),
    intent: { initiator: 'eve' },
    votes: [['eve', 'initiate']],
    is: ['satisfied', first],
  },
  'a program does not approve': {
    policy: under({ strategies: [strategy('*', 'off', node('n', 1, 'eve', 'ann'))] }),
    votes: [...asked, ['eve', 'approve']],
    is: ['waiting', basic],
  },
  'only this asset': { policy: senior(rule('pass', onlyEth)), votes: asked, is: ['satisfied', first] },
  'only another asset': {
    policy: senior(rule('pass', { assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: usdc }] } })),
    votes: asked,
    is: ['waiting', basic],
  },
  'any but this asset': {
    policy: senior(rule('pass', { assets: { mode: 'except', list: [{ chain: 'evm:31337', contract: '' }] } })),
    votes: asked,
    is: ['waiting', basic],
  },
  'any but another asset': {
    policy: senior(rule('pass', { assets: { mode: 'except', list: [{ chain: 'evm:1', contract: '' }] } })),
    votes: asked,
    is: ['satisfied', first],
  },
  'up to exactly this much': {
    policy: senior(rule('pass', { ...onlyEth, ...amount({ unit: 'coin', upTo: one }) })),
    votes: asked,
    is: ['satisfied', first],
  },
  'up to one unit less': {
    policy: senior(rule('pass', { ...onlyEth, ...amount({ unit: 'coin', upTo: '1499999999999999999' }) })),
    votes: asked,
    is: ['waiting', basic],
  },
  'more than exactly this much': {
    policy: senior(rule('refuse', { ...onlyEth, ...amount({ unit: 'coin', over: one }) })),
    votes: asked,
    is: ['waiting', basic],
  },
  'more than one unit less': {
    policy: senior(rule('refuse', { ...onlyEth, ...amount({ unit: 'coin', over: '1499999999999999999' }) })),
    votes: asked,
    is: ['unsatisfiable', first, 'refusedByRule'],
  },
  'the sum of all outputs': {
    policy: senior(rule('pass', { ...onlyEth, ...amount({ unit: 'coin', upTo: one }) })),
    intent: {
      outputs: ['1000000000000000000', '500000000000000001'].map((units) => ({
        address: '0x1',
        amount: units,
        memo: '',
        entry: '',
        path: '',
      })),
    },
    votes: asked,
    is: ['waiting', basic],
  },
  'value up to the cent': {
    policy: senior(rule('pass', amount({ unit: 'usd', upTo: '300000' }))),
    votes: asked,
    facts: { prices: { [eth]: '2000' } },
    is: ['satisfied', first],
  },
  'value rounded up to the next cent': {
    policy: senior(rule('pass', amount({ unit: 'usd', upTo: '300000' }))),
    votes: asked,
    facts: { prices: { [eth]: '2000.000000000000000001' } },
    is: ['waiting', basic],
  },
  'no price: above every bound': {
    policy: senior(rule('pass', amount({ unit: 'usd', upTo: '99999999999999999999' }))),
    votes: asked,
    is: ['waiting', basic],
  },
  'no price: more than any amount': {
    policy: senior(rule('refuse', amount({ unit: 'usd', over: '99999999999999999999' }))),
    votes: asked,
    is: ['unsatisfiable', first, 'refusedByRule'],
  },
  'no price: both the flow below the bound and what comes after': {
    policy: senior(
      rule('flow', amount({ unit: 'usd', upTo: '100' }), { nodes: [{ ...node('n', 2, 'ann', 'bob'), kind: 'sign' }] }),
    ),
    votes: [...asked, ['dee', 'approve'], ['ann', 'approve']],
    is: ['waiting', basic],
  },
  'no price: both, and both done': {
    policy: senior(
      rule('flow', amount({ unit: 'usd', upTo: '100' }), { nodes: [{ ...node('n', 2, 'ann', 'bob'), kind: 'sign' }] }),
    ),
    votes: [...asked, ['bob', 'approve'], ['ann', 'approve']],
    is: ['satisfied', basic],
  },
  'no price: refused below the bound is refused': {
    policy: senior(rule('refuse', amount({ unit: 'usd', upTo: '100' })), two),
    votes: asked,
    is: ['unsatisfiable', first, 'refusedByRule'],
  },
  'no price: a rule that passes whatever it is worth is certain': {
    policy: senior(rule('pass', amount({ unit: 'usd', upTo: '100' })), two),
    votes: asked,
    is: ['satisfied', 'senior r2'],
  },
  'no price: the flow above a bound and the basic one': {
    policy: senior(
      rule('flow', amount({ unit: 'usd', over: '100' }), { nodes: [{ ...node('n', 1, 'ann'), kind: 'sign' }] }),
    ),
    votes: [...asked, ['bob', 'approve']],
    is: ['waiting', first],
  },
  'no price: what is certain before hides what comes after': {
    policy: senior({ ...two, id: 'r0' }, rule('refuse', amount({ unit: 'usd', upTo: '100' }))),
    votes: asked,
    is: ['satisfied', 'senior r0'],
  },
  'a program does not approve where it is called approver': {
    policy: under({
      members: crew.members.map((one) =>
        one.id === 'eve' ? { ...one, wallets: [{ wallet: '7', role: 'approver' }] } : one,
      ),
      strategies: [strategy('*', 'off', node('n', 1, 'eve', 'ann'))],
    }),
    votes: [...asked, ['eve', 'approve']],
    is: ['waiting', basic],
  },
  'a price of another asset': {
    policy: senior(rule('pass', amount({ unit: 'usd', upTo: '300000' }))),
    votes: asked,
    facts: { prices: { [`evm:31337|${usdc}`]: '1' } },
    is: ['waiting', basic],
  },
};

const spending = (id: string, change: Partial<NonNullable<KnownFacts['spendings']>[number]> = {}) => ({
  id,
  at: now - hour,
  wallet: '7',
  member: 'cem',
  asset: eth,
  units: '1000000000000000000',
  cents: '200000',
  ...change,
});
const dayOf = (scope: Amount['scope'], upTo = '2500000000000000000'): PolicyDocument =>
  senior(rule('pass', { ...onlyEth, ...amount({ unit: 'coin', upTo, hours: '24', scope }) }));
const worthOf = (upTo: string): PolicyDocument =>
  senior(rule('pass', amount({ unit: 'usd', upTo, hours: '24', scope: 'workspace' })));

const windows: Record<string, Case> = {
  'nothing spent yet': { policy: dayOf('wallet'), votes: asked, facts: { spendings: [] }, is: ['satisfied', first] },
  'nobody counted': { policy: dayOf('wallet'), votes: asked, is: ['waiting', basic] },
  'exactly up to the bound': {
    policy: dayOf('wallet'),
    votes: asked,
    facts: { spendings: [spending('a')] },
    is: ['satisfied', first],
  },
  'one unit over the bound': {
    policy: dayOf('wallet'),
    votes: asked,
    facts: { spendings: [spending('a', { units: '1000000000000000001' })] },
    is: ['waiting', basic],
  },
  'as old as the window': {
    policy: dayOf('wallet'),
    votes: asked,
    facts: { spendings: [spending('a', { at: now - 24 * hour, units: '9000000000000000000' })] },
    is: ['satisfied', first],
  },
  'a millisecond younger': {
    policy: dayOf('wallet'),
    votes: asked,
    facts: { spendings: [spending('a', { at: now - 24 * hour + 1, units: '9000000000000000000' })] },
    is: ['waiting', basic],
  },
  'of another sub-wallet, by sub-wallet': {
    policy: dayOf('wallet'),
    votes: asked,
    facts: { spendings: [spending('a', { wallet: '8', units: '9000000000000000000' })] },
    is: ['satisfied', first],
  },
  'of another sub-wallet, by workspace': {
    policy: dayOf('workspace'),
    votes: asked,
    facts: { spendings: [spending('a', { wallet: '8', units: '9000000000000000000' })] },
    is: ['waiting', basic],
  },
  'of another member, by member': {
    policy: dayOf('member'),
    votes: asked,
    facts: { spendings: [spending('a', { member: 'bob', units: '9000000000000000000' })] },
    is: ['satisfied', first],
  },
  'of the same member elsewhere, by member': {
    policy: dayOf('member'),
    votes: asked,
    facts: { spendings: [spending('a', { wallet: '8', units: '9000000000000000000' })] },
    is: ['waiting', basic],
  },
  'of another asset': {
    policy: dayOf('wallet'),
    votes: asked,
    facts: { spendings: [spending('a', { asset: `evm:31337|${usdc}`, units: '9000000000000000000' })] },
    is: ['satisfied', first],
  },
  'the same intent, counted already': {
    policy: dayOf('wallet'),
    votes: asked,
    facts: { spendings: [spending(transfer().id, { units: '9000000000000000000' })] },
    is: ['satisfied', first],
  },
  'values of several assets': {
    policy: worthOf('500000'),
    votes: asked,
    facts: {
      prices: { [eth]: '2000' },
      spendings: [spending('a'), spending('b', { asset: `evm:31337|${usdc}`, cents: '0' })],
    },
    is: ['satisfied', first],
  },
  'values one cent over': {
    policy: worthOf('500000'),
    votes: asked,
    facts: {
      prices: { [eth]: '2000' },
      spendings: [spending('a'), spending('b', { asset: `evm:31337|${usdc}`, cents: '1' })],
    },
    is: ['waiting', basic],
  },
  'something in the window without a value': {
    policy: worthOf('99999999999'),
    votes: asked,
    facts: {
      prices: { [eth]: '2000' },
      spendings: [{ id: 'a', at: now - 1, wallet: '8', member: 'bob', asset: eth, units: '1' }],
    },
    is: ['waiting', basic],
  },
  'something without a value before the window': {
    policy: worthOf('99999999999'),
    votes: asked,
    facts: {
      prices: { [eth]: '2000' },
      spendings: [{ id: 'a', at: now - 24 * hour, wallet: '8', member: 'bob', asset: eth, units: '1' }],
    },
    is: ['satisfied', first],
  },
};

const payTo = (address: string, entry = ''): Partial<Intent> => ({
  outputs: [{ address, amount: one, memo: '', entry, path: '' }],
});
const [mine, listed, stranger] = ['0xmine', hashOf('listed'), '0xstranger'];
const known: KnownFacts = { internal: [mine], listed: [listed] };
const going = (mode: SeniorRule['when']['destinations']['mode'], entries: string[] = []): PolicyDocument =>
  senior(rule('pass', { destinations: { mode, entries } }));
const white: PolicyDocument = under({ senior: [rule('pass')], book: { mode: 'on', coolingHours: '24' } });

const destinations: Record<string, Case> = {
  'to our own, asked for our own': {
    policy: going('internal'),
    intent: payTo(mine),
    votes: asked,
    facts: known,
    is: ['satisfied', first],
  },
  'to a listed one, asked for our own': {
    policy: going('internal'),
    intent: payTo('0xl', listed),
    votes: asked,
    facts: known,
    is: ['waiting', basic],
  },
  'to our own, asked for known ones': {
    policy: going('known'),
    intent: payTo(mine),
    votes: asked,
    facts: known,
    is: ['satisfied', first],
  },
  'to a listed one, asked for known ones': {
    policy: going('known'),
    intent: payTo('0xl', listed),
    votes: asked,
    facts: known,
    is: ['satisfied', first],
  },
  'to a stranger, asked for known ones': {
    policy: going('known'),
    intent: payTo(stranger),
    votes: asked,
    facts: known,
    is: ['waiting', basic],
  },
  'to a stranger, asked for unknown ones': {
    policy: going('unknown'),
    intent: payTo(stranger),
    votes: asked,
    facts: known,
    is: ['satisfied', first],
  },
  'to our own, asked for unknown ones': {
    policy: going('unknown'),
    intent: payTo(mine),
    votes: asked,
    facts: known,
    is: ['waiting', basic],
  },
  'to a named entry': {
    policy: going('listed', [listed]),
    intent: payTo('0xl', listed),
    votes: asked,
    facts: known,
    is: ['satisfied', first],
  },
  'to a named entry that is not active': {
    policy: going('listed', [listed]),
    intent: payTo('0xl', listed),
    votes: asked,
    is: ['waiting', basic],
  },
  'to another entry': {
    policy: going('listed', [hashOf('x')]),
    intent: payTo('0xl', listed),
    votes: asked,
    facts: known,
    is: ['waiting', basic],
  },
  'whitelist: to our own': { policy: white, intent: payTo(mine), votes: asked, facts: known, is: ['satisfied', first] },
  'whitelist: to a listed one': {
    policy: white,
    intent: payTo('0xl', listed),
    votes: asked,
    facts: known,
    is: ['satisfied', first],
  },
  'whitelist: to a stranger': {
    policy: white,
    intent: payTo(stranger),
    votes: asked,
    facts: known,
    is: ['unsatisfiable', first, 'destinationNotListed'],
  },
  'whitelist: one stranger among listed ones': {
    policy: white,
    intent: { outputs: [...(payTo('0xl', listed).outputs ?? []), ...(payTo(stranger).outputs ?? [])] },
    votes: asked,
    facts: known,
    is: ['unsatisfiable', first, 'destinationNotListed'],
  },
};

const change = (current: PolicyDocument, edit: Partial<PolicyDocument>): PolicyDocument => ({
  ...current,
  ...edit,
  version: '2',
  prev: policyHash(current),
});
const document = (kind: 'policy' | 'book'): Partial<Intent> =>
  documentIntent(kind, hashOf('body'), { initiator: 'ann' });
const askedByAnn: readonly Vote[] = [['ann', 'initiate']];
const guarded = under({
  workspace: [
    { op: 'members', signProtection: 'on', nodes: [{ ...node('Both', 2, 'bob', 'dee'), kind: 'sign' }] },
    { op: 'addressBook', signProtection: 'on', nodes: [{ ...node('Bob', 1, 'bob'), kind: 'sign' }] },
  ],
});
const gus: Member = { ...member('gus', 'viewer'), keyHolder: 'no' };
const entry: BookEntry = { chains: ['evm:31337'], address: '0xl', memo: '', assets: [], label: 'Listed' };
const listing = (add: BookEntry[], remove: string[] = []): BookChange => ({
  v: '1',
  domain: 'holdfast/book/v1',
  deployment: crew.deployment,
  prev: '',
  add,
  remove,
});
const further = (one: Member): Member => ({
  ...one,
  credentials: [...one.credentials, device('further').credential],
});
const withKey = (id: string): Member[] => crew.members.map((one) => (one.id === id ? further(one) : one));
const governing: Record<string, Case> = {
  'a member added, by the rule about members': {
    policy: guarded,
    intent: document('policy'),
    next: change(guarded, { members: [...guarded.members, gus] }),
    votes: [...askedByAnn, ['bob', 'approve']],
    is: ['waiting', 'workspace members'],
  },
  'a member added, approved by both': {
    policy: guarded,
    intent: document('policy'),
    next: change(guarded, { members: [...guarded.members, gus] }),
    votes: [...askedByAnn, ['bob', 'approve'], ['dee', 'approve']],
    is: ['satisfied', 'workspace members'],
  },
  'a rule that passes added, by the default': {
    policy: guarded,
    intent: document('policy'),
    next: change(guarded, { senior: [rule('pass')] }),
    votes: [...askedByAnn, ['dee', 'approve']],
    is: ['satisfied', 'workspace strategies'],
  },
  'two things at once need both flows': {
    policy: guarded,
    intent: document('policy'),
    next: change(guarded, { senior: [rule('pass')], members: [...guarded.members, gus] }),
    votes: [...askedByAnn, ['dee', 'approve']],
    is: ['waiting', 'workspace members,strategies'],
  },
  'without its document every flow': {
    policy: guarded,
    intent: document('policy'),
    votes: [...askedByAnn, ['bob', 'approve'], ['dee', 'approve']],
    is: ['satisfied', 'workspace members,strategies,addressBook,keys'],
  },
  'a rule that refuses added is instant': {
    policy: guarded,
    intent: document('policy'),
    next: change(guarded, { senior: [rule('refuse')] }),
    votes: askedByAnn,
    is: ['satisfied', 'tightening strategies'],
  },
  'nothing is instant while signing is frozen': {
    policy: guarded,
    intent: document('policy'),
    next: change(guarded, { senior: [rule('refuse')] }),
    votes: askedByAnn,
    facts: { frozen: true },
    is: ['waiting', 'workspace strategies'],
  },
  'an entry taken out is not instant while signing is frozen': {
    policy: guarded,
    intent: { ...document('book'), initiator: 'cem' },
    book: listing([], [entryHash(entry)]),
    votes: asked,
    facts: { frozen: true },
    is: ['waiting', 'workspace addressBook'],
  },
  'one asks for themselves to be needed': {
    policy: crew,
    intent: { ...document('policy'), initiator: 'bob' },
    next: change(crew, {
      strategies: [strategy('*', 'on', node('Me', 1, 'bob'), node('Anybody', 1, 'ann', 'bob', 'dee'))],
    }),
    votes: [['bob', 'initiate']],
    is: ['waiting', 'workspace strategies'],
  },
  'one asks for somebody who could object to be taken out': {
    policy: crew,
    intent: { ...document('policy'), initiator: 'bob' },
    next: change(crew, {
      members: crew.members.map((one) => (one.id === 'cem' ? { ...one, status: 'removed', credentials: [] } : one)),
    }),
    votes: [['bob', 'initiate']],
    is: ['waiting', 'workspace members'],
  },
  'nothing is not tightening': {
    policy: guarded,
    intent: document('policy'),
    next: change(guarded, {}),
    votes: askedByAnn,
    is: ['waiting', 'workspace keys'],
  },
  'lifting a freeze is never instant': {
    policy: guarded,
    intent: { ...document('policy'), request: 'unfreeze' },
    next: change(guarded, { senior: [rule('refuse')] }),
    votes: askedByAnn,
    is: ['waiting', 'workspace strategies,keys'],
  },
  'a key granted, not accepted': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: crew.members.map((one) => ({ ...one, keyHolder: 'yes' })) }),
    votes: [...askedByAnn, ['bob', 'approve']],
    is: ['waiting', 'workspace members'],
  },
  'a key granted and accepted': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: crew.members.map((one) => ({ ...one, keyHolder: 'yes' })) }),
    votes: [...askedByAnn, ['bob', 'approve'], ['eve', 'approve']],
    is: ['satisfied', 'workspace members'],
  },
  'a key granted and declined': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: crew.members.map((one) => ({ ...one, keyHolder: 'yes' })) }),
    votes: [...askedByAnn, ['bob', 'approve'], ['eve', 'refuse']],
    is: ['refused', 'workspace members'],
  },
  'a further credential, not accepted by its holder': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: withKey('dee') }),
    votes: [...askedByAnn, ['bob', 'approve']],
    is: ['waiting', 'workspace members'],
  },
  'a further credential, accepted by its holder': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: withKey('dee') }),
    votes: [...askedByAnn, ['bob', 'approve'], ['dee', 'approve']],
    is: ['satisfied', 'workspace members'],
  },
  'a further credential, declined by its holder': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: withKey('dee') }),
    votes: [...askedByAnn, ['bob', 'approve'], ['dee', 'refuse']],
    is: ['refused', 'workspace members'],
  },
  'a further credential for oneself: asked for, and accepted too': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: withKey('ann') }),
    votes: [...askedByAnn, ['bob', 'approve']],
    is: ['waiting', 'workspace members'],
  },
  'a further credential for oneself, accepted too': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: withKey('ann') }),
    votes: [...askedByAnn, ['bob', 'approve'], ['ann', 'approve']],
    is: ['satisfied', 'workspace members'],
  },
  'a further credential of a program too': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: withKey('eve') }),
    votes: [...askedByAnn, ['bob', 'approve']],
    is: ['waiting', 'workspace members'],
  },
  'a credential that says something else is another one': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, {
      members: crew.members.map((one) =>
        one.id === 'cem'
          ? {
              ...one,
              credentials: one.credentials.map((key) =>
                key.type === 'passkey' ? { ...key, origins: [...key.origins, 'http://localhost:8703'] } : key,
              ),
            }
          : one,
      ),
    }),
    votes: [...askedByAnn, ['bob', 'approve'], ['dee', 'approve']],
    is: ['waiting', 'workspace members'],
  },
  'a key of equal rights and a further credential at once: both accept': {
    policy: crew,
    intent: document('policy'),
    next: change(crew, { members: withKey('dee').map((one) => ({ ...one, keyHolder: 'yes' })) }),
    votes: [...askedByAnn, ['bob', 'approve'], ['eve', 'approve']],
    is: ['waiting', 'workspace members'],
  },
  'one alone adds a credential with one signature': {
    policy: solo,
    intent: document('policy'),
    next: change(solo, { members: solo.members.map(further) }),
    votes: [['ann', 'approve']],
    is: ['satisfied', 'workspace members'],
  },
  'an entry added': {
    policy: guarded,
    intent: document('book'),
    book: listing([entry]),
    votes: askedByAnn,
    is: ['waiting', 'workspace addressBook'],
  },
  'an entry added by an operator': {
    policy: guarded,
    intent: { ...document('book'), initiator: 'cem' },
    book: listing([entry]),
    votes: [...asked, ['bob', 'approve']],
    is: ['satisfied', 'workspace addressBook'],
  },
  'an entry taken out is instant': {
    policy: guarded,
    intent: { ...document('book'), initiator: 'cem' },
    book: listing([], [entryHash(entry)]),
    votes: asked,
    is: ['satisfied', 'tightening addressBook'],
  },
  'an entry taken out that a rule asks more for is not instant': {
    policy: { ...guarded, senior: [rule('flow', { destinations: { mode: 'known', entries: [] } })] },
    intent: { ...document('book'), initiator: 'cem' },
    book: listing([], [entryHash(entry)]),
    votes: asked,
    is: ['waiting', 'workspace addressBook'],
  },
  'one in and one out is not': {
    policy: guarded,
    intent: document('book'),
    book: listing([entry], [hashOf('x')]),
    votes: askedByAnn,
    is: ['waiting', 'workspace addressBook'],
  },
  'a change of the rules by an operator': {
    policy: guarded,
    intent: { ...document('policy'), initiator: 'cem' },
    next: change(guarded, { senior: [rule('refuse')] }),
    votes: asked,
    is: ['unsatisfiable', 'tightening strategies', 'initiatorNotAllowed'],
  },
};

function made(name: string, wanted: Case) {
  const { policy, facts = {}, next, book } = wanted;
  const intent = transfer({
    policy: refOf(policy),
    ...wanted.intent,
    ...(wanted.intent?.kind ? { policy: refOf(policy) } : {}),
  });
  const approvals: Approval[] = (wanted.votes ?? []).map(([who, decision]) =>
    approve(keys[who], who === 'ann2' ? 'ann' : who, intent, decision),
  );
  const attached = { ...(next ? { next } : {}), ...(book ? { book } : {}) };
  const result = evaluate(policy, intent, approvals, factsFrom(facts), attached);
  const got = [result.state, `${result.rule?.level} ${result.rule?.id}`, ...(result.problem ? [result.problem] : [])];
  if (JSON.stringify(got) !== JSON.stringify(wanted.is)) throw new Error(`${name}: expected ${wanted.is}, got ${got}`);
  return { name, policy, intent, approvals, facts: { ...facts, now: facts.now ?? now }, ...attached, result };
}

export const rulingVectors = () =>
  Object.entries({ ...payments, ...windows, ...destinations, ...governing }).map(([name, wanted]) =>
    made(name, wanted),
  );

const flowing = (threshold: number, ...who: string[]): SeniorRule =>
  rule('flow', {}, { nodes: [{ ...node('n', threshold, ...who), kind: 'sign' }] });
const basicOf = (protection: 'on' | 'off', threshold: number, ...who: string[]) => [
  strategy('*', protection, node('Anybody', threshold, ...who)),
];
const people = (edit: (one: Member) => Member): Member[] => crew.members.map(edit);
const toKnown: Partial<SeniorRule['when']> = { destinations: { mode: 'known', entries: [] } };
const sign = (name: string, threshold: number, ...who: string[]) => ({
  ...node(name, threshold, ...who),
  kind: 'sign' as const,
});
const ofSeven = (protection: 'on' | 'off', threshold: number, ...who: string[]): PolicyDocument =>
  under({ strategies: [...crew.strategies, strategy('7', protection, node('Seven', threshold, ...who))] });
/** Nothing about the workspace is left to the default flow. */
const everyRule = workspaceOps.map((op) => ({
  op,
  signProtection: 'on' as const,
  nodes: [sign('Release', 1, 'ann', 'bob')],
}));
const lookingOn = under({ members: [...crew.members, { ...member('gus', 'viewer', keys.stranger), keyHolder: 'no' }] });
const seven: Member = {
  ...member('gus', 'viewer', keys.stranger),
  keyHolder: 'no',
  wallets: [{ wallet: '7', role: 'approver' }],
};
const taken = (from: PolicyDocument, id: string): PolicyDocument => ({
  ...from,
  members: from.members.map((one) => (one.id === id ? { ...one, status: 'removed', credentials: [] } : one)),
});
/** From, to, whether it may take effect at once, and what it touches. */
const steps: Record<string, [PolicyDocument, PolicyDocument, boolean, string]> = {
  nothing: [crew, crew, false, ''],
  'a refusing rule comes': [crew, senior(rule('refuse')), true, 'strategies'],
  'a refusing rule comes before a passing one': [senior(two), senior(rule('refuse'), two), true, 'strategies'],
  'a passing rule comes': [crew, senior(rule('pass')), false, 'strategies'],
  'a passing rule that is off comes': [crew, senior(rule('pass', {}, { enabled: 'off' })), true, 'strategies'],
  'a rule with a flow comes': [crew, senior(rule('flow')), false, 'strategies'],
  'a passing rule goes': [senior(rule('pass')), crew, true, 'strategies'],
  'a refusing rule goes': [senior(rule('refuse')), crew, false, 'strategies'],
  'a rule with a flow goes': [senior(rule('flow')), crew, false, 'strategies'],
  'from pass to flow': [senior(rule('pass')), senior(rule('flow')), true, 'strategies'],
  'from flow to pass': [senior(rule('flow')), senior(rule('pass')), false, 'strategies'],
  'from flow to refuse': [senior(rule('flow')), senior(rule('refuse')), true, 'strategies'],
  'a passing rule switched off': [
    senior(rule('pass')),
    senior(rule('pass', {}, { enabled: 'off' })),
    true,
    'strategies',
  ],
  'a refusing rule switched off': [
    senior(rule('refuse')),
    senior(rule('refuse', {}, { enabled: 'off' })),
    false,
    'strategies',
  ],
  'a refusing rule switched on': [
    senior(rule('refuse', {}, { enabled: 'off' })),
    senior(rule('refuse')),
    true,
    'strategies',
  ],
  'another condition': [senior(rule('pass')), senior(rule('pass', { wallets: ['7'] })), false, 'strategies'],
  'two rules change places': [senior(rule('refuse'), two), senior(two, rule('refuse')), false, 'strategies'],
  'a higher threshold in a rule': [
    senior(flowing(1, 'ann', 'bob')),
    senior(flowing(2, 'ann', 'bob')),
    true,
    'strategies',
  ],
  'a lower threshold in a rule': [
    senior(flowing(2, 'ann', 'bob')),
    senior(flowing(1, 'ann', 'bob')),
    false,
    'strategies',
  ],
  'an approver less': [ofSeven('on', 1, 'ann', 'bob', 'dee'), ofSeven('on', 1, 'ann', 'bob'), true, 'strategies'],
  'an approver more': [ofSeven('on', 1, 'ann', 'bob'), ofSeven('on', 1, 'ann', 'bob', 'dee'), false, 'strategies'],
  'another approver': [
    ofSeven('on', 1, 'ann', 'bob', 'dee'),
    ofSeven('on', 1, 'ann', 'bob', 'cem'),
    false,
    'strategies',
  ],
  'protection on': [ofSeven('off', 1, 'ann', 'bob'), ofSeven('on', 1, 'ann', 'bob'), true, 'strategies'],
  'protection off': [ofSeven('on', 1, 'ann', 'bob'), ofSeven('off', 1, 'ann', 'bob'), false, 'strategies'],
  'a node before': [
    ofSeven('on', 1, 'ann', 'bob'),
    under({
      strategies: [...crew.strategies, strategy('7', 'on', node('Look', 1, 'dee'), node('Anybody', 1, 'ann', 'bob'))],
    }),
    true,
    'strategies',
  ],
  // Nobody but the others can undo what one did alone: so what they would undo it by is not changed by one alone.
  'an approver less in the default flow, by which rules are changed': [
    crew,
    under({ strategies: basicOf('on', 1, 'ann', 'bob') }),
    false,
    'strategies',
  ],
  'one makes themselves needed in the default flow, by which rules are changed': [
    crew,
    under({ strategies: [strategy('*', 'on', node('Me', 1, 'bob'), node('Anybody', 1, 'ann', 'bob', 'dee'))] }),
    false,
    'strategies',
  ],
  'protection on in the default flow, by which rules are changed': [
    under({ strategies: basicOf('off', 1, 'ann', 'bob', 'dee') }),
    crew,
    false,
    'strategies',
  ],
  'an approver less in the default flow, where all but key material has a rule of its own': [
    under({ workspace: everyRule.slice(0, 4) }),
    under({ workspace: everyRule.slice(0, 4), strategies: basicOf('on', 1, 'ann', 'bob') }),
    false,
    'strategies',
  ],
  'an approver less in the default flow, which decides about payments only': [
    under({ workspace: everyRule }),
    under({ workspace: everyRule, strategies: basicOf('on', 1, 'ann', 'bob') }),
    true,
    'strategies',
  ],
  'one makes themselves needed for every change of the rules, and of sub-wallet 7': [
    under({ workspace: everyRule }),
    under({
      workspace: everyRule.map((one) => ({ ...one, nodes: [node('Me', 1, 'bob'), ...one.nodes] })),
      strategies: [...crew.strategies],
    }),
    false,
    'strategies',
  ],
  'more approvers needed for a change of the rules': [
    under({ workspace: everyRule }),
    under({ workspace: everyRule.map((one) => ({ ...one, nodes: one.nodes.map((n) => ({ ...n, threshold: '2' })) })) }),
    false,
    'strategies',
  ],
  'a rule about key material comes, which refuses more': [
    crew,
    under({ workspace: [{ op: 'keyMaterial', signProtection: 'on', nodes: [sign('Two', 2, 'ann', 'bob', 'dee')] }] }),
    false,
    'strategies',
  ],
  'the rules of the workspace in another order, beside a rule that refuses': [
    under({ workspace: everyRule }),
    under({ workspace: [...everyRule].reverse(), senior: [rule('refuse')] }),
    false,
    'strategies',
  ],
  'a flow for one sub-wallet': [
    crew,
    under({ strategies: [...crew.strategies, strategy('7', 'on', node('n', 2, 'ann', 'bob'))] }),
    false,
    'strategies',
  ],
  'a member taken out who only looks on': [lookingOn, taken(lookingOn, 'gus'), true, 'members'],
  'a program taken out': [crew, taken(crew, 'eve'), true, 'members'],
  'a member taken out who has no credential yet': [
    under({ members: [...crew.members, { ...member('hal', 'admin'), keyHolder: 'no' }] }),
    taken(under({ members: [...crew.members, { ...member('hal', 'admin'), keyHolder: 'no' }] }), 'hal'),
    true,
    'members',
  ],
  'a member taken out who approves': [crew, taken(crew, 'dee'), false, 'members'],
  'a member taken out who could object to key material': [crew, taken(crew, 'cem'), false, 'members'],
  'a member taken out who looks on, but decides in one sub-wallet': [
    under({ members: [...crew.members, seven] }),
    taken(under({ members: [...crew.members, seven] }), 'gus'),
    false,
    'members',
  ],
  'a lower role of a member who decides': [
    crew,
    under({ members: people((one) => (one.id === 'dee' ? { ...one, role: 'viewer' } : one)) }),
    false,
    'members',
  ],
  'a member back in': [
    under({ members: people((one) => (one.id === 'cem' ? { ...one, status: 'removed' } : one)) }),
    crew,
    false,
    'members',
  ],
  'a member more': [crew, under({ members: [...crew.members, gus] }), false, 'members'],
  'a credential less of a member who decides': [
    crew,
    under({ members: people((one) => ({ ...one, credentials: one.credentials.slice(0, 1) })) }),
    false,
    'members',
  ],
  'a credential less of a member who looks on': [
    lookingOn,
    { ...lookingOn, members: lookingOn.members.map((one) => (one.id === 'gus' ? { ...one, credentials: [] } : one)) },
    true,
    'members',
  ],
  'another role': [
    crew,
    under({ members: people((one) => (one.id === 'cem' ? { ...one, role: 'admin' } : one)) }),
    false,
    'members',
  ],
  'another name': [
    crew,
    under({ members: people((one) => (one.id === 'cem' ? { ...one, name: 'Bob' } : one)) }),
    false,
    'members',
  ],
  'an equal-rights key': [crew, under({ members: people((one) => ({ ...one, keyHolder: 'yes' })) }), false, 'members'],
  'so many out that one decides alone': [
    crew,
    under({ members: people((one) => (one.id === 'ann' ? one : { ...one, status: 'removed', credentials: [] })) }),
    false,
    'members',
  ],
  'whitelist on': [crew, under({ book: { mode: 'on', coolingHours: '24' } }), true, 'addressBook'],
  'whitelist off': [under({ book: { mode: 'on', coolingHours: '24' } }), crew, false, 'addressBook'],
  'longer cooling': [crew, under({ book: { mode: 'off', coolingHours: '48' } }), true, 'addressBook'],
  'longer cooling, where known payees pass': [
    senior(rule('pass', toKnown)),
    { ...senior(rule('pass', toKnown)), book: { mode: 'off', coolingHours: '48' } },
    true,
    'addressBook',
  ],
  'longer cooling, where known payees need more than others': [
    senior(rule('flow', toKnown), { ...two, id: 'r2' }),
    { ...senior(rule('flow', toKnown), { ...two, id: 'r2' }), book: { mode: 'off', coolingHours: '48' } },
    false,
    'addressBook',
  ],
  'longer cooling, where strangers need less than others': [
    senior(rule('flow', { destinations: { mode: 'unknown', entries: [] } }), { ...rule('refuse'), id: 'r2' }),
    {
      ...senior(rule('flow', { destinations: { mode: 'unknown', entries: [] } }), { ...rule('refuse'), id: 'r2' }),
      book: { mode: 'off', coolingHours: '48' },
    },
    false,
    'addressBook',
  ],
  'longer cooling, where strangers are refused': [
    senior(rule('refuse', { destinations: { mode: 'unknown', entries: [] } })),
    {
      ...senior(rule('refuse', { destinations: { mode: 'unknown', entries: [] } })),
      book: { mode: 'off', coolingHours: '48' },
    },
    true,
    'addressBook',
  ],
  'another signer': [crew, under({ signers: [...crew.signers].reverse() }), false, 'keys'],
  'another signer beside a rule that refuses': [
    crew,
    { ...senior(rule('refuse')), signers: [...crew.signers].reverse() },
    false,
    'strategies,keys',
  ],
  'another installation': [crew, { ...senior(rule('refuse')), deployment: hashOf('other') }, false, 'strategies'],
  'shorter cooling': [crew, under({ book: { mode: 'off', coolingHours: '1' } }), false, 'addressBook'],
  'a rule of the workspace comes': [crew, guarded, false, 'strategies'],
  'a rule of the workspace goes': [guarded, crew, false, 'strategies'],
  'tighter here, looser there': [
    senior(rule('pass')),
    under({ book: { mode: 'on', coolingHours: '1' } }),
    false,
    'strategies,addressBook',
  ],
};

export const stepVectors = () =>
  Object.entries(steps).map(([name, [current, next, tightening, touched]]) => {
    const got = [isTightening(current, next), touchedOps(current, next).join(',')];
    if (got[0] !== tightening || got[1] !== touched)
      throw new Error(`${name}: expected ${tightening} ${touched}, got ${got}`);
    return { name, current, next, tightening, touched };
  });

const values: Record<string, [string, number, string, string]> = {
  'one coin': ['1000000000000000000', 18, '2000', '200000'],
  'one unit of it': ['1', 18, '2000', '1'],
  nothing: ['0', 18, '2000', '0'],
  'no decimals': ['3', 0, '0.01', '3'],
  'a third of a cent': ['1', 0, '0.003333', '1'],
  'exactly a cent': ['1', 0, '0.01', '1'],
  'the smallest price': ['1', 0, '0.000000000000000001', '1'],
  'worth nothing': ['1000000000000000000000', 18, '0', '0'],
  'thirty-six decimals': ['1000000000000000000000000000000000000', 36, '1.5', '150'],
};
export const valueVectors = () =>
  Object.entries(values).map(([name, [units, decimals, price, cents]]) => {
    const got = String(centsOf(BigInt(units), decimals, price));
    if (got !== cents) throw new Error(`${name}: expected ${cents}, got ${got}`);
    return { name, units, decimals, price, cents };
  });

/** Changes of the address book in order, the problem or '' of each; then which entry is good for a payment when. */
export function bookVectors() {
  const other: BookEntry = {
    chains: ['evm:1', 'evm:31337'],
    address: '0xother',
    memo: '7',
    assets: [usdc],
    label: 'Other',
  };
  const first = listing([entry, other]);
  const list: [string, BookChange, string][] = [
    ['first', first, ''],
    ['again', first, 'wrongPrevious'],
    [
      'the same payee under another name',
      { ...listing([{ ...entry, label: 'Again' }]), prev: bookHash(first) },
      'duplicateEntry',
    ],
    ['the same address with another memo', { ...listing([{ ...entry, memo: '1' }]), prev: bookHash(first) }, ''],
  ];
  let book = emptyBook;
  const at = now;
  const applied = list.map(([name, step, problem]) => {
    const result = applyBookChange(book, step, crew.deployment, at);
    const got = typeof result === 'string' ? result : '';
    if (got !== problem) throw new Error(`${name}: expected ${problem}, got ${got}`);
    if (typeof result !== 'string') book = result;
    return { name, change: step, problem, hash: bookHash(step), entries: step.add.map(entryHash) };
  });
  const pays: [string, Partial<Intent>, Intent['outputs'][number], number, boolean][] = [
    [
      'cooled down',
      {},
      { address: '0xl', amount: '1', memo: '', entry: entryHash(entry), path: '' },
      at + 24 * hour,
      true,
    ],
    [
      'a millisecond early',
      {},
      { address: '0xl', amount: '1', memo: '', entry: entryHash(entry), path: '' },
      at + 24 * hour - 1,
      false,
    ],
    [
      'another address',
      {},
      { address: '0xm', amount: '1', memo: '', entry: entryHash(entry), path: '' },
      at + 24 * hour,
      false,
    ],
    [
      'another memo',
      {},
      { address: '0xl', amount: '1', memo: '2', entry: entryHash(entry), path: '' },
      at + 24 * hour,
      false,
    ],
    [
      'another chain',
      { chain: 'evm:5' },
      { address: '0xl', amount: '1', memo: '', entry: entryHash(entry), path: '' },
      at + 24 * hour,
      false,
    ],
    [
      'an asset it is not for',
      {},
      { address: '0xother', amount: '1', memo: '7', entry: entryHash(other), path: '' },
      at + 24 * hour,
      false,
    ],
    [
      'the asset it is for',
      { asset: { symbol: 'USDC', contract: usdc, decimals: '6' } },
      { address: '0xother', amount: '1', memo: '7', entry: entryHash(other), path: '' },
      at + 24 * hour,
      true,
    ],
    [
      'an entry nobody listed',
      {},
      { address: '0xl', amount: '1', memo: '', entry: hashOf('none'), path: '' },
      at + 24 * hour,
      false,
    ],
  ];
  const payments = pays.map(([name, edit, output, when, good]) => {
    const intent = transfer({ ...edit, outputs: [output] });
    const got = isListedAt(book, intent, output, 24, when);
    if (got !== good) throw new Error(`${name}: expected ${good}, got ${got}`);
    return { name, chain: intent.chain, contract: intent.asset.contract, output, at: when, good };
  });
  return { deployment: crew.deployment, at, coolingHours: 24, changes: applied, payments };
}
