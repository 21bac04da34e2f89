import {
  type Approval,
  type Attached,
  bodyHash,
  type Canonical,
  checkApproval,
  type Evaluation,
  evaluate,
  type HeldBook,
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
import { clockToleranceMs, demandDocument } from './admission/rules.ts';
import { type Core, policyInForce } from './core.ts';
import { refuse } from './errors.ts';
import { type GrantView, grantView, isWaiting, withGranted } from './grants.ts';
import { namedEntries } from './rules/entries.ts';
import { ruleFacts } from './rules/facts.ts';
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

export interface IntentView {
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
  readonly held: readonly HeldBook[];
  /** Of key material, once it is approved: it waits, and can be refused as long as it does. */
  readonly grant?: GrantView;
}

/** Intents that wait for members, and the members' decisions as this signer took them. */
export interface Approvals {
  announce(announcement: Announcement): Promise<void>;
  view(id: string): IntentView;
  submit(approval: unknown): Promise<{ evaluation: Evaluation }>;
}

/** Of decisions other than refusals: nothing may crowd those out, and members' number bounds them. */
const maxPerIntent = 100;

function parsed<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PolicyError) throw refuse('badIntent', error.message);
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
  const approvalsOf = ({ intent, approvals }: Announced): readonly Approval[] =>
    withGranted(approvals, state.grants.get(intent.id));
  const evaluationOf = (known: Announced): Evaluation =>
    evaluate(
      policyInForce(core).document,
      known.intent,
      approvalsOf(known),
      ruleFacts({ ...core, state, now: core.now() }, known.intent, []),
      attachedTo(known),
    );

  const announce: Approvals['announce'] = async ({ intent: source, attachments, remark, quotes = [] }) => {
    const { document } = policyInForce(core);
    const intent = parsed(() => parseIntent(source));
    if (intent.deployment !== document.deployment) throw refuse('otherDeployment');
    if (remarkHash(remark) !== intent.remarkHash) throw refuse('badIntent', 'remark');
    demandDocument(intent, attachments);
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
    const { text, attachments, remark } = known;
    const policy = policyInForce(core).text;
    const grant = state.grants.get(id);
    return {
      intent: text,
      attachments,
      remark,
      approvals: approvalsOf(known),
      evaluation: evaluationOf(known),
      policy,
      state: state.signed.has(id) ? 'signed' : state.closed.has(id) ? 'closed' : 'open',
      entries: namedEntries(state.book, known.intent, attachedTo(known), policyInForce(core).document),
      held: state.held,
      ...(grant ? { grant: grantView(core, grant) } : {}),
    };
  };

  /** Approved key material waits beyond the validity of its request, and can be refused all that time. */
  const waits = ({ intent }: Announced): boolean => {
    const known = state.grants.get(intent.id);
    return known !== undefined && isWaiting(core, known);
  };

  /** What members decided, and what it ends. */
  async function settle(known: Announced): Promise<{ evaluation: Evaluation }> {
    const evaluation = evaluationOf(known);
    if (evaluation.refusedBy !== undefined && waits(known))
      await core.store.append({ type: 'exportRefused', id: known.intent.id, by: evaluation.refusedBy });
    else await core.store.flushed();
    return { evaluation };
  }

  const submit: Approvals['submit'] = async (value) => {
    const approval = readApproval(value);
    const known = find(state.digests.get(approval.intent) ?? '');
    const verdict = verifyApproval(policyInForce(core).document, approval);
    if (!verdict.ok) throw refuse('approvalInvalid', verdict.reason);
    const refuses = approval.decision === 'refuse';
    if (refuses && state.taken.has(known.intent.id)) throw refuse('alreadyDecided');
    if (core.now() >= Number(known.intent.expires) && !(refuses && waits(known))) throw refuse('expired');
    const repeated = known.approvals.some(
      ({ member, decision }) => member === approval.member && decision === approval.decision,
    );
    if (repeated) return await settle(known);
    const others = known.approvals.filter(({ decision }) => decision !== 'refuse').length;
    if (!refuses && others >= maxPerIntent) throw refuse('tooMany');
    await core.store.append({ type: 'approval', intentId: known.intent.id, approval });
    return await settle(known);
  };

  return { announce, view, submit };
}
