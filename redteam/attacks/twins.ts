import type { Credential, Member, PolicyDocument } from '@holdfast/policy';
import { newMember, originOf, otherEvmPayee } from '@holdfast/testkit/signer';
import { family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { bookAsk, nextPolicy, policyAsk } from '../requests.ts';

/** Who looks like somebody else, and keys of pages that are not the signers'. */
const twins = family('twins');
const spellings: Record<string, (name: string) => string> = {
  'with a zero width non-joiner': (name) => `${name}\u200c`,
  'with a zero width joiner': (name) => `${name.slice(0, 1)}\u200d${name.slice(1)}`,
  'with a combining grapheme joiner': (name) => `${name}\u034f`,
  'with a variation selector': (name) => `${name}\ufe0f`,
  'with a Hangul filler': (name) => `${name}\u3164`,
  'with a Braille blank': (name) => `${name}\u2800`,
  'in Cyrillic': (name) => name.replaceAll('a', '\u0430').replaceAll('e', '\u0435'),
};
const { member: stranger } = newMember('someone', 'approver');
const joining = (fixture: Fixture, change: Partial<Member>): PolicyDocument =>
  nextPolicy(fixture, { members: [...fixture.policy.members, { ...stranger, keyHolder: 'no', ...change }] });
const nameOf = ({ policy }: Fixture): string => policy.members.find(({ name }) => /[ae]/.test(name))?.name ?? '';

twins.control(
  'a new member of another name',
  (fixture) => policyAsk(fixture, joining(fixture, { name: 'Somebody new' })),
  true,
);
for (const [how, twin] of Object.entries(spellings)) {
  twins.refused(`a member's name ${how}, approved by all`, 'badPolicyChange', (fixture) =>
    policyAsk(fixture, joining(fixture, { name: twin(nameOf(fixture)) })),
  );
  twins.refused(`a payee's label ${how}, approved by all`, 'badBookChange', (fixture) => {
    const label = twin('Stable');
    return bookAsk(fixture, { add: [{ chains: ['evm:31337'], address: otherEvmPayee, memo: how, assets: [], label }] });
  });
}

const origin = originOf('1');
const passkey = (rpId: string, origins: string[]): Credential => ({
  id: 'cGFzcw',
  type: 'passkey',
  publicKey: '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
  rpId,
  origins,
});
twins.control(
  'a new member with a passkey of a signer’s page',
  (fixture) => policyAsk(fixture, joining(fixture, { name: 'Kay', credentials: [passkey('localhost', [origin])] })),
  true,
);
for (const [title, rpId, origins] of [
  ['of the server’s page', 'localhost', ['http://localhost:17000']],
  ['of a signer’s page and another', 'localhost', [origin, 'http://localhost:17000']],
  ['of another host', 'evil.example', ['https://evil.example']],
] as const)
  twins.refused(`a passkey ${title}, approved by all`, 'badPolicyChange', (fixture) =>
    policyAsk(fixture, joining(fixture, { name: 'Kay', credentials: [passkey(rpId, [...origins])] })),
  );

export const twinAttacks = twins.attacks;
