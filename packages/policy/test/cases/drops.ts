import type { Intent, SeniorRule } from '../../src/index.ts';
import { allowance, hashOf, node } from '../fixtures.ts';
import {
  amount,
  asked,
  basic,
  type Case,
  crew,
  first,
  hour,
  now,
  onlyEth,
  rule,
  senior,
  two,
  under,
  usdc,
} from './crew.ts';

/** Who has to agree that a payment is dropped: whoever would have to agree to it. */

const token: Partial<Intent> = { asset: { symbol: 'USDC', contract: usdc, decimals: '6' } };
const coin = { unit: 'coin' } as const;
/** More than any drop costs here, and less than any payment is. */
const small = rule('pass', { ...onlyEth, ...amount({ ...coin, upTo: '1000000000000000000' }) }, { id: 'small' });
const large = rule('flow');
const lax = senior(small, large);
const usd = rule('flow', amount({ unit: 'usd', upTo: '500000' }));
const never = rule('refuse', {}, { id: 'never' });
const { asset, kind, outputs } = allowance({}, '250000000', hashOf('router'));
const given: Partial<Intent> = { kind, asset, outputs };
const endless: Partial<Intent> = {
  ...given,
  outputs: outputs.map((out) => ({ ...out, amount: `${2n ** 256n - 1n}` })),
};
const called = (action: SeniorRule['action'], when: Partial<SeniorRule['when']> = {}): SeniorRule =>
  rule(action, when, {
    id: 'c1',
    type: 'web3',
    nodes: action === 'flow' ? [{ ...node('Calls', 1, 'bob'), kind: 'sign' }] : [],
  });

export const drops: Record<string, Case> = {
  'a drop, by no rule: the basic flow': { policy: crew, drops: {}, votes: asked, is: ['waiting', basic] },
  'a drop of what passes': { policy: senior(rule('pass')), drops: {}, votes: asked, is: ['satisfied', first] },
  'a drop of a large payment, where small ones pass': { policy: lax, drops: {}, votes: asked, is: ['waiting', first] },
  'a drop of a payment of another coin, where small ones of this one pass': {
    ...{ policy: lax, drops: token, votes: asked, is: ['waiting', first] },
  },
  'a drop of that, agreed to': {
    ...{ policy: lax, drops: token, votes: [...asked, ['bob', 'approve']], is: ['satisfied', first] },
  },
  'a drop of that, refused': {
    ...{ policy: lax, drops: token, votes: [...asked, ['bob', 'refuse']], is: ['refused', first] },
  },
  'a drop by somebody whose own payments pass': {
    policy: senior(rule('pass', { initiators: ['member:cem'] }, { id: 'own' }), large),
    ...{ drops: { initiator: 'ann' }, votes: [...asked, ['ann', 'approve']], is: ['satisfied', first] },
  },
  'a drop by somebody who would be asked about the payment: others are': {
    policy: senior(large),
    drops: {},
    intent: { initiator: 'bob' },
    votes: [
      ['bob', 'initiate'],
      ['bob', 'approve'],
    ],
    is: ['waiting', first],
  },
  'a drop of what is counted already: it counts once': {
    policy: senior(rule('pass', amount({ ...coin, upTo: '2000000000000000000', hours: '24' }), { id: 'small' }), large),
    drops: {},
    votes: asked,
    facts: {
      spendings: [
        {
          ...{ id: '6f1c1f5e-8f0f-4c39-9a55-1f0f3e0f9a01', at: now - hour, wallet: '7', member: 'cem' },
          ...{ asset: 'evm:31337|', units: '1500000000000000000' },
        },
      ],
    },
    is: ['satisfied', 'senior small'],
  },
  'a drop of what rules refuse by now': {
    policy: senior(never),
    drops: {},
    votes: [...asked, ['bob', 'approve']],
    is: ['satisfied', basic],
  },
  'a drop of what rules refuse by now, and would ask others about': {
    policy: senior(never, usd),
    drops: {},
    votes: [...asked, ['dee', 'approve']],
    facts: { prices: { 'evm:31337|': '9000000' }, spendings: [] },
    is: ['waiting', basic],
  },
  'a drop of what rules refuse by now, agreed to by those and by the basic flow': {
    policy: senior(never, usd),
    drops: {},
    votes: [...asked, ['bob', 'approve']],
    facts: { prices: { 'evm:31337|': '9000000' }, spendings: [] },
    is: ['satisfied', basic],
  },
  'a drop of what rules refuse by now, and else let pass': {
    ...{ policy: senior(never, two), drops: {}, votes: asked, is: ['satisfied', 'senior r2'] },
  },
  'a drop of a payment to somebody who has to be listed by now': {
    policy: under({ book: { mode: 'on', coolingHours: '24' } }),
    ...{ drops: {}, votes: [...asked, ['bob', 'approve']], is: ['satisfied', basic] },
  },
  'a drop of an allowance: the rules about calls': {
    ...{ policy: senior(called('flow'), rule('pass')), drops: given, votes: asked, is: ['waiting', 'senior c1'] },
  },
  'a drop of an allowance: those about transfers too': {
    ...{ policy: senior(called('pass'), large), drops: given, votes: asked, is: ['waiting', first] },
  },
  'a drop of an allowance of everything, which nobody may give any more': {
    policy: senior(called('flow'), rule('pass')),
    ...{ drops: endless, votes: [...asked, ['bob', 'approve']], is: ['satisfied', 'senior c1'] },
  },
  'a drop of what takes an allowance back': {
    policy: senior(called('pass'), large),
    drops: { ...given, outputs: outputs.map((out) => ({ ...out, amount: '0' })) },
    ...{ votes: asked, is: ['satisfied', 'senior c1'] },
  },
};
