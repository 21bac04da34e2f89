import {
  type Approval,
  type Attached,
  approvalDigest,
  assetKey,
  attachedText,
  attempted,
  bodyHash,
  type Canonical,
  checkApproval,
  type Evaluation,
  evaluate,
  type Facts,
  type GraceRules,
  type Intent,
  intentDigestHex,
  isAttempt,
  isRow,
  type ListedEntry,
  movesCoins,
  type PolicyDocument,
  PolicyError,
  pageOf,
  parseCanonical,
  parseIntent,
  policyLimits,
  pricedAssets,
  readAttached,
  remarkHash,
  type SignedQuote,
  unknownValue,
} from '@holdfast/policy';
import type { SourcedPrice } from '@holdfast/prices';
import { clockToleranceMs, demandDocument } from './admission/rules.ts';
import { demandConflictWord } from './coins.ts';
import { policyInForce, type SignerContext } from './context.ts';
import { demandRoom } from './disk.ts';
import { type EarlierPayments, earlierOf } from './earlier.ts';
import { refuse } from './errors.ts';
import { isForged } from './forged.ts';
import { type GrantView, grantView, isWaiting, withGranted } from './grants.ts';
import { newPayeesOf } from './new-payees.ts';
import { risenTo } from './rules/asked-prices.ts';
import { namedEntries } from './rules/entries.ts';
import { ruleFacts } from './rules/facts.ts';
import { budgetOf, feesBeside } from './rules/fee-budget.ts';
import { isFull, isOver } from './state/announced.ts';
import type { Attachments } from './state/entries.ts';
import { mayName } from './state/names.ts';
import { type Announced, digestOfId } from './state/state.ts';

export interface Announcement {
  readonly intent: string;
  readonly attachments: Attachments;
  readonly remark: string;
  readonly quotes?: readonly SignedQuote[];
}

export interface IntentView extends EarlierPayments {
  readonly intent: string;
  readonly attachments: Attachments;
  readonly remark: string;
  readonly approvals: readonly Approval[];
  readonly evaluation: Evaluation;
  readonly policy: string;
  /** `closed`: given up here, so it is never made. */
  readonly state: 'open' | 'signed' | 'closed';
  /** Entries of the address book that the request names or takes out, for people to read; their hashes prove them. */
  readonly entries: readonly ListedEntry[];
  /** What this signer holds payments to that the members have loosened. */
  readonly held: readonly GraceRules[];
  /** Of a payment: places of the outputs that are paid for the first time, by this signer's own record. */
  readonly newPayees: readonly number[];
  /** Of a payment: a rule may speak of it or not, since it is not known here what this one is worth (`own`), or those before it (`earlier`). */
  readonly unknown?: 'own' | 'earlier';
  /** Of a change of the address book: the hash of the book as it stands here. A change that was made for another book is never taken. */
  readonly bookAt?: string;
  /** Of a payment: what others of its wallet may have cost today, and what all may; base units of the chain's coin. */
  readonly fees?: { readonly spent: string; readonly most: string };
  /** Of a payment: what a whole coin of it is worth in USD, as this signer's own operator says, and since when (epoch milliseconds). */
  readonly price?: SourcedPrice;
  /** The same of the coin that its fee is paid in. */
  readonly feePrice?: SourcedPrice;
  /** Of key material, once it is approved: it waits, and can be refused as long as it does. */
  readonly grant?: GrantView;
}

/** Intents that wait for members, and the members' decisions as this signer took them. */
export interface Approvals {
  announce(announcement: Announcement): Promise<void>;
  view(id: string): IntentView;
  submit(approval: unknown): Promise<{ evaluation: Evaluation }>;
  /** The same for refusals alone: nothing else goes this way. */
  refuse(approval: unknown): Promise<{ evaluation: Evaluation }>;
}

/** Of decisions other than refusals: nothing may crowd those out, and members' number bounds them. */
const maxPerIntent = 100;

function parsed<T>(read: () => T, code: 'badIntent' | 'notSamePayment' = 'badIntent'): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PolicyError) throw refuse(code, error.message);
    throw error;
  }
}

/** A decision as it came. What it says of a refusal is looked at before anything is kept; nothing here goes by it. @throws Refusal badRemark, badIntent */
function readApproval(value: unknown): Approval {
  try {
    return checkApproval(value);
  } catch (error) {
    if (error instanceof PolicyError) throw refuse(error.at === 'remark' ? 'badRemark' : 'badIntent', error.message);
    throw error;
  }
}

/** The documents of an announcement, as far as they are what its intent names; the review says what is wrong with others. */
function attachedTo({ intent, attachments }: Announced): Attached {
  const named = (text: string): boolean =>
    bodyHash(parseCanonical(text, policyLimits.documentBytes) as Canonical) === intent.body;
  try {
    const text = attachedText(intent.kind, attachments);
    if (text !== undefined && named(text)) return readAttached(intent.kind, text);
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
  }
  return {};
}

const approvalsOf = (ctx: SignerContext, { intent, approvals }: Announced): readonly Approval[] =>
  withGranted(approvals, ctx.store.state.grants.get(intent.id));

const factsOf = (ctx: SignerContext, intent: Intent): Facts =>
  ruleFacts({ ...ctx, state: ctx.store.state, now: ctx.now() }, intent);

const unknownOf = (ctx: SignerContext, known: Announced): Pick<IntentView, 'unknown'> => {
  const { intent } = known;
  const unknown = unknownValue(policyInForce(ctx).document, intent, factsOf(ctx, intent), attachedTo(known));
  return unknown ? { unknown } : {};
};

const evaluationOf = (ctx: SignerContext, known: Announced): Evaluation =>
  evaluate(
    policyInForce(ctx).document,
    known.intent,
    approvalsOf(ctx, known),
    factsOf(ctx, known.intent),
    attachedTo(known),
    (_policy, approval) => ctx.verify(policyInForce(ctx), approval),
  );

/** Would folding one more announcement make room by forgetting what is over? */
const hasRoom = (ctx: SignerContext): boolean => {
  const { state } = ctx.store;
  return [...state.announced.values()].some((known) => isOver(state, known, ctx.now()));
};

/**
 * Of what is announced again, higher prices are kept, so that members see what is asked for by them, also where this signer's part has left and another one asks for
 * more. More rises than these only admission knows.
 */
const maxRises = 50;

function noteRise(ctx: SignerContext, known: Announced, quotes: readonly SignedQuote[]): Promise<void> {
  const { state } = ctx.store;
  const { intent, rises = 0 } = known;
  const isOpen = !state.signed.has(intent.id) && rises < maxRises;
  const prices =
    isOpen && quotes.length > 0
      ? risenTo({ state, now: ctx.now() }, intent, pricedAssets(intent, attachedTo(known)), quotes)
      : undefined;
  if (!prices) return ctx.store.flushed();
  demandRoom(ctx);
  return ctx.store.append({ type: 'risen', id: intent.id, prices: Object.fromEntries(prices) });
}

/** @throws Refusal for what is not as it says, is of another time, or is too much */
async function announce(
  ctx: SignerContext,
  { intent: source, attachments, remark, quotes = [] }: Announcement,
): Promise<void> {
  const { state } = ctx.store;
  const { document } = policyInForce(ctx);
  const intent = parsed(() => parseIntent(source));
  if (intent.deployment !== document.deployment) throw refuse('otherDeployment');
  if (remarkHash(remark) !== intent.remarkHash) throw refuse('badIntent', 'remark');
  // Nobody decides on a row: its batch is announced.
  if (isRow(intent)) throw refuse('kindNotAllowed', intent.kind);
  // Nobody is to approve what is refused later: `keyGroup` of the admission looks again.
  const chain = ctx.chains.get(intent.chain);
  if (chain) demandConflictWord(intent, chain);
  demandDocument(intent, attachments);
  if (isAttempt(intent))
    parsed(() => attempted(intent, readAttached(intent.kind, attachments.payment ?? '')), 'notSamePayment');
  const digest = digestOfId(state, intent.id);
  if (digest !== undefined && digest !== intentDigestHex(intent)) throw refuse('intentReused');
  const before = state.announced.get(intent.id);
  if (before) return noteRise(ctx, before, quotes);
  demandRoom(ctx);
  if (ctx.now() >= Number(intent.expires)) throw refuse('expired');
  // An intent of the future would also be remembered until then.
  if (ctx.now() + clockToleranceMs < Number(intent.created)) throw refuse('notYetValid');
  if (digest === undefined && !mayName(state.names, ctx.now())) throw refuse('tooMany', 'intent ids');
  if (isFull(state) && !hasRoom(ctx)) throw refuse('tooMany');
  await ctx.store.append({
    type: 'announced',
    intent: source,
    attachments,
    remark,
    ...(quotes.length > 0 ? { quotes } : {}),
  });
}

const find = ({ store }: SignerContext, id: string): Announced => {
  const known = store.state.announced.get(id);
  if (!known) throw refuse('notFound');
  return known;
};

/** Of the payment that a request is about: what it may cost already is a part of what it may cost now. */
const idOf = (payment: Attached['payment']): Partial<Pick<Intent, 'id'>> => (payment ? { id: payment.id } : {});

function feesOf(ctx: SignerContext, known: Announced): Pick<IntentView, 'fees'> {
  const { intent } = known;
  const chain = ctx.chains.get(intent.chain);
  if (!chain || !movesCoins(intent)) return {};
  const most = budgetOf(ctx.config.feeBudget ?? [], intent, chain);
  return {
    fees: {
      spent: String(feesBeside(ctx.store.state, { ...intent, ...idOf(attachedTo(known).payment) }, ctx.now())),
      most: String(most),
    },
  };
}

function priceOf(ctx: SignerContext, intent: Intent): Pick<IntentView, 'price' | 'feePrice'> {
  if (!movesCoins(intent)) return {};
  const of = (contract: string) => ctx.prices.strict(assetKey(intent.chain, contract));
  const [price, feePrice] = [of(intent.asset.contract), of(intent.feeAsset.contract)];
  return { ...(price ? { price } : {}), ...(feePrice ? { feePrice } : {}) };
}

function view(ctx: SignerContext, id: string): IntentView {
  const { state } = ctx.store;
  const known = find(ctx, id);
  const { text, attachments, remark } = known;
  const policy = policyInForce(ctx).text;
  const grant = state.grants.get(id);
  return {
    intent: text,
    attachments,
    remark,
    approvals: approvalsOf(ctx, known),
    evaluation: evaluationOf(ctx, known),
    policy,
    state: state.signed.has(id) ? 'signed' : state.closed.has(id) ? 'closed' : 'open',
    entries: namedEntries(state.book, known.intent, attachedTo(known), policyInForce(ctx).document),
    held: state.held,
    ...earlierOf(ctx, known, (one) => evaluationOf(ctx, one).state === 'refused'),
    newPayees: newPayeesOf(state, known),
    ...unknownOf(ctx, known),
    ...(attachedTo(known).book ? { bookAt: state.book.hash } : {}),
    ...feesOf(ctx, known),
    ...priceOf(ctx, known.intent),
    ...(grant ? { grant: grantView(ctx, grant) } : {}),
  };
}

/** Approved key material waits beyond the validity of its request, and can be refused all that time. */
const waits = (ctx: SignerContext, { intent }: Announced): boolean => {
  const known = ctx.store.state.grants.get(intent.id);
  return known !== undefined && isWaiting(ctx, known);
};

/** The same decision again. An approval on another signer's page is another one: flows may ask for it. */
const isRepeated = (policy: PolicyDocument, before: Approval, { member, decision, proof }: Approval): boolean =>
  before.member === member &&
  before.decision === decision &&
  (decision !== 'approve' || pageOf(policy, before) === pageOf(policy, { proof }));

/** What members decided, and what it ends. */
async function settle(ctx: SignerContext, known: Announced): Promise<{ evaluation: Evaluation }> {
  const evaluation = evaluationOf(ctx, known);
  if (evaluation.refusedBy !== undefined && waits(ctx, known))
    await ctx.store.append({ type: 'exportRefused', id: known.intent.id, by: evaluation.refusedBy });
  else await ctx.store.flushed();
  return { evaluation };
}

/** @throws Refusal for what is no decision of a member on an intent that waits here */
async function submit(ctx: SignerContext, approval: Approval): Promise<{ evaluation: Evaluation }> {
  const { state } = ctx.store;
  const known = find(ctx, state.digests.get(approval.intent) ?? '');
  const policy = policyInForce(ctx);
  if (isForged(policy.document, approval, approvalDigest(approval))) throw refuse('approvalInvalid', 'badSignature');
  const verdict = ctx.verify(policy, approval);
  if (!verdict.ok) throw refuse('approvalInvalid', verdict.reason);
  const refuses = approval.decision === 'refuse';
  if (refuses && state.taken.has(known.intent.id)) throw refuse('alreadyDecided');
  if (ctx.now() >= Number(known.intent.expires) && !(refuses && waits(ctx, known))) throw refuse('expired');
  const repeated = known.approvals.some((before) => isRepeated(policy.document, before, approval));
  if (repeated) return await settle(ctx, known);
  const others = known.approvals.filter(({ decision }) => decision !== 'refuse').length;
  if (!refuses && others >= maxPerIntent) throw refuse('tooMany');
  if (!refuses) demandRoom(ctx);
  await ctx.store.append({ type: 'approval', intentId: known.intent.id, approval });
  return await settle(ctx, known);
}

export const createApprovals = (ctx: SignerContext): Approvals => ({
  announce: (announcement) => announce(ctx, announcement),
  view: (id) => view(ctx, id),
  submit: async (value) => submit(ctx, readApproval(value)),
  refuse: async (value) => {
    const approval = readApproval(value);
    if (approval.decision !== 'refuse') throw refuse('badRequest', 'decision');
    return submit(ctx, approval);
  },
});
