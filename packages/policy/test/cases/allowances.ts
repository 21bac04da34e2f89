import type { Intent, SeniorRule } from '../../src/index.ts';
import { allowance, hashOf, node } from '../fixtures.ts';
import { amount, asked, basic, type Case, type KnownFacts, rule, senior, under } from './crew.ts';

/** What others may take of a token: a call of that token, and the payment that it amounts to. */

const { asset, chain } = allowance();
const token = { chain, contract: asset.contract };
const key = `${token.chain}|${token.contract}`;
const router = hashOf('router');
const known: KnownFacts = { listed: [router], prices: { [key]: '1' }, spendings: [] };
const endless = (2n ** 256n - 1n).toString();

const of = (amount = '250000000', entry = router): Partial<Intent> => {
  const { kind, asset: coin, outputs } = allowance({}, amount, entry);
  return { kind, asset: coin, outputs };
};
const call = (methods: string[] = ['0x095ea7b3']) => ({ calls: [{ ...token, methods }] });
const toRouter: Pick<SeniorRule['when'], 'destinations'> = { destinations: { mode: 'listed', entries: [router] } };
const usd = (change: Parameters<typeof amount>[0]) => amount({ unit: 'usd', ...change });

/** A rule about calls, and one about transfers. */
const called = (action: SeniorRule['action'], when: Partial<SeniorRule['when']> = {}): SeniorRule =>
  rule(action, when, { id: 'c1', name: 'Calls', type: 'web3' });
const paid = (action: SeniorRule['action'], when: Partial<SeniorRule['when']> = {}): SeniorRule =>
  rule(action, when, { id: 'p1', name: 'Payments' });
const two = { nodes: [{ ...node('Both', 2, 'ann', 'bob'), kind: 'sign' as const }] };

const spentBefore: KnownFacts['spendings'] = [
  { id: 'other', at: 1_763_700_000_000, wallet: '7', member: 'cem', asset: key, units: '200000000', cents: '20000' },
];

export const allowances: Record<string, Case> = {
  'an allowance, by no rule of its own': {
    policy: senior(),
    intent: of(),
    votes: asked,
    facts: known,
    is: ['waiting', basic],
  },
  'an allowance that a rule about transfers lets pass': {
    ...{ policy: senior(paid('pass')), intent: of(), votes: asked, facts: known, is: ['waiting', basic] },
  },
  'an allowance that a rule about calls lets pass': {
    ...{
      policy: senior(called('pass', call())),
      intent: of(),
      votes: asked,
      facts: known,
      is: ['waiting', basic],
    },
  },
  'an allowance that rules about both let pass': {
    policy: senior(called('pass', call()), paid('pass')),
    ...{ intent: of(), votes: asked, facts: known, is: ['satisfied', 'senior c1'] },
  },
  'an allowance that a rule about transfers refuses': {
    policy: senior(called('pass', call()), paid('refuse', usd({ over: '20000' }))),
    ...{ intent: of(), votes: asked, facts: known, is: ['unsatisfiable', 'senior p1', 'refusedByRule'] },
  },
  'an allowance that a rule about calls refuses': {
    policy: senior(called('refuse', call()), paid('pass')),
    ...{ intent: of(), votes: asked, facts: known, is: ['unsatisfiable', 'senior c1', 'refusedByRule'] },
  },
  'an allowance that a rule about both refuses is refused once': {
    policy: senior(called('refuse'), paid('refuse')),
    ...{ intent: of(), votes: asked, facts: known, is: ['unsatisfiable', 'senior c1', 'refusedByRule'] },
  },
  'an allowance for which either rule asks somebody': {
    policy: senior(called('flow', call()), { ...paid('flow'), ...two }),
    ...{ intent: of(), votes: [...asked, ['ann', 'approve']], facts: known, is: ['waiting', 'senior c1'] },
  },
  'an allowance that rules for another method do not speak of': {
    policy: senior(called('refuse', call(['0xa9059cbb'])), paid('pass')),
    ...{ intent: of(), votes: asked, facts: known, is: ['waiting', basic] },
  },
  'an allowance counts in windows of payments': {
    policy: senior(called('pass', call()), paid('pass', usd({ upTo: '40000', hours: '24' }))),
    intent: of(),
    votes: asked,
    facts: { ...known, spendings: spentBefore },
    is: ['waiting', basic],
  },
  'an allowance within windows of payments': {
    policy: senior(called('pass', call()), paid('pass', usd({ upTo: '45000', hours: '24' }))),
    intent: of(),
    votes: asked,
    facts: { ...known, spendings: spentBefore },
    is: ['satisfied', 'senior c1'],
  },
  'an allowance to a spender that the rule about calls names, whatever payments are held to': {
    policy: senior(called('pass', { ...call(), ...toRouter }), paid('refuse')),
    ...{ intent: of(), votes: asked, facts: known, is: ['satisfied', 'senior c1'] },
  },
  'an allowance to a spender that is named for all calls is no allowance that is named': {
    policy: senior(called('pass', toRouter), paid('refuse')),
    ...{ intent: of(), votes: asked, facts: known, is: ['unsatisfiable', 'senior p1', 'refusedByRule'] },
  },
  'an allowance to another spender than the rule names': {
    policy: senior(called('pass', { ...call(), ...toRouter }), paid('refuse')),
    intent: of('250000000', hashOf('other')),
    votes: asked,
    facts: { ...known, listed: [router, hashOf('other')] },
    is: ['unsatisfiable', 'senior p1', 'refusedByRule'],
  },
  'an allowance to a spender that is named, and not listed': {
    policy: senior(called('pass', { ...call(), ...toRouter }), paid('refuse')),
    ...{
      intent: of(),
      votes: asked,
      facts: { ...known, listed: [] },
      is: ['unsatisfiable', 'senior p1', 'refusedByRule'],
    },
  },
  'an allowance to a stranger where payees have to be listed': {
    policy: under({ senior: [called('pass', call()), paid('pass')], book: { mode: 'on', coolingHours: '24' } }),
    intent: of('250000000', ''),
    ...{ votes: asked, facts: known, is: ['unsatisfiable', 'senior c1', 'destinationNotListed'] },
  },
  'an allowance without limit': {
    policy: senior(called('pass', call()), paid('pass')),
    ...{ intent: of(endless), votes: asked, facts: known, is: ['unsatisfiable', 'senior c1', 'endlessAllowance'] },
  },
  'an allowance without limit, by no rule at all': {
    ...{
      policy: senior(),
      intent: of(endless),
      votes: asked,
      facts: known,
      is: ['unsatisfiable', basic, 'endlessAllowance'],
    },
  },
  'an allowance without limit to a spender that is named': {
    policy: senior(called('pass', { ...call(), ...toRouter })),
    ...{ intent: of(endless), votes: asked, facts: known, is: ['satisfied', 'senior c1'] },
  },
  'an allowance of so much that it has no limit': {
    policy: senior(called('pass', call()), paid('pass')),
    ...{
      intent: of('10000000000000000'),
      votes: asked,
      facts: known,
      is: ['unsatisfiable', 'senior c1', 'endlessAllowance'],
    },
  },
  'an allowance of the most that has a limit': {
    policy: senior(called('pass', call()), paid('pass')),
    ...{ intent: of('9999999999999999'), votes: asked, facts: known, is: ['satisfied', 'senior c1'] },
  },
  'an allowance of an unknown price to a spender that one of two rules names': {
    policy: senior(
      called('flow', { ...call(), ...toRouter, ...usd({ upTo: '1' }) }),
      called('pass', call()),
      paid('refuse'),
    ),
    intent: of(),
    votes: asked,
    facts: { ...known, prices: {} },
    is: ['unsatisfiable', 'senior p1', 'refusedByRule'],
  },
  'an allowance taken back pays nobody': {
    policy: under({ senior: [paid('refuse')], book: { mode: 'on', coolingHours: '24' } }),
    ...{ intent: of('0', ''), votes: asked, facts: known, is: ['waiting', basic] },
  },
  'an allowance taken back by a rule about calls': {
    policy: senior(called('pass', call()), paid('refuse')),
    ...{ intent: of('0', ''), votes: asked, facts: known, is: ['satisfied', 'senior c1'] },
  },
};
