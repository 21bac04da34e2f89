import { type Mutant, noticedBy, part } from './part.ts';

/** An allowance, spared one of the steps that a payment goes through. */
const spared = (step: string): Mutant =>
  part(
    `${step}, of an allowance`,
    'kinds/allowance.ts',
    'AdmittedKind = transfer;',
    `AdmittedKind = { ...transfer, steps: transfer.steps.filter(({ name }) => name !== '${step}') };`,
  );
const ofPackage =
  (from: string) =>
  (...of: Parameters<typeof part>): Mutant => ({ ...part(...of), from });
const ofPolicy = ofPackage('packages/policy');
const ofChains = ofPackage('packages/chains');

/** That an allowance is asked for whatever the payment is that it amounts to. */
const payment = `const payment = ofTransaction(policy, subjectOf(intent, 'transfer', facts), facts);`;

export const allowanceChecks: readonly Mutant[] = noticedBy('allowance', [
  spared('notFrozen'),
  spared('addressBook'),
  ofPolicy(
    'what may be taken is judged as a payment',
    'ruling.ts',
    `${payment}\n  return payment && callAndPayment(call, payment);`,
    'return call;',
  ),
  ofPolicy(
    'what may be taken is judged as a call',
    'ruling.ts',
    `${payment}\n  return payment && callAndPayment(call, payment);`,
    `${payment}\n  return payment;`,
  ),
  ofPolicy('an allowance without limit', 'ruling.ts', 'if (isEndless(intent)) return', 'if (false) return'),
  ofPolicy(
    'the token that a rule names with a spender',
    'ruling.ts',
    '[...calls, ...messages].length > 0 && destinations',
    'destinations',
  ),
  ofPolicy(
    'the spender that a rule names with a token',
    'ruling.ts',
    "[...calls, ...messages].length > 0 && destinations.mode === 'listed'",
    '[...calls, ...messages].length > 0',
  ),
  ofPolicy('how much is without limit', 'kinds/allowance.ts', '10_000_000_000n', '10n ** 70n'),
  ofPolicy(
    'what is made once more is a payment',
    'attempt.ts',
    "replaced === 'never' || (replaced === 'drop' && !isDrop(intent))",
    "replaced === 'never'",
  ),
  ofPolicy(
    'one spender',
    'intent.ts',
    "need(intent.asset.contract !== '', 'asset');\n  need(output !== undefined && intent.outputs.length === 1, 'outputs');",
    "need(intent.asset.contract !== '', 'asset');",
  ),
  ofChains(
    'the contract of a token as a spender',
    'evm/build.ts',
    'if (isTokenContract(chain, output.address))',
    'if (false)',
  ),
]);
