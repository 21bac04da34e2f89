import { type Mutant, noticedBy, part } from './part.ts';

const ofPackage =
  (from: string) =>
  (...of: Parameters<typeof part>): Mutant => ({ ...part(...of), from });
const ofPolicy = ofPackage('packages/policy');

/** That a contract is deployed by a rule that names bytecode and constructor alone, with arguments that everybody reads, and that nothing else leaves by it. */
export const deployChecks: readonly Mutant[] = noticedBy('deploy', [
  ofPolicy(
    'a contract is deployed by a rule that names it',
    'ruling.ts',
    'if ((message || deploy) && !certain)',
    'if (message && !certain)',
  ),
  ofPolicy(
    'rules about calls speak of no deployment',
    'conditions/deploys.ts',
    'deploy ? names(wanted, deploy) : wanted.length === 0',
    'deploy ? wanted.length === 0 || names(wanted, deploy) : wanted.length === 0',
  ),
  ofPolicy('the bytecode that a rule names', 'conditions/deploys.ts', 'one.code === code &&', ''),
  ofPolicy('the constructor that a rule names', 'conditions/deploys.ts', '&& one.inputs === inputs', ''),
  ofPolicy('the network that a rule names', 'conditions/deploys.ts', 'one.chain === chain &&', ''),
  ofPolicy('what cannot be read', 'ruling.ts', 'if (!ruling || deploymentIn(intent)) return ruling;', 'return ruling;'),
  ofPolicy(
    'no coins go along with a deployment',
    'intent.ts',
    "return isOwn && output.amount === '0' &&",
    'return isOwn &&',
  ),
  ofPolicy(
    'nobody is paid by a deployment',
    'intent.ts',
    'const isOwn = output?.address === from && output.path === path;\n  return isOwn &&',
    'return output !== undefined &&',
  ),
]);

/** That arguments which rules ask for are read, within their bounds, in every call of a bundle; and that what nobody can bound is within no amount. */
export const argumentChecks: readonly Mutant[] = noticedBy('argument', [
  ofPolicy('the lower bound of an argument', 'conditions/args.ts', "least === '' || value >= BigInt(least)", 'true'),
  ofPolicy('the upper bound of an argument', 'conditions/args.ts', "most === '' || value <= BigInt(most)", 'true'),
  ofPolicy(
    'the addresses of an argument',
    'conditions/args.ts',
    'listed.some((one) => one.toLowerCase() === address)',
    'true',
  ),
  ofPolicy(
    'every one of a list of arguments',
    'conditions/args.ts',
    "within === found.length ? 'yes'",
    "within > 0 ? 'yes'",
  ),
  ofPolicy(
    'every argument that a rule asks for',
    'conditions/args.ts',
    "(['no', 'unknown', 'part'] as const).find((one) => answers.includes(one)) ?? 'yes'",
    "answers.every((one) => one === 'no') ? 'no' : 'yes'",
  ),
  ofPolicy('an argument that nobody can read', 'ruling.ts', "&& !asksUnread(conditionOf(when, 'args'), call)", ''),
  ofPolicy(
    'what nobody can bound is within no amount',
    'conditions/amount.ts',
    'if (asked.message?.raw)',
    'if (false)',
  ),
]);
