import { leaf, type Phrase } from '../phrase.ts';
import type { SharedWord } from '../shared.en.ts';
import { anyOf, clause, type Naming } from './clause.ts';
import { personPhrase } from './people.ts';

const roles = ['owner', 'admin', 'operator', 'approver', 'viewer', 'api'] as const;

function whoPhrase(naming: Naming, who: string): Phrase<SharedWord | 'rule_anyRole'> {
  const [kind, ...rest] = who.split(':');
  const name = rest.join(':');
  if (kind === 'member') return personPhrase(naming, name);
  const role = roles.find((one) => one === name);
  return role ? { word: 'rule_anyRole', with: { role: { word: `role_${role}`, with: {} } } } : leaf('text', who);
}

export const initiators = clause({
  words: {
    en: { rule_initiators: ', asked by {list}', rule_anyRole: 'any {role}' },
    zh: { rule_initiators: '，由{list}发起', rule_anyRole: '任一{role}' },
  },
  tell: (naming, { when }) =>
    anyOf(
      'rule_initiators',
      when.initiators.map((who) => whoPhrase(naming, who)),
    ),
});
