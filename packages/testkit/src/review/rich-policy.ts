import type { PolicyDocument, SeniorRule } from '@holdfast/policy';
import { ada, bob, cleo, policyOf } from './fixtures.ts';

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const nodes: SeniorRule['nodes'] = [
  { name: 'Desk', kind: 'approve', approvers: ['m-ada', 'm-bob', 'm-cleo'], threshold: '2' },
  { name: 'Release', kind: 'sign', approvers: ['m-ada'], threshold: '1' },
];

/** More than 10,000 USD in a day from wallet 7, asked by an operator, to somebody who is not listed. */
export const ruleOf = (change: Partial<SeniorRule> = {}): SeniorRule => ({
  id: 'large',
  name: 'Large transfers',
  enabled: 'on',
  type: 'transfer',
  when: {
    initiators: ['role:operator'],
    wallets: ['7'],
    assets: { mode: 'any', list: [] },
    amount: { unit: 'usd', over: '1000000', upTo: '', hours: '24', scope: 'wallet' },
    destinations: { mode: 'unknown', entries: [] },
    calls: [],
  },
  action: 'flow',
  signProtection: 'on',
  nodes,
  ...change,
});

/** A document in which every list has something in it. */
export function richPolicy(): PolicyDocument {
  const passkey = {
    id: 'cGFzcw',
    type: 'passkey' as const,
    publicKey: `02${'4'.repeat(64)}`,
    rpId: 'localhost',
    origins: ['http://localhost:8701', 'http://localhost:8702'],
  };
  const rich = policyOf([ada, bob, cleo], {
    senior: [
      ruleOf(),
      ruleOf({
        id: 'calls',
        name: 'Calls',
        type: 'web3',
        when: {
          initiators: ['member:m-bob', 'role:api'],
          wallets: ['7', '8'],
          assets: { mode: 'only', list: [{ chain: 'evm:31337', contract: token }] },
          amount: { unit: 'coin', over: '1', upTo: '2500000', hours: '0', scope: 'member' },
          destinations: { mode: 'listed', entries: ['e'.repeat(64), 'f'.repeat(64)] },
          calls: [{ chain: 'evm:31337', contract: token, methods: ['0xa9059cbb'] }],
        },
        action: 'refuse',
        nodes: [],
      }),
    ],
    workspace: [
      { op: 'members', signProtection: 'on', nodes },
      { op: 'addressBook', signProtection: 'off', nodes },
    ],
    book: { mode: 'on', coolingHours: '24' },
  });
  const [first, second, ...others] = rich.members;
  if (!first || !second) throw new Error('members');
  return {
    ...rich,
    strategies: [...rich.strategies, { wallet: '7', signProtection: 'on', nodes }],
    members: [
      { ...first, credentials: [...first.credentials, passkey] },
      {
        ...second,
        wallets: [
          { wallet: '7', role: 'operator' },
          { wallet: '8', role: 'viewer' },
        ],
      },
      ...others,
    ],
  };
}
