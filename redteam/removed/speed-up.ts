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
    "if (newest !== id && state.decided.has(id)) throw refuse('conflict', 'another attempt has taken its place');",
  ),
  part(
    'the nonce of what is sped up',
    conflict,
    'const before = followed(facts.state.decided.get(newest)?.conflict, newest !== id);',
    'const before = facts.state.decided.get(id)?.conflict;',
  ),
]);

/** What makes nothing of the place of a payment, and of its count. */
export const dropChecks: readonly Mutant[] = noticedBy('a payment dropped', [
  part(
    'what is dropped counts on',
    'state/counters.ts',
    'const first = dropsPayment(decision) ? state.decided.get(paymentOf(decision)) : undefined;',
    'const first = undefined as Decision | undefined;',
  ),
  {
    ...part(
      'who would be asked to pay is asked to drop it',
      'ruling.ts',
      'if (isDrop(intent)) return ofDrop(policy, intent, facts, attached);',
    ),
    from: 'packages/policy',
  },
]);

/** What keeps two attempts of a payment of coins apart. */
export const replacedCoinChecks: readonly Mutant[] = noticedBy('coins of a payment sped up', [
  part('every coin of what is followed', conflict, '{ ...before, kept: before.fixed } : before;', 'before : before;'),
]);
