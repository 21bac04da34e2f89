import { type Mutant, noticedBy, part } from './part.ts';

const limits = 'admission/limits.ts';

/** What a signer’s operator and its hook allow. */
export const limitsChecks: readonly Mutant[] = [
  part(
    'count of the velocity',
    limits,
    '(isPayment && limit.maxCount !== undefined && payments > limit.maxCount) ||',
    '',
  ),
  part(
    'amount of the velocity',
    limits,
    ' ||\n    (limit.maxAmount !== undefined && sum > BigInt(limit.maxAmount))',
    '',
  ),
  part('fee in the velocity', limits, ' + (asset === fee.asset ? fee.units : 0n);', ';'),
  part('fees of tokens in the velocity', 'state/counters.ts', 'asset === coin ? [] : [[', "asset !== '' ? [] : [["),
  part(
    'me among the parties',
    limits,
    ' && parties.includes(me)',
    '',
    'with two signers the only other pair has the recovery share, whose key no session knows',
  ),
  part('two different parties', limits, ' && new Set(parties).size === 2'),
  part('two parties', limits, 'parties.length === 2 && '),
  part(
    'answer of the hook',
    limits,
    "if (!(await ask(question))) throw refuse('callbackDenied');",
    'await ask(question);',
  ),
  part('the answer of the hook is yes', 'callback.ts', " && reply.decision === 'approve'"),
  part('the hook’s digest', 'callback.ts', ' && reply.digest === question.digest'),
  ...noticedBy('more of an approved token than an operator lets', [
    part('limits of each token', limits, 'if (limit.contract !== anyToken) return [limit];', 'return [limit];'),
    part(
      'limits of tokens that come later',
      limits,
      '  for (const said of facts.velocity) {',
      "  for (const said of facts.velocity.filter(({ contract }) => contract !== '0x8464135c8F25Da09e49BC8782676a84730C318bC')) {",
    ),
  ]),
  ...noticedBy('sums split, and prices forged', [
    part('fees in the windows of rules', 'rules/facts.ts', 'feesCount: true,', 'feesCount: false,'),
  ]),
  ...noticedBy('a wallet burnt in fees', [
    part(
      'bids of what was signed',
      'state/apply.ts',
      '  if (!isClosed && before) recount(',
      '  noteBid(state, decision.id);\n  if (before) recount(',
    ),
  ]),
  ...noticedBy('stale prices', [
    part('prices of now', 'rules/asked-prices.ts', '?? nearPrices(known, near);', '?? before;'),
    part('prices of minutes', 'rules/asked-prices.ts', 'near, now, nearQuoteMs)', 'near, now, nearQuoteMs * 12)'),
    part('the highest of both prices', 'rules/asked-prices.ts', 'highestOf(before, decided);', 'decided;'),
    part(
      'rules of both prices',
      'rules/asked-prices.ts',
      'return pricesAsked(asked, new Map(',
      'return pricesAsked(new Map(), new Map(',
    ),
    part(
      'prices until a signature may exist',
      'rules/asked-prices.ts',
      'state.exposed.has(id) ?',
      'state.decided.has(id) ?',
    ),
  ]),
];
