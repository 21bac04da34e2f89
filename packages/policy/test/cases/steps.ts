import {
  isTightening,
  type Member,
  type PolicyDocument,
  type SeniorRule,
  touchedOps,
  workspaceOps,
  writtenPolicy,
} from '../../src/index.ts';
import { hashOf, keys, member, node, strategy } from '../fixtures.ts';
import { crew, rule, senior, two, under } from './crew.ts';
import { bot, guarded, gus, switchedOff, withKey } from './governing.ts';
import { pageSteps } from './pages.ts';

/** Steps between documents: what may take effect at once. */

const flowing = (threshold: number, ...who: string[]): SeniorRule =>
  rule('flow', {}, { nodes: [{ ...node('n', threshold, ...who), kind: 'sign' }] });
const basicOf = (protection: 'on' | 'off', threshold: number, ...who: string[]) => [
  strategy('*', protection, node('Anybody', threshold, ...who)),
];
const people = (edit: (one: Member) => Member): Member[] => crew.members.map(edit);
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
  'an approver less in the default flow, where all but programs has a rule of its own': [
    under({ workspace: everyRule.filter(({ op }) => op !== 'api') }),
    under({ workspace: everyRule.filter(({ op }) => op !== 'api'), strategies: basicOf('on', 1, 'ann', 'bob') }),
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
  'a program switched off': [crew, under(switchedOff), true, 'api'],
  'a program switched on again': [under(switchedOff), crew, false, 'api'],
  'a program taken out': [crew, taken(crew, 'eve'), true, 'api'],
  'a program more': [crew, under({ members: [...crew.members, bot] }), false, 'api'],
  'a program less on the list': [under({ members: [...crew.members, bot] }), crew, false, 'api'],
  'another key of a program': [crew, under({ members: withKey('eve') }), false, 'api'],
  'a program and a member more': [crew, under({ members: [...crew.members, bot, gus] }), false, 'members,api'],
  'a program becomes a person': [
    crew,
    under({ members: people((one) => (one.id === 'eve' ? { ...one, role: 'viewer' } : one)) }),
    false,
    'members,api',
  ],
  'a person becomes a program': [
    lookingOn,
    { ...lookingOn, members: lookingOn.members.map((one) => (one.id === 'gus' ? { ...one, role: 'api' } : one)) },
    false,
    'members,api',
  ],
  'people in another order': [crew, under({ members: [...crew.members].reverse() }), false, 'members'],
  'a program in another place': [
    crew,
    under({ members: [...crew.members.slice(4), ...crew.members.slice(0, 4)] }),
    false,
    'members',
  ],
  'programs in another order': [
    under({ members: [...crew.members, bot] }),
    under({ members: [...crew.members.slice(0, 4), bot, ...crew.members.slice(4)] }),
    false,
    'api',
  ],
  'a person more, and people in another order around a program': [
    crew,
    under({ members: [gus, ...[...crew.members].reverse()] }),
    false,
    'members',
  ],
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
  'an equal-rights key': [crew, under({ members: people((one) => ({ ...one, keyHolder: 'yes' })) }), false, 'api'],
  'so many out that one decides alone': [
    crew,
    under({ members: people((one) => (one.id === 'ann' ? one : { ...one, status: 'removed', credentials: [] })) }),
    false,
    'members,api',
  ],
  'whitelist on': [crew, under({ book: { mode: 'on', coolingHours: '24' } }), true, 'addressBook'],
  'whitelist off': [under({ book: { mode: 'on', coolingHours: '24' } }), crew, false, 'addressBook'],
  'longer cooling': [crew, under({ book: { mode: 'off', coolingHours: '48' } }), false, 'addressBook'],
  'longer cooling, where strangers are refused': [
    senior(rule('refuse', { destinations: { mode: 'unknown', entries: [] } })),
    {
      ...senior(rule('refuse', { destinations: { mode: 'unknown', entries: [] } })),
      book: { mode: 'off', coolingHours: '48' },
    },
    false,
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
  Object.entries({ ...steps, ...pageSteps }).map(([name, [current, next, tightening, touched]]) => {
    const got = [isTightening(current, next), touchedOps(current, next).join(',')];
    if (got[0] !== tightening || got[1] !== touched)
      throw new Error(`${name}: expected ${tightening} ${touched}, got ${got}`);
    return { name, current: writtenPolicy(current), next: writtenPolicy(next), tightening, touched };
  });
