/** A copy of the signer in which one place is another. */
export interface Mutant {
  readonly name: string;
  /** Below the signer's `src`. */
  readonly file: string;
  /** Stands there exactly once. */
  readonly find: string;
  readonly replace: string;
  /** Why no attack can notice: which other check refuses the same. */
  readonly coveredBy?: string;
  /** The family that is to notice it, tried first. */
  readonly family?: string;
}

const part = (name: string, file: string, find: string, replace = '', coveredBy?: string): Mutant => ({
  name,
  file,
  find,
  replace,
  ...(coveredBy === undefined ? {} : { coveredBy }),
});

const [identity, rules, transaction, conflict, limits] = ['identity', 'rules', 'transaction', 'conflict', 'limits'].map(
  (name) => `admission/${name}.ts`,
) as [string, string, string, string, string];

const earlier = 'admission/earlier.ts';
const material = 'key-material.ts';

/** What keeps strangers' requests apart from those that have to be taken. */
const flooded = [
  part(
    'client behind a proxy',
    'http/client.ts',
    'while (isIP(address) !== 0 && isTrusted(address))',
    'while (isIP(address) === 0)',
  ),
  part('right-most address', 'http/client.ts', 'forwarded.pop()', 'forwarded.shift()'),
  part(
    'share of the stops',
    'http/lanes.ts',
    "path === '/api/freeze' ? method === 'POST' || method === 'GET'",
    "path === '/stop' ? method === 'POST'",
  ),
  part(
    'share of what a stop is made from',
    'http/lanes.ts',
    "method === 'POST' || method === 'GET'",
    "method === 'POST'",
  ),
  part('share of the server', 'http/lanes.ts', "typeof tag !== 'string' && !wrong.has(client)", '!wrong.has(client)'),
  part('tag of the server', 'http/channel.ts', "if (!proves(head, tag)) throw refuse('notAuthenticated', 'tag');"),
  part('room for one more order', 'http/waiting.ts', 'giveUpOldest(own);', "throw refuse('rateLimited');"),
  part('room for one more connection', 'http/sockets.ts', 'if (held.size > most) makeRoom();'),
].map((mutant): Mutant => ({ ...mutant, family: 'floods' }));

const ranged = [
  part('range of own payees', 'rules/facts.ts', ' || !isWithinLimits(path)'),
  part('range of attested addresses', 'addresses.ts', ' || !isWithinLimits(parts)'),
].map((mutant): Mutant => ({ ...mutant, family: 'path range' }));

const burnt = [
  part(
    'bids of what was signed',
    'state/apply.ts',
    '  if (before) recount(',
    '  noteBid(state, decision.id);\n  if (before) recount(',
  ),
].map((mutant): Mutant => ({ ...mutant, family: 'a wallet burnt in fees' }));

const priced = [
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
].map((mutant): Mutant => ({ ...mutant, family: 'stale prices' }));

const grown = [
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
].map((mutant): Mutant => ({ ...mutant, family: 'growth of the journal' }));

const firstRun = [
  part(
    'set-up codes of each client',
    'genesis.ts',
    '({ document: source, mac, proof }, client) =>',
    "({ document: source, mac, proof }, _client, client = '') =>",
  ),
  part('wrong set-up codes', 'genesis.ts', "if (!wrong.has(client)) throw refuse('setupLocked');"),
].map((mutant): Mutant => ({ ...mutant, family: 'the first run, and strangers' }));

/** What is refused because pages would show it as something else. */
const shown = [
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
].map((mutant): Mutant => ({ ...mutant, family: 'displayed text' }));

/** Through whose pages approvals came. */
const paged = [
  part(
    'pages of different signers',
    rules,
    "if (result.state !== 'satisfied')",
    "if (result.nodes.some(({ kind, approved, threshold }) => kind !== 'page' && approved.length < threshold))",
  ),
].map((mutant): Mutant => ({ ...mutant, family: 'one signer’s page collects all the approvals' }));

/** Who is shown under a name that another has. */
const twins = [
  part('look-alike names and foreign passkeys', rules, ', ...lookAlikeProblems(policyOf(facts), next)]', ']'),
  part(
    'look-alike labels',
    rules,
    "if (twinLabels(facts.state.book, change).length > 0) throw refuse('badBookChange', 'labelLooksAlike');",
  ),
].map((mutant): Mutant => ({ ...mutant, family: 'twins' }));

/** What keeps a signature that was kept back from being a second payment. */
const kept = [
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
  part('a competitor that has not ended', 'state/open.ts', '!running.some(', '![].some('),
  part('a competitor that has ended', 'state/open.ts', 'all.filter(({ expires }) => at < expires)', 'all'),
].map((mutant): Mutant => ({ ...mutant, family: 'a signature kept back' }));

const givenUp = [
  part(
    'what stops a session, before its part is written down as left',
    'signing/signing.ts',
    'checkStillAllowed(ctx, session);\n      return',
    'return',
  ),
].map((mutant): Mutant => ({ ...mutant, family: 'a payment given up' }));

/** Where nothing but the signer keeps two transactions of one intent apart, and each dies by itself. */
const dying = [
  part('one transaction of an intent', conflict, '(exposed && before.place !== place)', 'false'),
  part('sessions of an earlier transaction', 'signing/rounds.ts', 'checkPlace(ctx, session);'),
  part(
    'life beyond the clock',
    'state/open.ts',
    'conflict.until + deadAfterMs : undefined',
    'conflict.until - 3_600_000 : undefined',
  ),
].map((mutant): Mutant => ({ ...mutant, family: 'a transaction that dies' }));

/** Checks inside steps, and those of sessions, of the journal and of the witness. */
export const partMutants: readonly Mutant[] = [
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
  part(
    'one payment for a request that was given up once',
    identity,
    '!state.closed.has(paid)',
    'state.closed.size === 0',
  ),
  part(
    'nonce of an intent, once one was given up',
    conflict,
    ' || state.closed.has(owner)) return true;',
    ' || state.closed.size > 0) return true;',
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
    "if (closed.has(session.intent)) throw refuse('intentClosed');",
    '',
    'the sessions of what is given up are ended too',
  ),
  part('sessions of what is given up', 'closing.ts', 'signing.drop(id);', ''),
  part(
    'expiry when the part leaves',
    'signing/rounds.ts',
    'checkNotEnded(ctx, session);\n  const { store } = ctx;',
    'const { store } = ctx;',
  ),
  part(
    'what members were told that a payment replaces',
    earlier,
    "if (done !== undefined) throw refuse('earlierNotReplaced', done);",
  ),
  part('what may still be made', earlier, "if (left !== undefined) throw refuse('earlierOpen', left);"),
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
  part('right of the initiator', rules, ' || !mayInitiate(verdict.member, intent.kind, intent.wallet)'),
  part('signature of the initiator', rules, '!verdict?.ok || ', '!verdict?.ok ? verdict === undefined : '),
  part(
    'approvals of another intent',
    rules,
    "if (approval.intent !== draft.digest) throw refuse('approvalInvalid', 'another intent');",
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
  part('whitelist switched off lately', 'rules/facts.ts', "whitelistHeld: book?.mode === 'on',"),
  part(
    'longer period held to',
    'rules/facts.ts',
    'book?.coolingHours ?? 0',
    "Number(policy?.book.coolingHours ?? '0')",
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
  part('freeze of what is instant', 'rules/facts.ts', 'frozen: state.frozen !== undefined,'),
  part(
    'freeze ordered by whom',
    'freeze.ts',
    "if (!verdict.ok) throw refuse(codes[verdict.reason] ?? 'freezeInvalid', verdict.reason);",
  ),
  part('freeze ordered when', 'freeze.ts', 'if (untimely) throw refuse(untimely);'),
  part('freeze kept under the server’s word', 'freeze.ts', 'ctx.store.state.frozen ? ctx.store.flushed() : '),
  part(
    'freeze ordered where one stands',
    'freeze.ts',
    'if (store.state.freezes.has(freezeId(freeze))) return store.flushed();',
    'if (store.state.frozen) return store.flushed();',
  ),
  part('freeze ordered once', 'freeze.ts', 'if (store.state.freezes.has(freezeId(freeze))) return store.flushed();'),
  part('freeze ordered how often', 'freeze.ts', 'ordersOf(store.state.freezes, by, now()) >= maxOrders', 'false'),
  part('freeze that came after its lifting, by its word', 'unfreeze.ts', 'frozen.at <= Number(intent.created) && '),
  part('freeze that came after its lifting, by what was seen', 'unfreeze.ts', 'seenAfter === stops && '),
  part('freeze lifted by what says so', 'unfreeze.ts', ' && liftsFreeze(intent)'),
  part(
    'the part of a scheme with two messages',
    'signing/batch.ts',
    'hasPart: (message) => parts.has(message),',
    'hasPart: (message) => message === 3 && parts.size > 0,',
  ),
  part('scheme that both signers agree upon', 'signing/session.ts', '      scheme: asked.scheme,\n'),
  part(
    'scheme of the chain’s curve',
    transaction,
    'if (foreign) throw',
    'if (foreign && sighashes.length === 0) throw',
  ),
  part(
    'signature by the plain verifier',
    'signing/batch.ts',
    'if (!verifies(round.signature, signedBytes(sighash), key)) throw',
    'if (round.signature.scheme !== sighash.scheme) throw',
    'the protocol verifies what it made, and `attach` once more',
  ),
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
  part('the answer of the hook is yes', 'callback.ts', " && reply.decision === 'approve'"),
  part('the hook’s digest', 'callback.ts', ' && reply.digest === question.digest'),
  part('the wait for a share', material, "if (ctx.now() < known.readyAt) throw refuse('exportWaits');"),
  part(
    'a share refused while it waits',
    material,
    "if (known.refusedBy !== undefined) throw refuse('refusedByMember');",
  ),
  part('the end of a grant', material, "if (!isPending(known, ctx.now())) throw refuse('exportEnded');"),
  part('the other signer’s word', material, "if (!cleared) throw refuse('exportNotCleared', id);"),
  part(
    'signature of the other signer’s word',
    material,
    'verifies(signature, clearanceDigest(ctx, known, signer, nonce), identity)',
    'signature !== identity',
  ),
  part(
    'whose word it is',
    material,
    'signer === id &&\n',
    '\n',
    'the word is signed over the signer’s name and checked with that signer’s key',
  ),
  part('age of the other signer’s word', material, ' || age > handOverMs'),
  part('the hand-over the other signer’s word is for', material, 'nonce === open.nonce &&\n', '\n'),
  part('one hand-over for one word', material, 'handOvers.delete(id);'),
  part(
    'the key made whole in silence',
    material,
    "if (whole && !makesKeyWhole(need(draft, 'intent'))) throw refuse('wholeKey');",
  ),
  part(
    'whose share it is',
    material,
    "if (known.request.signer !== ctx.me) throw refuse('badExport', 'the share of another signer');",
  ),
  part(
    'a grant that members can see',
    material,
    "if (announced.get(id)?.attachments.export !== attachments.export) throw refuse('notFound');",
  ),
  part(
    'the document members see',
    'approvals.ts',
    'demandDocument(intent, attachments);',
    '',
    'begin compares it again',
  ),
  ...flooded,
  ...givenUp,
  ...kept,
  ...firstRun,
  ...burnt,
  ...priced,
  ...grown,
  ...ranged,
  ...shown,
  ...paged,
  ...dying,
  ...twins,
  part('set-up code', 'genesis.ts', 'equalText(setupMac(ctx.setupCode, hash), mac)', 'true'),
  part(
    'possession of the recovery share',
    'ceremony/ceremony.ts',
    "if (!provesPossession(group, proofs)) throw refuse('badPossession');",
  ),
  part(
    'a ceremony that is over',
    'ceremony/ceremony.ts',
    "if (findGroup(ctx, keygen.ceremony)) throw refuse('ceremonyState', 'this ceremony is over');",
  ),
];
