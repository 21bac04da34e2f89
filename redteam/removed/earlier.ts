import { type Mutant, noticedBy, part } from './part.ts';

const conflict = 'admission/conflict.ts';
const earlier = 'admission/earlier.ts';

/** What keeps one signature, or one that was kept back, from being a second payment. */
export const earlierChecks: readonly Mutant[] = [
  part(
    'what members were told that a payment replaces',
    earlier,
    "if (done !== undefined) throw refuse('earlierNotReplaced', done);",
  ),
  {
    ...part('what may still be made', earlier, "if (left !== undefined) throw refuse('earlierOpen', left);"),
    play: 'asked for anew once its time is over, beside it',
  },
  part(
    'payments to others than the sub-wallet itself',
    'state/open.ts',
    "outputs.every(({ path }) => path.split('/')[2] === wallet)",
    "outputs.length > 0 && wallet !== ''",
  ),
  part(
    'payments that a signer let go, and it is asked to stand for',
    'earlier.ts',
    'intents.filter((id) => exposed.has(id))',
    '[...intents]',
  ),
  ...noticedBy('a signature kept back', [
    part(
      'what was to be made beside a payment when it was shown, and has ended since',
      earlier,
      '...ended].filter(leaves)',
      '].filter(leaves)',
    ),
    part(
      'what can still be signed, and is told beside a payment',
      'earlier.ts',
      "expires <= now ? undefined : 'beside';",
      'expires <= now ? undefined : undefined;',
    ),
    {
      ...part(
        'a coin in common',
        'state/open.ts',
        'return (later.kept ?? []).some((input) => earlier.fixed.includes(input));',
        'return later.fixed.length > 0 && earlier.fixed.length > 0;',
      ),
      play: 'asked for anew once its time is over, with another coin',
    },
    part('a competitor that has not ended', 'state/open.ts', '!running.some(', '![].some('),
    part('a competitor that has ended', 'state/open.ts', 'all.filter(({ expires }) => at < expires)', 'all'),
  ]),
  ...noticedBy('a payment through a contract of our own', [
    part('another transaction after the last is dead', conflict, ' || (exposed && isDead(before, now))'),
  ]),
  ...noticedBy('a transaction that dies', [
    part('one transaction of an intent', conflict, '(exposed && before.place !== place)', 'false'),
    part('sessions of an earlier transaction', 'signing/rounds.ts', 'checkPlace(ctx, session);'),
    part(
      'life beyond the clock',
      'state/open.ts',
      'conflict.until + deadAfterMs : undefined',
      'conflict.until - 3_600_000 : undefined',
    ),
  ]),
];
