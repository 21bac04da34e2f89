import { type Mutant, noticedBy, part } from './part.ts';

const identity = 'admission/identity.ts';
const conflict = 'admission/conflict.ts';

/** What ends a payment for good. */
export const givenUpChecks: readonly Mutant[] = [
  part(
    'one payment for a request that was given up once',
    identity,
    '!state.closed.has(paid)',
    'state.closed.size === 0',
  ),
  part(
    'nonce of an intent, once one was given up',
    conflict,
    'state.closed.has(owner)) return true;',
    'state.closed.size > 0) return true;',
  ),
  part(
    'given up before its part has left',
    'closing.ts',
    'state.exposed.has(id) || state.signed.has(id)',
    'state.signed.has(id)',
  ),
  part(
    'given up with its part on disk',
    'signing/rounds.ts',
    '  if (batch.hasPart(round + 1)) await expose(ctx, session);\n',
    '',
  ),
  part(
    'given up during a session',
    'signing/rounds.ts',
    "if (closed.has(session.intent) || closed.has(session.batchOf ?? '')) throw refuse('intentClosed');",
    '',
    'the sessions of what is given up are ended too',
  ),
  part('sessions of what is given up', 'closing.ts', 'signing.drop(id);', ''),
  part('only payments are given up', 'closing.ts', "if (!movesCoins(intent)) throw refuse('kindNotAllowed');"),
  part(
    'installation of what is given up',
    'closing.ts',
    "if (intent.deployment !== policyInForce(ctx).document.deployment) throw refuse('otherDeployment');",
  ),
  part(
    'the intent that is given up',
    'closing.ts',
    "if (known !== undefined && known !== digest) throw refuse('intentReused');",
  ),
  part('room for what is given up unseen', 'closing.ts', 'if (known === undefined) demandRoom(ctx, intent);'),
  ...noticedBy('a payment given up', [
    part(
      'what stops a session, before its part is written down as left',
      'signing/signing.ts',
      'checkStillAllowed(ctx, session);\n      return',
      'return',
    ),
  ]),
];
