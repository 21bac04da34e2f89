import type { Intent, SeniorRule } from '../../src/index.ts';
import { inscription } from '../fixtures.ts';
import {
  amount,
  asked,
  basic,
  type Case,
  eth,
  first,
  hour,
  type KnownFacts,
  now,
  onlyEth,
  rule,
  senior,
} from './crew.ts';

/** Outputs that leave for what is inscribed on them: judged by whom they go to, and as the payment of their coins. */

const sent = (): Partial<Intent> => {
  const { kind, outputs, asset, call } = inscription();
  return { kind, outputs, asset, call };
};
const given = (action: SeniorRule['action'], when: Partial<SeniorRule['when']> = {}): SeniorRule =>
  rule(action, when, { id: 'g1', name: 'Given', type: 'web3' });
const judged = (rules: SeniorRule[], is: Case['is'], facts: KnownFacts = { spendings: [] }): Case => ({
  ...{ policy: senior(...rules), intent: sent(), votes: asked, facts, is },
});
const coin = { unit: 'coin' } as const;
const upTo = (most: string, more: Parameters<typeof amount>[0] = {}) => ({
  ...onlyEth,
  ...amount({ ...coin, upTo: most, ...more }),
});
const spent: KnownFacts = {
  spendings: [
    {
      ...{ id: '6f1c1f5e-8f0f-4c39-9a55-1f0f3e0f9a09', at: now - hour, wallet: '7', member: 'cem' },
      ...{ asset: eth, units: '5000' },
    },
  ],
};

export const inscriptionRulings: Record<string, Case> = {
  'an inscription by no rule of its own': judged([], ['waiting', basic]),
  'an inscription that rules about calls alone let pass': judged([given('pass')], ['waiting', basic]),
  'an inscription that rules about payments alone let pass': judged([rule('pass')], ['waiting', basic]),
  'an inscription that rules about both let pass': judged([given('pass'), rule('pass')], ['satisfied', 'senior g1']),
  'an inscription that rules about payments refuse': judged(
    [given('pass'), rule('refuse')],
    ['unsatisfiable', first, 'refusedByRule'],
  ),
  'an inscription that rules about calls refuse': judged(
    [given('refuse'), rule('pass')],
    ['unsatisfiable', 'senior g1', 'refusedByRule'],
  ),
  'an inscription on as many coins as a rule about payments lets pass': judged(
    [given('pass'), rule('pass', upTo('10000'))],
    ['satisfied', 'senior g1'],
  ),
  'an inscription on more coins than a rule about payments lets pass': judged(
    [given('pass'), rule('pass', upTo('9999'))],
    ['waiting', basic],
  ),
  'an inscription counts in windows': judged(
    [given('pass'), rule('pass', upTo('15000', { hours: '24' }))],
    ['satisfied', 'senior g1'],
    spent,
  ),
  'an inscription beyond a window': judged(
    [given('pass'), rule('pass', upTo('14999', { hours: '24' }))],
    ['waiting', basic],
    spent,
  ),
};
