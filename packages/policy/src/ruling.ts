import type { BookChange } from './book.ts';
import type { PolicyDocument, WorkspaceOp } from './document.ts';
import type { Facts } from './facts.ts';
import { basicFor, workspaceFlow } from './flow.ts';
import type { Intent } from './intent.ts';
import { liftsFreeze } from './intent.ts';
import { firstMatches, type Known } from './match.ts';
import type { Flow } from './node.ts';
import type { SeniorRule } from './senior.ts';
import { type Subject, subjectOf } from './subject.ts';
import { everyOp, isTightening, staysAsStrict, touchedOps } from './tighten.ts';

/** The documents that an intent's body names, where they are at hand. */
export interface Attached {
  readonly next?: PolicyDocument;
  readonly book?: BookChange;
}

/** The rule an intent goes by. `tightening`: a change that may take effect at once. */
export interface Rule {
  readonly level: 'senior' | 'basic' | 'workspace' | 'tightening';
  /** Of the senior rule; the sub-wallet or `*` of a basic one; what the workspace rules are about. */
  readonly id: string;
  /** As people named it; '' where they could not. */
  readonly name: string;
}

export interface Ruling {
  readonly rule: Rule;
  readonly action: 'flow' | 'pass' | 'refuse';
  /** All of them have to be satisfied. */
  readonly flows: readonly Flow[];
}

const shown = ({ id, name }: SeniorRule): Rule => ({ level: 'senior', id, name });

/**
 * The rule that a transaction goes by, of whatever type; undefined only for an unsound document. Where a value is not known, or a rule names some of
 * several calls, everything that might decide has to be satisfied, and a refusal among it refuses: so a missing price is never looser than any price,
 * nor two calls looser than one. Named is the rule that an endless amount would meet.
 */
export function rulingOnSubject(policy: PolicyDocument, subject: Subject, known: Known): Ruling | undefined {
  const { rules, certain } = firstMatches(policy, subject, known);
  const refusing = rules.find(({ action }) => action === 'refuse');
  if (refusing) return { rule: shown(refusing), action: 'refuse', flows: [] };
  const basic = basicFor(policy, subject.wallet);
  if (!certain && !basic) return undefined;
  const flows: Flow[] = rules.filter(({ action }) => action === 'flow');
  if (!certain && basic) flows.push(basic);
  const top = rules.find(({ when }) => when.amount.upTo === '') ?? (certain ? rules.at(-1) : undefined);
  const rule: Rule = top ? shown(top) : { level: 'basic', id: basic?.wallet ?? '', name: '' };
  return { rule, action: flows.length > 0 ? 'flow' : 'pass', flows };
}

/** Lifting a freeze opens everything that signs again. */
function opsOf(policy: PolicyDocument, intent: Intent, { next }: Attached): readonly WorkspaceOp[] {
  if (intent.kind === 'book') return ['addressBook'];
  if (intent.kind === 'keygen') return ['keys'];
  if (intent.kind === 'export') return ['keyMaterial'];
  const touched = next ? touchedOps(policy, next) : everyOp;
  return touched.length === 0 || liftsFreeze(intent) ? [...new Set([...touched, 'keys' as const])] : touched;
}

/** Nothing is instant while signing is frozen: whoever froze it gives the others the time to take back what one member did alone. */
function isInstant(policy: PolicyDocument, intent: Intent, { next, book }: Attached, { frozen }: Facts): boolean {
  if (frozen) return false;
  if (intent.kind === 'policy') return next !== undefined && !liftsFreeze(intent) && isTightening(policy, next);
  return intent.kind === 'book' && book !== undefined && book.add.length === 0 && staysAsStrict(policy);
}

function ofWorkspace(policy: PolicyDocument, intent: Intent, facts: Facts, attached: Attached): Ruling | undefined {
  const ops = opsOf(policy, intent, attached);
  const id = ops.join(',');
  if (isInstant(policy, intent, attached, facts))
    return { rule: { level: 'tightening', id, name: '' }, action: 'pass', flows: [] };
  const flows = ops.map((op) => workspaceFlow(policy, op));
  const found = flows.filter((flow) => flow !== undefined);
  if (found.length < flows.length) return undefined;
  return { rule: { level: 'workspace', id, name: '' }, action: 'flow', flows: [...new Set(found)] };
}

/** Which rule decides about this intent, and what it asks for; undefined only for an unsound document. */
export const rulingOn = (
  policy: PolicyDocument,
  intent: Intent,
  facts: Facts,
  attached: Attached,
): Ruling | undefined =>
  intent.kind === 'transfer'
    ? rulingOnSubject(policy, subjectOf(intent, facts), facts)
    : ofWorkspace(policy, intent, facts, attached);
