import {
  type Approval,
  type Attached,
  bodyHash,
  type Canonical,
  checkApproval,
  type Evaluation,
  evaluate,
  intentDigestHex,
  type ListedEntry,
  PolicyError,
  parseBookChange,
  parseCanonical,
  parseIntent,
  parsePolicy,
  policyLimits,
  remarkHash,
  type SignedQuote,
  verifyApproval,
} from '@holdfast/policy';
import { clockToleranceMs } from './admission/rules.ts';
import { type Core, policyInForce } from './core.ts';
import { refuse } from './errors.ts';
import { namedEntries } from './rules/entries.ts';
import { ruleFacts } from './rules/facts.ts';
import type { Attachments } from './state/entries.ts';
import { isPending } from './state/grants.ts';
import { mayName } from './state/names.ts';
import { type Announced, digestOfId, isFull, isOver } from './state/state.ts';

export interface Announcement {
  readonly intent: string;
  readonly attachments: Attachments;
  readonly remark: string;
  readonly quotes?: readonly SignedQuote[];
}

export interface IntentView {
  readonly intent: string;
  readonly attachments: Attachments;
  readonly remark: string;
  readonly approvals: readonly Approval[];
  readonly evaluation: Evaluation;
  readonly policy: string;
  readonly state: 'open' | 'signed';
  /** Entries of the address book that the request names or takes out, for people to read; their hashes prove them. */
  readonly entries: readonly ListedEntry[];
}

/** Intents that wait for members, and the members' decisions as this signer took them. */
export interface Approvals {
  announce(announcement: Announcement): Promise<void>;
  view(id: string): IntentView;
  submit(approval: unknown): Promise<{ evaluation: Evaluation }>;
}

const maxPerIntent = 100;

function parsed<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PolicyError) throw refuse('badIntent', error.message);
    throw error;
  }
}

/** The documents of an announcement, as far as they are what its intent names; the review says what is wrong with others. */
function attachedTo({ intent, attachments }: Announced): Attached {
  const named = (text: string): boolean =>
    bodyHash(parseCanonical(text, policyLimits.documentBytes) as Canonical) === intent.body;
  try {
    if (intent.kind === 'policy' && attachments.document !== undefined && named(attachments.document))
      return { next: parsePolicy(attachments.document) };
    if (intent.kind === 'book' && attachments.book !== undefined && named(attachments.book))
      return { book: parseBookChange(attachments.book) };
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
  }
  return {};
}

export function createApprovals(core: Core): Approvals {
  const { state } = core.store;
  const evaluationOf = (known: Announced): Evaluation =>
    evaluate(
      policyInForce(core).document,
      known.intent,
      known.approvals,
      ruleFacts({ ...core, state, now: core.now() }, known.intent, []),
      attachedTo(known),
    );

  const announce: Approvals['announce'] = async ({ intent: source, attachments, remark, quotes = [] }) => {
    const { document } = policyInForce(core);
    const intent = parsed(() => parseIntent(source));
    if (intent.deployment !== document.deployment) throw refuse('otherDeployment');
    if (remarkHash(remark) !== intent.remarkHash) throw refuse('badIntent', 'remark');
    const digest = digestOfId(state, intent.id);
    if (digest !== undefined && digest !== intentDigestHex(intent)) throw refuse('intentReused');
    if (state.announced.has(intent.id)) return core.store.flushed();
    if (core.now() >= Number(intent.expires)) throw refuse('expired');
    // An intent of the future would also be remembered until then.
    if (core.now() + clockToleranceMs < Number(intent.created)) throw refuse('notYetValid');
    if (digest === undefined && !mayName(state.names, core.now())) throw refuse('tooMany', 'intent ids');
    if (isFull(state) && !hasRoom()) throw refuse('tooMany');
    await core.store.append({
      type: 'announced',
      intent: source,
      attachments,
      remark,
      ...(quotes.length > 0 ? { quotes } : {}),
    });
  };

  /** Would folding one more announcement make room by forgetting what is over? */
  const hasRoom = (): boolean => [...state.announced.values()].some((known) => isOver(state, known, core.now()));

  const find = (id: string): Announced => {
    const known = state.announced.get(id);
    if (!known) throw refuse('notFound');
    return known;
  };

  const view: Approvals['view'] = (id) => {
    const known = find(id);
    const { text, attachments, remark, approvals } = known;
    const policy = policyInForce(core).text;
    const over = state.signed.has(id);
    return {
      intent: text,
      attachments,
      remark,
      approvals,
      evaluation: evaluationOf(known),
      policy,
      state: over ? 'signed' : 'open',
      entries: namedEntries(state.book, known.intent, attachedTo(known), policyInForce(core).document),
    };
  };

  const pendingGrant = ({ intent }: Announced): boolean => {
    const known = state.grants.get(intent.id);
    return known !== undefined && isPending(known, core.now());
  };

  /** Approved key material waits beyond the validity of its request, and can be refused all that time. */
  const canStillRefuse = (known: Announced, { decision }: Approval): boolean =>
    decision === 'refuse' && pendingGrant(known);

  const submit: Approvals['submit'] = async (value) => {
    const approval = parsed(() => checkApproval(value));
    const known = find(state.digests.get(approval.intent) ?? '');
    const verdict = verifyApproval(policyInForce(core).document, approval);
    if (!verdict.ok) throw refuse('approvalInvalid', verdict.reason);
    if (core.now() >= Number(known.intent.expires) && !canStillRefuse(known, approval)) throw refuse('expired');
    const repeated = known.approvals.some(
      ({ member, decision }) => member === approval.member && decision === approval.decision,
    );
    if (repeated) {
      await core.store.flushed();
      return { evaluation: evaluationOf(known) };
    }
    if (known.approvals.length >= maxPerIntent) throw refuse('tooMany');
    await core.store.append({ type: 'approval', intentId: known.intent.id, approval });
    const evaluation = evaluationOf(known);
    if (evaluation.refusedBy !== undefined && pendingGrant(known))
      await core.store.append({ type: 'exportRefused', id: known.intent.id, by: evaluation.refusedBy });
    return { evaluation };
  };

  return { announce, view, submit };
}
