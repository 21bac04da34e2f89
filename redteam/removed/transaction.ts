import { type Mutant, noticedBy, part } from './part.ts';

const transaction = 'admission/transaction.ts';
const conflict = 'admission/conflict.ts';

/** That what is signed is what was approved, and of this sub-wallet. */
export const transactionChecks: readonly Mutant[] = [
  part(
    'keys of the own sub-wallet',
    transaction,
    "if (String(parts.wallet) !== wallet || parts.coin !== own.coin) throw refuse('unknownWallet', asked);",
    '',
    'the builder takes paths of the intent’s own sub-wallet and coin only',
  ),
  part(
    'comparison with the intent',
    transaction,
    "if (mismatches.length > 0) throw refuse('txMismatch', mismatches.map((entry) => entry.field).join(','));",
    '',
    'only a wrong builder gives a mismatch; admission.test.ts has four',
  ),
  part(
    'class of an intent',
    conflict,
    "if (!made) throw refuse('conflict', 'outside the class of this intent');",
    'if (!made) return;',
  ),
  part('nonce of another intent', conflict, 'if (taken !== undefined) throw', 'if (taken === id) throw'),
  part(
    'scheme of the chain’s curve',
    transaction,
    'if (foreign) throw',
    'if (foreign && sighashes.length === 0) throw',
  ),
  ...noticedBy('a payment through a contract of our own', [
    part('seqno of a payment', conflict, "!('lane' in before) || before.lane !== lane", "!('lane' in before)"),
    part('time of a message', transaction, 'longestLifeMs + clockToleranceMs', 'longestLifeMs * 2 + clockToleranceMs'),
  ]),
  ...noticedBy('path range', [
    part('range of own payees', 'rules/facts.ts', ' || !isWithinLimits(path)'),
    part('range of attested addresses', 'addresses.ts', ' || !isWithinLimits(parts)'),
  ]),
];
