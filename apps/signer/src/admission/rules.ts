import { findAsset } from '@holdfast/chains';
import {
  type Approval,
  type AssetKey,
  applyBookChange,
  assetKey,
  attachedText,
  attachmentName,
  type BookToken,
  besideOf,
  bodyHash,
  type Canonical,
  centsOf,
  type Evaluation,
  evaluate,
  type FlowProblem,
  feeOf,
  type Intent,
  kindRecords,
  lacksOwner,
  listedUntil,
  mayInitiate,
  nftsOf,
  PolicyError,
  parseCanonical,
  parsePolicy,
  policyLimits,
  pricedAssets,
  type Facts as RuleFacts,
  unitsOf,
  type Verdict,
} from '@holdfast/policy';
import { lookAlikeProblems, twinLabels } from '@holdfast/policy/look-alikes';
import { checkNewPolicy, misspelledIn } from '@holdfast/policy/spelling';
import { type Missing, type RefusalCode, refuse } from '../errors.ts';
import { countedBy } from '../rules/counted.ts';
import { lacksMemo, payeeFacts, ruleFacts } from '../rules/facts.ts';
import type { Attachments } from '../state/entries.ts';
import { isTakenElsewhere } from './standing.ts';
import { clockToleranceMs, type Draft, decidedOn, type Facts, need, type Step } from './types.ts';

export { clockToleranceMs } from './types.ts';

/** Freeze stops money and keys; a policy change stays possible, since the quorum lifts a freeze with one. */
export const notFrozen: Step = {
  name: 'notFrozen',
  check: ({ state }) => {
    if (state.frozen) throw refuse('frozen');
  },
};

export const notQuarantined: Step = {
  name: 'notQuarantined',
  check: ({ state }, draft) => {
    if (state.quarantined.has(need(draft, 'intent').keyGroup)) throw refuse('quarantined');
  },
};

export const clock: Step = {
  name: 'clock',
  check: (facts, draft) => {
    const { state, now } = facts;
    const intent = need(draft, 'intent');
    if (now < state.lastAt - clockToleranceMs) throw refuse('clockBehind');
    if (now < Number(intent.notBefore) || now + clockToleranceMs < Number(intent.created)) throw refuse('notYetValid');
    if (now >= Number(intent.expires) && !isTakenElsewhere(facts, draft)) throw refuse('expired');
  },
};

/** The state holds the highest version ever seen, and versions only grow: anything else is an older or another policy. */
export const policyInForce: Step = {
  name: 'policyInForce',
  check: ({ state }, draft) => {
    const { policy } = need(draft, 'intent');
    const inForce = state.policy;
    const same =
      inForce &&
      policy.id === inForce.document.id &&
      policy.version === inForce.document.version &&
      policy.hash === inForce.hash;
    if (!same) throw refuse('policyStale', `intent names version ${policy.version}`);
  },
};

/** An entry that is named must be present, cooled down, and good for exactly this payment; an own address that is named must be ours. Who is listed with a memo alone is not paid without one, whether or not payees have to be listed. */
export const addressBook: Step = {
  name: 'addressBook',
  check: (facts, draft) => {
    const intent = need(draft, 'intent');
    const known = payeeFacts(facts);
    for (const output of intent.outputs) {
      if (output.entry !== '' && !known.isListed(intent, output)) throw refuse('addressEntryUnknown');
      if (output.path !== '' && !known.isInternal(intent, output)) throw refuse('unknownWallet', output.path);
      if (lacksMemo(facts, intent, output)) throw refuse('memoNeeded');
    }
  },
};

function inForce(facts: Facts) {
  if (!facts.state.policy) throw refuse('notInitialised');
  return facts.state.policy;
}
const policyOf = (facts: Facts) => inForce(facts).document;

/** For the signer's own log. */
function heldUntil({ state, now }: Facts): string {
  const until = state.policy && listedUntil(state.policy.document.book, state.held, now);
  return until === undefined ? '' : new Date(until).toISOString();
}

function verdictOf(facts: Facts, draft: Draft, approval: Approval): Verdict {
  draft.verdicts ??= new Map();
  const known = draft.verdicts.get(approval) ?? facts.verify(inForce(facts), approval);
  draft.verdicts.set(approval, known);
  return known;
}

export const initiatorSignature: Step = {
  name: 'initiatorSignature',
  check: (facts, draft) => {
    const intent = decidedOn(draft);
    const digest = draft.batch?.digest ?? draft.digest;
    const own = need(draft, 'approvals').find(
      (approval) =>
        approval.member === intent.initiator && approval.decision !== 'refuse' && approval.intent === digest,
    );
    const verdict = own && verdictOf(facts, draft, own);
    if (!verdict?.ok || !mayInitiate(verdict.member, intent.kind, intent.wallet)) throw refuse('initiatorMissing');
  },
};

/** One that does not hold is not passed over: it means that somebody tries. */
export const approvalSignatures: Step = {
  name: 'approvalSignatures',
  check: (facts, draft) => {
    const digest = draft.batch?.digest ?? draft.digest;
    for (const approval of need(draft, 'approvals')) {
      const verdict = verdictOf(facts, draft, approval);
      if (approval.intent !== digest) throw refuse('approvalInvalid', 'another intent');
      if (!verdict.ok) throw refuse('approvalInvalid', verdict.reason);
    }
  },
};

/**
 * Distinct members per node, nodes in order, initiator excluded, one refusal ends it. What was refused *here* counts even if left out; but a refusal that
 * came after this signer was ready for a change, and another has taken it over, is too late: the approvals alone must then do.
 */
export const thresholds: Step = {
  name: 'thresholds',
  check: (facts, draft) => {
    const intent = decidedOn(draft);
    const mine = facts.state.announced.get(intent.id)?.approvals ?? [];
    const all = [...need(draft, 'approvals'), ...mine];
    const decisions = isTakenElsewhere(facts, draft) ? all.filter(({ decision }) => decision !== 'refuse') : all;
    const judged = (by: RuleFacts): Evaluation =>
      evaluate(policyOf(facts), intent, decisions, by, draft.attached ?? {}, (_policy, approval) =>
        verdictOf(facts, draft, approval),
      );
    const known = ruleFacts(facts, intent, facts.request.quotes ?? []);
    const assets = pricedAssets(intent, draft.attached ?? {});
    const result = judged(known);
    if (result.state === 'refused') throw refuse('refusedByMember');
    // Nothing is missing but a price: by those that its members were shown it would be signed.
    if (
      lacksPrice(known, assets) &&
      result.state !== 'satisfied' &&
      judged(ruleFacts(facts, intent)).state === 'satisfied'
    )
      throw refuse('pricesMissing');
    if (result.problem === 'refusedByRule') throw refuse('refusedByRule', result.rule?.name ?? '');
    if (result.problem && saidAsIs.has(result.problem)) throw refuse(result.problem as RefusalCode);
    if (result.problem === 'whitelistHeld') throw refuse('whitelistHeld', heldUntil(facts));
    if (result.state !== 'satisfied') {
      const { facts: noting, counted } = countedBy(known, facts.chains);
      judged(noting);
      const missing = { ...missingOf(result, known, assets), sums: counted };
      throw refuse('approvalsMissing', result.problem ?? result.rule?.id ?? result.state, missing);
    }
    value(draft, intent, known, assets);
  },
};

/** Problems of the rules that this signer refuses by the same word. */
const saidAsIs: ReadonlySet<FlowProblem> = new Set([
  'endlessAllowance',
  'rawCall',
  'unreadableCall',
  'understatedCall',
  'messageNotAllowed',
  'unreadableMessage',
  'messageElsewhere',
  'understatedMessage',
  'deployNotAllowed',
  'unreadableDeployment',
  'unsoundTrade',
  'destinationNotListed',
]);

const lacksPrice = (known: RuleFacts, assets: readonly AssetKey[]): boolean =>
  assets.some((asset) => known.price(asset) === undefined);

/** Whose approvals it waits for, and whether by a price that rose. */
const missingOf = (
  { raised, nodes }: Evaluation,
  known: RuleFacts,
  assets: readonly AssetKey[],
): Omit<Missing, 'sums'> => ({
  priceRose: raised === true,
  ...(raised === true ? { prices: pricesOf(known, assets) } : {}),
  nodes: nodes
    .filter(({ approved, threshold }) => approved.length < threshold)
    .map(({ name, approved, threshold }) => ({ name, approved: approved.length, threshold })),
});

function pricesOf(known: RuleFacts, assets: readonly AssetKey[]): Record<string, string> {
  const prices = assets.flatMap((asset) => {
    const price = known.price(asset);
    return price === undefined ? [] : [[asset, price] as const];
  });
  return Object.fromEntries(prices);
}

const centsAt = (known: RuleFacts, { asset, units, decimals }: ReturnType<typeof feeOf>): bigint | undefined => {
  const price = known.price(asset);
  return price === undefined ? undefined : centsOf(units, decimals, price);
};

/** Writes down what it is worth, and by which prices. */
function value(draft: Draft, intent: Intent, known: RuleFacts, assets: readonly AssetKey[]): void {
  draft.prices = pricesOf(known, assets);
  const price = known.price(assetKey(intent.chain, intent.asset.contract));
  if (price !== undefined) draft.cents = centsOf(unitsOf(intent), Number(intent.asset.decimals), price);
  const coins = besideOf(intent).map((one) => ({ ...one, cents: centsAt(known, one) }));
  // They are no money: windows count how many left, and they add nothing to one that counts dollars.
  const nfts = nftsOf(intent).map((one) => ({ ...one, cents: 0n }));
  const besides = [...coins, ...nfts];
  if (besides.length > 0) draft.beside = besides;
  const fee = feeOf(intent);
  const feeCents = fee.units === 0n ? 0n : centsAt(known, fee);
  if (feeCents !== undefined) draft.feeCents = feeCents;
}

export const kindAllowed: Step = {
  name: 'kindAllowed',
  check: ({ request }, draft) => {
    if (need(draft, 'intent').kind !== request.purpose) throw refuse('kindNotAllowed', need(draft, 'intent').kind);
  },
};

/** @throws Refusal bodyMismatch */
function attached(source: string | undefined): { text: string; hash: string } {
  if (source === undefined) throw refuse('bodyMismatch', 'nothing attached');
  try {
    return { text: source, hash: bodyHash(parseCanonical(source, policyLimits.documentBytes) as Canonical) };
  } catch (error) {
    if (error instanceof PolicyError) throw refuse('bodyMismatch', error.message);
    throw error;
  }
}

/** Members decide on what came with the announcement: exactly the document the intent names, and no other beside it. @throws Refusal bodyMismatch */
export function demandDocument({ kind, body }: Pick<Intent, 'kind' | 'body'>, attachments: Attachments): void {
  const name = attachmentName(kind);
  if (Object.keys(attachments).some((key) => key !== name)) throw refuse('bodyMismatch', 'not its document');
  if (name !== undefined && attached(attachments[name]).hash !== body) throw refuse('bodyMismatch');
}

/** The counterpart of rebuilding a transaction: the document to act on is the one the intent names, and belongs here. */
export const attachedDocument: Step = {
  name: 'attachedDocument',
  check: ({ request: { purpose, attachments } }, draft) => {
    const { text, hash } = attached(attachedText(purpose, attachments));
    if (hash !== need(draft, 'intent').body) throw refuse('bodyMismatch');
    try {
      const read = kindRecords[purpose].document?.read(text);
      if (read?.deployment !== need(draft, 'intent').deployment) throw refuse('otherDeployment');
      draft.attached = read.attached;
      if (read.attached.keyExport) draft.keyExport = read.attached.keyExport;
    } catch (error) {
      if (error instanceof PolicyError) throw refuse('bodyMismatch', error.message);
      throw error;
    }
  },
};

/** A sound next version of the policy in force: version + 1, hash-chained, every flow satisfiable, signers unchanged, new addresses in their one spelling. */
export const policyStep: Step = {
  name: 'policyStep',
  check: (facts) => {
    const next = parsePolicy(facts.request.attachments.document ?? '');
    const problems = [...checkNewPolicy(policyOf(facts), next), ...lookAlikeProblems(policyOf(facts), next)];
    if (problems.length > 0) throw refuse('badPolicyChange', problems.join(','));
  },
};

/** Members approve payments of their own only where an owner has asked for that; the approvals are those of any change. */
export const ownerAsks: Step = {
  name: 'ownerAsks',
  check: (facts, draft) => {
    const next = draft.attached?.next;
    if (next && lacksOwner(policyOf(facts), next, need(draft, 'intent'))) throw refuse('ownerMissing');
  },
};

/** A change that fits the address book as it stands here, and writes payees and assets as payments do. */
export const bookStep: Step = {
  name: 'bookStep',
  check: (facts, draft) => {
    const change = draft.attached?.book;
    if (!change) throw refuse('bodyMismatch');
    const next = applyBookChange(facts.state.book, change, policyOf(facts).deployment, facts.now);
    if (typeof next === 'string') throw refuse('badBookChange', next);
    if (misspelledIn(change).length > 0) throw refuse('badBookChange', 'addressSpelling');
    if (twinLabels(facts.state.book, change).length > 0) throw refuse('badBookChange', 'labelLooksAlike');
  },
};

function tokenProblem({ chains, familyOf }: Facts, token: BookToken): string {
  const chain = chains.get(token.chain);
  if (!chain || !familyOf(chain).tokensByContract) return 'tokenNetwork';
  const checked = familyOf(chain).checkAddress(chain, token.contract);
  if (!checked.ok || checked.address !== token.contract) return 'addressSpelling';
  const listed = chain.assets.find(({ contract }) => contract === token.contract);
  return listed && !findAsset(chain, token) ? 'tokenListedOtherwise' : '';
}

/** Tokens of networks that this signer serves, and never other than its operator has them: what an amount is hangs on the decimals. */
export const tokenStep: Step = {
  name: 'tokenStep',
  check: (facts, draft) => {
    for (const token of draft.attached?.book?.tokens?.add ?? []) {
      const problem = tokenProblem(facts, token);
      if (problem !== '') throw refuse('badBookChange', problem);
    }
  },
};
