import { node, strategy } from '../fixtures.ts';
import {
  amount,
  asked,
  basic,
  type Case,
  crew,
  eth,
  first,
  one,
  onlyEth,
  rule,
  senior,
  two,
  under,
  usdc,
} from './crew.ts';

/** Which rule decides about a payment, and who has to agree. */

export const payments: Record<string, Case> = {
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
