import { type Mutant, part } from './part.ts';

const identity = 'admission/identity.ts';

/** Whose payment it is, and that it is one. */
export const identityChecks: readonly Mutant[] = [
  part('schema of the intent', identity, 'checkIntent(JSON.parse(request.intent))', 'JSON.parse(request.intent)'),
  part(
    'schema of the approvals',
    identity,
    'distinct(request.approvals).map(checkApproval)',
    'request.approvals as never',
  ),
  part('canonical bytes', identity, "if (canonicalText(intent) !== request.intent) throw refuse('notCanonical');"),
  part(
    'paying address',
    identity,
    '!owns || address !== intent.from',
    '!owns',
    'decodeAndCompare compares the source of the transaction',
  ),
  part('path of the sub-wallet', identity, 'String(path.wallet) === intent.wallet && '),
  part('workspace of the sub-wallet', identity, ' && workspace === intent.workspace'),
  part(
    'one payment for a request',
    identity,
    "if (paid !== undefined && paid !== intent.id && !state.closed.has(paid)) throw refuse('intentReused', 'request');",
  ),
];
