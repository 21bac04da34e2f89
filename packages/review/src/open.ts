import {
  type Approval,
  type Attached,
  type Attachments,
  attachedText,
  attempted,
  type BookChange,
  bodyOf,
  checkApproval,
  checkPolicyChange,
  digestWords,
  type Evaluation,
  evaluate,
  type GraceRules,
  type Intent,
  intentDigest,
  isAttempt,
  type KeyExportRequest,
  type KeygenRequest,
  kindRecords,
  type ListedEntry,
  movesCoins,
  newRules,
  nothingKnown,
  type PolicyDocument,
  PolicyError,
  pageOf,
  parseIntent,
  parsePolicy,
  placesOf,
  policyHash,
  readAttached,
  remarkHash,
  tickOf,
  verifyApproval,
} from '@holdfast/policy';
import { bytesToHex } from '@noble/hashes/utils.js';
import { assetAt, isOtherSpelling } from './clauses/places.ts';
import { knownEntries } from './entries.ts';
import type { AssetFacts, ChainFacts, EarlierFacts, FeesFacts, GrantFacts, IntentReply, PriceFacts } from './facts.ts';

/** Why a request is not shown for approval at all: what was sent is not what it claims to be. */
export type ReviewFault =
  | 'intentMalformed'
  | 'otherIntent'
  | 'otherDigest'
  | 'replaced'
  | 'otherDeployment'
  | 'policyMalformed'
  | 'attachmentMalformed'
  | 'attachmentMismatch'
  | 'policyChangeUnsound'
  | 'remarkMismatch'
  | 'notOwnAddress';

export class ReviewError extends Error {
  readonly code: ReviewFault;
  readonly detail: string;
  constructor(code: ReviewFault, detail = '') {
    super(detail ? `${code}: ${detail}` : code);
    this.code = code;
    this.detail = detail;
  }
}

/** Why it can be read but not approved now. */
export type Blocker = 'givenUp' | 'expired' | 'notYet' | 'stale' | 'unknownNetwork' | 'unknownAsset';

export interface Review {
  readonly intent: Intent;
  readonly digest: string;
  readonly words: readonly string[];
  /** The rules in force at this signer. */
  readonly policy: PolicyDocument;
  /** Decisions whose signatures hold. */
  readonly approvals: readonly Approval[];
  readonly evaluation: Evaluation;
  readonly remark: string;
  /** The document to come, for kind `policy`. */
  readonly nextPolicy: PolicyDocument | undefined;
  /** For kind `book`. */
  readonly book: BookChange | undefined;
  /** For kind `keygen`. */
  readonly keygen: KeygenRequest | undefined;
  /** The payment that it makes once more: of the two the chain takes one at most. */
  readonly payment: Intent | undefined;
  /** For kind `export`. */
  readonly keyExport: KeyExportRequest | undefined;
  readonly chain: ChainFacts | undefined;
  readonly asset: AssetFacts | undefined;
  /** The networks that this signer knows. */
  readonly chains: readonly ChainFacts[];
  /** Entries of the address book that the request speaks of, by their hash, as far as the signer knows them. */
  readonly entries: ReadonlyMap<string, ListedEntry>;
  /** What the signer that was asked holds payments to although the rules in force are looser. */
  readonly graceRules: readonly GraceRules[];
  /** Other payments that matter to this one, by the record of the signer that was asked. */
  readonly earlier: readonly EarlierFacts[];
  readonly earlierLeft: number;
  /** Places of the outputs that are paid for the first time, by the record of the signer that was asked. */
  readonly newPayees: readonly number[] | undefined;
  /** What the signer that was asked does not know, for which a rule is asked that may not speak of it. */
  readonly unknown: IntentReply['unknown'];
  /** A change of the address book that was made for another book than the signer that was asked has: no signer takes it. */
  readonly bookStale: boolean;
  /** What fees of the wallet may come to in a day and have, by the signer that was asked; one of an earlier release tells nothing. */
  readonly fees: FeesFacts | undefined;
  /** What a whole coin is worth, by the signer that was asked alone. */
  readonly price: PriceFacts | undefined;
  /** The same of the coin that the fee is paid in. */
  readonly feePrice: PriceFacts | undefined;
  /** The signer that was asked has signed the payment: by its word no decision changes anything. It still takes refusals. */
  readonly signed: boolean;
  /** The signer that was asked gave the payment up: by its word it is never made. */
  readonly givenUp: boolean;
  /** Approved key material: how it stands at the signer that was asked. Its word, as its rules and its clock are. */
  readonly grant: GrantFacts | undefined;
}

export interface Expected {
  /** The id that was asked for. */
  readonly id: string;
  /** The digest the link named, if it did. */
  readonly digest?: string | undefined;
  /** The digest that is already on the screen, if the request was shown before. */
  readonly pinned?: string | undefined;
  readonly deployment: string | null;
  readonly chains: readonly ChainFacts[];
}

function attempt<T>(code: ReviewFault, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PolicyError) throw new ReviewError(code, error.message);
    throw error;
  }
}

function need(holds: boolean, code: ReviewFault, detail = ''): void {
  if (!holds) throw new ReviewError(code, detail);
}

/** The document that the body names, read; nothing for a kind that names none. */
function attachedTo({ kind, body }: Intent, attachments: Attachments): Attached {
  if (!kindRecords[kind].document) return {};
  return attempt('attachmentMalformed', () => {
    const text = attachedText(kind, attachments) ?? '';
    const read = readAttached(kind, text);
    need(bodyOf(text) === body, 'attachmentMismatch');
    return read;
  });
}

/** Signers refuse what is spelled otherwise in a new rule; of the assets that this one knows, the page tells by itself. */
function demandSound(
  intent: Intent,
  policy: PolicyDocument,
  next: PolicyDocument,
  chains: readonly ChainFacts[],
): void {
  // Under rules that are no longer in force the change is stale as a whole; the blocker says that.
  const problems = intent.policy.hash === policyHash(policy) ? checkPolicyChange(policy, next) : [];
  need(problems.length === 0, 'policyChangeUnsound', problems.join(', '));
  const named = newRules(policy, next).flatMap(({ when }) => placesOf(when));
  need(!named.some((place) => isOtherSpelling(chains, place)), 'policyChangeUnsound', 'addressSpelling');
}

function readApprovals(policy: PolicyDocument, digest: string, list: readonly unknown[]): Approval[] {
  return list.flatMap((entry) => {
    try {
      const approval = checkApproval(entry);
      return approval.intent === digest && verifyApproval(policy, approval).ok ? [approval] : [];
    } catch {
      return [];
    }
  });
}

/** The signer knows the rule; who has approved, and on whose pages, only signatures say. */
function withSound(told: Evaluation, policy: PolicyDocument, approvals: readonly Approval[]): Evaluation {
  const approved = approvals.filter(({ decision }) => decision === 'approve');
  const approvers = new Set(approved.map(({ member }) => member));
  const pages = new Set(approved.map((approval) => pageOf(policy, approval)));
  return {
    ...told,
    nodes: told.nodes.map((node) => ({
      ...node,
      approved: node.approved.filter((id) => approvers.has(id)),
      ...(node.through ? { through: node.through.filter((page) => pages.has(page)) } : {}),
    })),
  };
}

/**
 * Reads what a signer answered, believing none of it: canonical bytes, closed schema, digest, deployment, policy, attached documents,
 * remark and every signature are checked here, in the page or the terminal of the one who is about to sign.
 * @throws ReviewError
 */
export function openReview(reply: IntentReply, expected: Expected): Review {
  const intent = attempt('intentMalformed', () => parseIntent(reply.intent));
  const digestBytes = intentDigest(intent);
  const digest = bytesToHex(digestBytes);
  need(intent.id === expected.id || digest === expected.id, 'otherIntent');
  need(!expected.digest || expected.digest === digest, 'otherDigest');
  need(!expected.pinned || expected.pinned === digest, 'replaced');
  const policy = attempt('policyMalformed', () => parsePolicy(reply.policy));
  need(intent.deployment === policy.deployment, 'otherDeployment');
  need(expected.deployment === null || expected.deployment === intent.deployment, 'otherDeployment');
  need(remarkHash(reply.remark) === intent.remarkHash, 'remarkMismatch');
  const approvals = readApprovals(policy, digest, reply.approvals);
  const chain = expected.chains.find((candidate) => candidate.id === intent.chain);
  const documents = attachedTo(intent, reply.attachments);
  if (documents.next) demandSound(intent, policy, documents.next, expected.chains);
  return {
    intent,
    digest,
    words: digestWords(digestBytes),
    policy,
    approvals,
    evaluation: reply.evaluation
      ? withSound(reply.evaluation, policy, approvals)
      : evaluate(policy, intent, approvals, nothingKnown, documents),
    remark: reply.remark,
    nextPolicy: documents.next,
    book: documents.book,
    keygen: documents.keygen,
    payment: isAttempt(intent) ? attempt('attachmentMismatch', () => attempted(intent, documents)) : undefined,
    keyExport: documents.keyExport,
    chain,
    asset: chain && knownAsset(chain, intent.asset),
    chains: expected.chains,
    entries: knownEntries(reply.entries ?? []),
    graceRules: reply.held ?? [],
    earlier: reply.earlier ?? [],
    earlierLeft: reply.earlierLeft ?? 0,
    newPayees: reply.newPayees,
    unknown: reply.unknown,
    bookStale: documents.book !== undefined && (reply.bookAt ?? documents.book.prev) !== documents.book.prev,
    fees: reply.fees,
    price: reply.price,
    feePrice: reply.feePrice,
    signed: reply.state === 'signed',
    givenUp: reply.state === 'closed',
    grant: kindRecords[intent.kind].waits ? reply.grant : undefined,
  };
}

function knownAsset(chain: ChainFacts, { contract, symbol, decimals }: Intent['asset']): AssetFacts | undefined {
  const known = assetAt([chain], { chain: chain.id, contract });
  return known?.symbol === symbol && String(known.decimals) === decimals ? known : undefined;
}

/** A tick is no asset of a signer's list: symbol and contract are written from its letters, and its units are the same for all (`tickOf`). */
const isTick = ({ kind, asset }: Intent): boolean => kindRecords[kind].moves === 'steps' && tickOf(asset) !== undefined;

/** Are the rules that it asks for those in force? Then they say nothing of who had to approve it. */
export const isInForce = ({ nextPolicy, policy }: Review): boolean =>
  nextPolicy !== undefined && policyHash(nextPolicy) === policyHash(policy);

/** Why no decision but a refusal may be given now. Approved key material has times of its own. */
export function blockersOf(review: Review, now: number): Blocker[] {
  const { intent, policy, grant } = review;
  const blockers: Blocker[] = review.givenUp ? ['givenUp'] : [];
  if (!grant?.pending && BigInt(now) >= BigInt(intent.expires)) blockers.push('expired');
  if (BigInt(now) < BigInt(intent.notBefore)) blockers.push('notYet');
  if (
    intent.policy.hash !== policyHash(policy) ||
    intent.policy.id !== policy.id ||
    intent.policy.version !== policy.version ||
    review.bookStale
  )
    blockers.push('stale');
  if (!movesCoins(intent)) return blockers;
  if (!review.chain) blockers.push('unknownNetwork');
  else if (!((review.asset || isTick(intent)) && knownAsset(review.chain, intent.feeAsset)))
    blockers.push('unknownAsset');
  return blockers;
}
