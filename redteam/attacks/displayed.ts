import { type BookEntry, type PolicyDocument, unconditional } from '@holdfast/policy';
import { otherEvmPayee } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import { bookAsk, nextPolicy, policyAsk } from '../requests.ts';

/** What is shown of a rule or an entry, and what signers do with it: a spelling that nothing is compared with would be read as protection. */
const displayed = family('displayed text');
const chain = 'evm:31337';
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const spellings = { 'small letters': token.toLowerCase(), 'capital letters': `0x${token.slice(2).toUpperCase()}` };

type Rule = PolicyDocument['senior'][number];
const refusing = (when: Partial<Rule['when']>, type: Rule['type'] = 'transfer'): Rule => ({
  id: 'shown',
  name: 'Nobody moves more than this',
  enabled: 'on',
  type,
  when: { ...unconditional, ...when },
  action: 'refuse',
  signProtection: 'on',
  nodes: [],
});
const rulesNaming = (contract: string): Record<string, Rule> => ({
  'a limit on a token': refusing({
    assets: { mode: 'only', list: [{ chain, contract }] },
    amount: { ...unconditional.amount, unit: 'coin', over: '1000000000' },
  }),
  'a refusal of all but a token': refusing({ assets: { mode: 'except', list: [{ chain, contract }] } }),
  'a refusal of a contract': refusing({ calls: [{ chain, contract, methods: [] }] }, 'web3'),
});
const entryOf = (change: Partial<BookEntry>): BookEntry => ({
  chains: [chain],
  address: otherEvmPayee,
  memo: 'shown',
  assets: [],
  label: 'Shown',
  ...change,
});

for (const [title, rule] of Object.entries(rulesNaming(token)))
  displayed.control(
    `${title}, as its network writes it`,
    (fixture) => policyAsk(fixture, nextPolicy(fixture, { senior: [rule] })),
    true,
  );
for (const [spelling, contract] of Object.entries(spellings)) {
  for (const [title, rule] of Object.entries(rulesNaming(contract)))
    displayed.refused(`${title} in ${spelling}, approved by all`, 'badPolicyChange', (fixture) =>
      policyAsk(fixture, nextPolicy(fixture, { senior: [rule] })),
    );
  displayed.refused(`a payee for a token in ${spelling} alone, approved by all`, 'badBookChange', (fixture) =>
    bookAsk(fixture, { add: [entryOf({ assets: [contract] })] }),
  );
}
displayed.refused('a payee in small letters, approved by all', 'badBookChange', (fixture) =>
  bookAsk(fixture, { add: [entryOf({ address: otherEvmPayee.toLowerCase() })] }),
);

export const displayedAttacks = displayed.attacks;
