import { type Mutant, noticedBy, part } from './part.ts';

const same = 'admission/same-payment.ts';
const conflict = 'admission/conflict.ts';

/** What makes a payment that is asked for once more the same one. */
export const speedUpChecks: readonly Mutant[] = noticedBy('a payment sped up', [
  part(
    'the payment that is sped up was signed here',
    same,
    'if (decision?.digest !== intentDigestHex(first) || !state.exposed.has(first.id))',
    'if (!decision)',
  ),
  part('a higher fee than any attempt', same, "throw refuse('feeNotRaised');", 'return;'),
  part(
    'an attempt that was followed',
    conflict,
    'payment === undefined || state.decided.has(id)',
    'payment === undefined',
  ),
  part(
    'the nonce of what is sped up',
    conflict,
    'const before = facts.state.decided.get(follows ?? id)?.conflict;',
    'const before = facts.state.decided.get(id)?.conflict;',
  ),
]);
