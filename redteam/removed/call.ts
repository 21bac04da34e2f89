import { type Mutant, noticedBy, part } from './part.ts';

/** A call, spared one of the steps that a payment goes through. */
const spared = (step: string): Mutant =>
  part(
    `${step}, of a call`,
    'kinds/call.ts',
    'AdmittedKind = { ...transfer, steps: [...transfer.steps, inTime] };',
    `AdmittedKind = { ...transfer, steps: [...transfer.steps, inTime].filter(({ name }) => name !== '${step}') };`,
  );
const ofPackage =
  (from: string) =>
  (...of: Parameters<typeof part>): Mutant => ({ ...part(...of), from });
const ofPolicy = ofPackage('packages/policy');
const ofChains = ofPackage('packages/chains');

/** That a call is read whole, says what it does, and is judged by it. */
export const callChecks: readonly Mutant[] = noticedBy('call', [
  spared('addressBook'),
  ofPolicy(
    'call data has one spelling',
    'abi/codec.ts',
    'if (!isSame(writeAll(typesOf(parameters), values), bytes))',
    'if (false)',
  ),
  ofPolicy('how deep calls stand in calls', 'call/read.ts', 'depth > limits.callDepth ||', ''),
  ofPolicy('how many calls stand in one', 'call/read.ts', '|| book.calls.length >= limits.calls', ''),
  ofPolicy('the calls in a call', 'call/read.ts', 'for (const one of effect.inner ?? [])', 'for (const one of [])'),
  ofPolicy(
    'a list of methods is complete',
    'call/read.ts',
    'return methods.length === 0 && standard',
    'return standard',
  ),
  ofPolicy(
    'foreign code that runs as the contract itself',
    'call/read.ts',
    "asItself ? { ...call, source: 'raw', inner }",
    'false ? call as never',
  ),
  ofPolicy('what nobody explains', 'ruling.ts', 'if (isRaw(subject) &&', 'if (false &&'),
  ofPolicy(
    'that a rule names what nobody explains by its method',
    'conditions/calls.ts',
    'wanted.filter(({ methods }) => methods.length > 0)',
    'wanted',
  ),
  ofPolicy(
    'what leaves is judged as a payment',
    'ruling.ts',
    'if (paying.units === 0n && !paying.beside) return call;',
    'return call;',
  ),
  ofPolicy('everything that may be taken', 'ruling.ts', 'if (isEndlessCall(intent, reading))', 'if (false)'),
  ofPolicy(
    'several coins of which a rule names some',
    'conditions/assets.ts',
    'moving.length, action)',
    'moving.filter(({ asset }) => countsOf(wanted)(asset)).length, action)',
  ),
  ofPolicy('calls of which a rule names some', 'conditions/calls.ts', 'asked.calls?.length ?? 2', 'named'),
  ofPolicy('what leaves of tokens is counted', 'spendings.ts', '...beside]', ']'),
  ofPolicy(
    'methods of an entry that cools down',
    'listed.ts',
    'now < since + coolingHours * hourMs ? [] : (entry.methods',
    'false ? [] : (entry.methods',
  ),
  ofChains('what leaves of a listed token is said', 'transfer.ts', 'if (unsaid)', 'if (false)'),
  ofChains('a token that is said is a listed one', 'transfer.ts', 'if (unknown)', 'if (false)'),
]);
