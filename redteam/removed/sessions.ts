import { type Mutant, noticedBy, part } from './part.ts';

/** Checks inside sessions, of the journal and of the witness. */
export const sessionsChecks: readonly Mutant[] = [
  part(
    'expiry when the part leaves',
    'signing/rounds.ts',
    'checkNotEnded(ctx, session);\n  const { store } = ctx;',
    'const { store } = ctx;',
  ),
  part(
    'the part of a scheme with two messages',
    'signing/batch.ts',
    'hasPart: (message) => parts.has(message),',
    'hasPart: (message) => message === 3 && parts.size > 0,',
  ),
  part('scheme that both signers agree upon', 'signing/session.ts', '      scheme: asked.scheme,\n'),
  part('freeze during a session', 'signing/rounds.ts', "if (frozen) throw refuse('frozen');"),
  part(
    'policy during a session',
    'signing/rounds.ts',
    "if (policyInForce(ctx).hash !== session.policyHash) throw refuse('policyStale');",
  ),
  part('a session’s own request', 'signing/signing.ts', 'known.input !== input || known.channel', 'known.channel'),
  part('a peer that forgot', 'signing/peers.ts', 'mine.size < known.size || ', ''),
  part(
    'my own log that forgot',
    'signing/peers.ts',
    'if (seenOfYou.size > 0 && store.rootAt(seenOfYou.size) !== seenOfYou.root)',
    'if (seenOfYou.size < 0)',
  ),
  part(
    'a log that forked',
    'witness.ts',
    "if (answer.state === 'forked') {",
    "if (answer.state === 'forked' && ctx.now() < 0) {",
  ),
  ...noticedBy('growth of the journal', [
    part('room for sessions', 'signing/signing.ts', 'demandRoom(ctx);'),
    part('room on the disk', 'disk.ts', "if (disk.look().state === 'full') throw refuse('diskFull');"),
    part(
      'the same decision on record',
      'signing/signing.ts',
      'if (held && isRecorded(openings, decided, now())) return store.flushed();',
    ),
    part('the same approval once', 'admission/identity.ts', 'distinct(request.approvals)', 'request.approvals'),
    part(
      'openings of a day',
      'signing/signing.ts',
      "if (isSpent(ctx.store.state.openings, need(draft, 'intent').id, ctx.now())) throw refuse('openedTooOften');",
    ),
  ]),
];
