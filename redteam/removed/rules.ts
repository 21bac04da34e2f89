import { type Mutant, noticedBy, part } from './part.ts';

const rules = 'admission/rules.ts';

/** What the members’ rules say, and what pages show of them. */
export const rulesChecks: readonly Mutant[] = [
  part('own clock gone back', rules, "if (now < state.lastAt - clockToleranceMs) throw refuse('clockBehind');"),
  part('not before', rules, 'now < Number(intent.notBefore) || '),
  part('made in the future', rules, ' || now + clockToleranceMs < Number(intent.created)'),
  part(
    'expiry',
    rules,
    "if (now >= Number(intent.expires) && !isTakenElsewhere(facts, draft)) throw refuse('expired');",
  ),
  part(
    'policy version',
    rules,
    'policy.version === inForce.document.version &&',
    '',
    'the hash is of a document that holds its version',
  ),
  part('policy hash', rules, ' &&\n      policy.hash === inForce.hash', ''),
  part(
    'entry of the address book',
    rules,
    "if (output.entry !== '' && !known.isListed(intent, output)) throw refuse('addressEntryUnknown');",
  ),
  part(
    'own address of an output',
    rules,
    "if (output.path !== '' && !known.isInternal(intent, output)) throw refuse('unknownWallet', output.path);",
  ),
  part('memo that the book asks for', rules, "if (lacksMemo(facts, intent, output)) throw refuse('memoNeeded');"),
  part('right of the initiator', rules, ' || !mayInitiate(verdict.member, intent.kind, intent.wallet)'),
  part('signature of the initiator', rules, '!verdict?.ok || ', '!verdict?.ok ? verdict === undefined : '),
  part(
    'approvals of another intent',
    rules,
    "if (approval.intent !== digest) throw refuse('approvalInvalid', 'another intent');",
  ),
  part('signatures of approvals', rules, "if (!verdict.ok) throw refuse('approvalInvalid', verdict.reason);"),
  part('refusals of the request', rules, "if (result.state === 'refused') throw refuse('refusedByMember');"),
  part(
    'refusals taken here',
    rules,
    "[...need(draft, 'approvals'), ...mine]",
    "[...need(draft, 'approvals'), ...mine.slice(mine.length)]",
  ),
  part('satisfied', rules, "if (result.state !== 'satisfied')", "if (result.state === 'refused')"),
  part('document named by the intent', rules, "if (hash !== need(draft, 'intent').body) throw refuse('bodyMismatch');"),
  part(
    'installation of the document',
    rules,
    "if (read?.deployment !== need(draft, 'intent').deployment) throw refuse('otherDeployment');",
    "if (!read) throw refuse('internal');",
  ),
  part('whitelist switched off lately', 'rules/facts.ts', "whitelistHeld: book?.mode === 'on',"),
  part(
    'longer period held to',
    'rules/facts.ts',
    'isListedAt(state.book, about, output, book?.coolingHours ?? 0, now)',
    "isListedAt(state.book, about, output, Number(policy?.book.coolingHours ?? '0'), now)",
  ),
  part(
    'what was loosened is remembered',
    'state/apply.ts',
    'state.held = graceAfter(state.held, before, document.book, at);',
  ),
  part(
    'what is held adds up',
    'state/apply.ts',
    'graceAfter(state.held, before, document.book, at)',
    'graceAfter([], before, document.book, at)',
  ),
  ...noticedBy('displayed text', [
    part(
      'spelling of addresses in rules',
      rules,
      "if (problems.length > 0) throw refuse('badPolicyChange', problems.join(','));",
      "if (problems.some((one) => one !== 'addressSpelling')) throw refuse('badPolicyChange', problems.join(','));",
    ),
    part(
      'spelling of addresses in the address book',
      rules,
      "if (misspelledIn(change).length > 0) throw refuse('badBookChange', 'addressSpelling');",
    ),
  ]),
  ...noticedBy('one signer’s page collects all the approvals', [
    part(
      'pages of different signers',
      rules,
      "if (result.state !== 'satisfied')",
      "if (result.nodes.some(({ kind, approved, threshold }) => kind !== 'page' && approved.length < threshold))",
    ),
  ]),
  ...noticedBy('signature protection', [
    part(
      'signature protection: owner who asks for it to be off',
      rules,
      "if (next && lacksOwner(policyOf(facts), next, need(draft, 'intent'))) throw refuse('ownerMissing');",
    ),
    ...[
      part(
        'signature protection: who asks is left out',
        'flow.ts',
        "signProtection === 'on' && !voices.solo()",
        'false',
      ),
      part('signature protection: flows of sub-wallets', 'protection.ts', 'basicLifts(current, next) || ', ''),
      part('signature protection: rules before them', 'protection.ts', ' || !rulesStay(current, next)', ''),
      part(
        'signature protection: a rule that is new',
        'protection.ts',
        'if (!then) return !isOff(rule);',
        'if (!then) return true;',
      ),
      part('signature protection: a rule that goes', 'protection.ts', 'old.length === left.length &&', ''),
    ].map((mutant) => ({ ...mutant, from: 'packages/policy' as const })),
  ]),
  ...noticedBy('a token that members did not approve', [
    part(
      'a token as the operator has it',
      rules,
      "return listed && !findAsset(chain, token) ? 'tokenListedOtherwise' : '';",
      "return listed ? '' : '';",
    ),
    {
      ...part('tokens that are taken out: at once', 'kinds/book.ts', ' && !change.tokens', ''),
      from: 'packages/policy' as const,
    },
  ]),
  ...noticedBy('twins', [
    part('look-alike names and foreign passkeys', rules, ', ...lookAlikeProblems(policyOf(facts), next)]', ']'),
    part(
      'look-alike labels',
      rules,
      "if (twinLabels(facts.state.book, change).length > 0) throw refuse('badBookChange', 'labelLooksAlike');",
    ),
  ]),
];
