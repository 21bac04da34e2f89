import {
  codeHash,
  deployText,
  encodeArguments,
  type Intent,
  methodOf,
  type PolicyDocument,
  unconditional,
} from '@holdfast/policy';
import { evmPayee, evmPlan, otherEvmPayee } from '@holdfast/testkit/signer';
import { admit, family } from '../attack.ts';
import type { Fixture } from '../fixture.ts';
import { signing } from '../relay.ts';
import { type Ask, approvedBy, nextPolicy, payment, policyAsk, send, transferAsk } from '../requests.ts';

/** Contracts that are deployed: code that no person reads, made with whatever its constructor is given. */
const deployed = family('deploy');
type Rule = PolicyDocument['senior'][number];
const chain = 'evm:31337';
const coin = { symbol: 'ETH', contract: '', decimals: '18' };
const code = '6080604052348015600f57600080fd5b50';
const inputs = '(address owner,uint256 cap)';
const argsOf = (owner = evmPayee, cap = 250n): string =>
  Buffer.from(encodeArguments(methodOf(`x${inputs}`)?.inputs ?? [], [owner, cap])).toString('hex');
const usualCall = deployText(code, argsOf(), inputs);

/** Omar asks for it. */
function creating(fixture: Fixture, call = usualCall, changes: Partial<Intent> = {}): Intent {
  const { from, path } = payment(fixture, 'evm');
  const outputs = [{ address: from, amount: '0', memo: '', entry: '', path }];
  return payment(fixture, 'evm', { kind: 'deploy', call, outputs, asset: coin, ...changes });
}
const ofIntent = (fixture: Fixture, intent: Intent, approvals?: readonly unknown[]): Ask => ({
  ...transferAsk(fixture, intent, approvals ?? approvedBy(intent, fixture.crew.omar)),
  kind: 'deploy',
});
const ask = (fixture: Fixture, call?: string, changes: Partial<Intent> = {}): Ask =>
  ofIntent(fixture, creating(fixture, call, changes));
/** The server writes something else into it once it was approved. */
const edited = (made: Ask, changes: Partial<Intent>): Ask => ({ ...made, intent: { ...made.intent, ...changes } });

const rule = (id: string, type: Rule['type'], action: Rule['action'], when: Partial<Rule['when']>): Rule => ({
  ...{ id, name: id, enabled: 'on', type, action, signProtection: 'on', nodes: [] },
  when: { ...unconditional, ...when },
});
const named = { chain, code: codeHash(code), inputs };
const usual = rule('deployments', 'web3', 'pass', { deploys: [named] });
async function under(fixture: Fixture, senior: readonly Rule[]): Promise<Fixture> {
  const v = senior.some(({ when }) => when.deploys) ? '4' : fixture.policy.v;
  const policy = nextPolicy(fixture, { v, senior: [...senior] });
  await admit(fixture, policyAsk(fixture, policy));
  return { ...fixture, policy };
}
const play = (
  title: string,
  expect: string,
  make: (fixture: Fixture) => Ask | Promise<Ask>,
  senior: readonly Rule[] = [usual],
): void =>
  deployed.play(
    title,
    expect,
    async (fixture) => {
      const made = await under(fixture, senior);
      const request = await make(made);
      if (expect === 'admitted') fixture.lawful.add(request.intent.id);
      return send(made, request);
    },
    { alone: true, control: expect === 'admitted' },
  );

// As it should be.
play('a contract, by a rule that names its bytecode', 'admitted', (fixture) => ask(fixture));
deployed.play(
  'a contract, relayed as it should be',
  'signed',
  async (fixture) => {
    const made = await under(fixture, [usual]);
    return signing(made, { ask: ask(made) });
  },
  { alone: true, control: true },
);

// By no rule.
deployed.refused('that no rule names, whoever approves', 'deployNotAllowed', (fixture) => {
  const intent = creating(fixture);
  const { omar, adam, anna } = fixture.crew;
  return ofIntent(fixture, intent, approvedBy(intent, omar, adam, anna));
});
play('by a rule about every call', 'deployNotAllowed', (fixture) => ask(fixture), [rule('calls', 'web3', 'pass', {})]);
play('of another bytecode', 'deployNotAllowed', (fixture) => ask(fixture, deployText(`${code}00`, argsOf(), inputs)));
play('of a bytecode on another network', 'deployNotAllowed', (fixture) => ask(fixture), [
  rule('elsewhere', 'web3', 'pass', { deploys: [{ ...named, chain: 'evm:1' }] }),
]);

// An argument that is hidden, or called by another name.
play('of a bytecode with an argument behind it that nobody reads', 'deployNotAllowed', (fixture) =>
  ask(fixture, deployText(code + argsOf(), '', '()')),
);
play('whose arguments have other names', 'deployNotAllowed', (fixture) =>
  ask(fixture, deployText(code, argsOf(), '(address guard,uint256 cap)')),
);
play('whose arguments have other types', 'deployNotAllowed', (fixture) =>
  ask(fixture, deployText(code, argsOf(), '(uint256 owner,uint256 cap)')),
);
play('with something behind its arguments', 'unreadableDeployment', (fixture) =>
  ask(fixture, deployText(code, `${argsOf()}${'07'.repeat(32)}`, inputs)),
);
play('with something in what pads an argument', 'unreadableDeployment', (fixture) =>
  ask(fixture, deployText(code, `07${argsOf().slice(2)}`, inputs)),
);
play('longer than anybody is shown', 'unreadableDeployment', (fixture) =>
  ask(fixture, deployText(code, '00'.repeat(30_016), '()')),
);

// Edited once it was approved.
play('whose owner is another than was approved', 'initiatorMissing', (fixture) =>
  edited(ask(fixture), { call: deployText(code, argsOf(otherEvmPayee), inputs) }),
);
play('whose bytecode is another than was approved', 'initiatorMissing', (fixture) =>
  edited(ask(fixture), { call: deployText(`${code}00`, argsOf(), inputs) }),
);

// Coins that go along, somebody who is paid, and another kind's words.
for (const [what, change] of [
  ['with coins that go along', { amount: '1' }],
  ['that pays somebody', { address: evmPayee, path: '' }],
] as const)
  play(what, 'badIntent', (fixture) => {
    const outputs = creating(fixture).outputs.map((one) => ({ ...one, ...change }));
    return ask(fixture, undefined, { outputs });
  });
play('that a call says it is', 'badIntent', (fixture) => {
  const intent = creating(fixture, undefined, { kind: 'call' });
  return { ...ofIntent(fixture, intent), kind: 'call' };
});
play('for more than its fee', 'feeAboveCap', (fixture) => ({ ...ask(fixture), plan: evmPlan(5, 1_000_000) }));

export const deployAttacks = deployed.attacks;
