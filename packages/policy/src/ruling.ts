import { droppedBy } from './attempt.ts';
import type { Reading } from './call/read.ts';
import { hasNoEnd } from './conditions/amount.ts';
import { asksUnread } from './conditions/args.ts';
import { namesMethod } from './conditions/calls.ts';
import { conditionOf } from './conditions/index.ts';
import { namesType } from './conditions/messages.ts';
import { deploymentIn } from './deployment.ts';
import type { PolicyDocument } from './document.ts';
import { type Facts, nothingKnown } from './facts.ts';
import { givesAllowance, type Intent, isCall, isDeploy, isDrop, isInscription, isMessage } from './intent.ts';
import { type CallFault, faultOf, isEndlessCall, isTrade, readingOf } from './intent-call.ts';
import { messageFaultOf, messageIn } from './intent-message.ts';
import { subjectOf } from './intent-subject.ts';
import { isEndless, isRevocation } from './kinds/allowance.ts';
import { kindRecords } from './kinds/index.ts';
import type { Attached, Ruled } from './kinds/kind.ts';
import { firstMatches, type Known } from './match.ts';
import type { MessageFault } from './message/read.ts';
import type { Flow } from './node.ts';
import { basicFor, workspaceFlow } from './roles.ts';
import { assetKey } from './rule-facts.ts';
import type { RuleType } from './rule-type.ts';
import type { SeniorRule } from './senior.ts';
import type { Subject } from './subject.ts';

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
  /** A price has risen since it was asked for, and more is asked for by that. */
  readonly raised?: true;
  /** Every rule that might decide names what is called, and for whom, entry by entry. */
  readonly named?: true;
  /** Why it is refused, where no rule does that: it allows everything to be taken, and no rule names of what and by whom. */
  readonly endless?: true;
  /** No list of methods and no standard says what it calls, and no rule names that. */
  readonly raw?: true;
  /** It is a message or a deployment, and no rule names it: without one none is signed. */
  readonly unnamed?: 'messageNotAllowed' | 'deployNotAllowed';
  readonly fault?: CallFault | MessageFault | 'unreadableDeployment';
}

const shown = ({ id, name }: SeniorRule): Rule => ({ level: 'senior', id, name });

const namesBoth = ({ when: { calls, messages = [], destinations } }: SeniorRule): boolean =>
  [...calls, ...messages].length > 0 && destinations.mode === 'listed';

/**
 * What nobody can say the meaning of is called by a rule that names it, method by method, and asks for none of its arguments, which nobody could read; no other lets it
 * pass, whoever approves. A rule that names no messages speaks of one only beside a rule that does.
 */
const namesRaw = ({ when }: SeniorRule, { calls, message }: Subject): boolean =>
  (calls ?? []).every(
    (call) => !call.raw || (namesMethod(when.calls, call) && !asksUnread(conditionOf(when, 'args'), call)),
  ) &&
  (!message?.raw || conditionOf(when, 'messages').length === 0 || namesType(conditionOf(when, 'messages'), message));
const isRaw = ({ calls, message }: Subject): boolean => message?.raw === true || (calls ?? []).some(({ raw }) => raw);

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
  const named = certain && rules.every(namesBoth) ? { named: true as const } : {};
  const top = rules.find(({ when }) => hasNoEnd(when.amount)) ?? (certain ? rules.at(-1) : undefined);
  const rule: Rule = top ? shown(top) : { level: 'basic', id: basic?.wallet ?? '', name: '' };
  // The basic strategy speaks of transactions: members who agreed to it had no messages in mind, nor contracts of their own.
  const { message, deploy } = subject;
  const unnamed = message ? 'messageNotAllowed' : 'deployNotAllowed';
  if ((message || deploy) && !certain) return { rule, action: 'refuse', flows: [], unnamed };
  if (isRaw(subject) && !(certain && rules.every((one) => namesRaw(one, subject))))
    return { rule, action: 'refuse', flows: [], ...(message ? { unnamed } : { raw: true }) };
  return { rule, action: flows.length > 0 ? 'flow' : 'pass', flows, ...named };
}

/** Nothing is instant while signing is frozen: whoever froze it gives the others the time to take back what one member did alone. */
function ofWorkspace(
  policy: PolicyDocument,
  { request }: Intent,
  { ops: opsOf, isInstant }: Extract<Ruled, { by: 'workspace' }>,
  { frozen }: Facts,
  attached: Attached,
): Ruling | undefined {
  const ops = opsOf(policy, request, attached);
  const id = ops.join(',');
  if (!frozen && isInstant(policy, request, attached))
    return { rule: { level: 'tightening', id, name: '' }, action: 'pass', flows: [] };
  const flows = ops.map((op) => workspaceFlow(policy, op));
  const found = flows.filter((flow) => flow !== undefined);
  if (found.length < flows.length) return undefined;
  return { rule: { level: 'workspace', id, name: '' }, action: 'flow', flows: [...new Set(found)] };
}

/** Both have to be satisfied: what was asked for at the price that members were shown, and what is asked for at the price of now. */
function bothOf(then: Ruling, now: Ruling): Ruling {
  if (then.action === 'refuse') return then;
  const raised = now.action === 'refuse' || now.flows.some((flow) => !then.flows.includes(flow));
  const more = raised ? { raised } : {};
  if (now.action === 'refuse') return { ...now, ...more };
  const flows = [...new Set([...then.flows, ...now.flows])];
  const named = then.named && now.named ? { named: true as const } : {};
  return { rule: now.rule, action: flows.length > 0 ? 'flow' : 'pass', flows, ...more, ...named };
}

/** By the prices of now, and where one has risen by those of then too. */
function ofTransaction(policy: PolicyDocument, subject: Subject, facts: Facts): Ruling | undefined {
  const now = rulingOnSubject(policy, subject, facts);
  if (!facts.priceThen) return now;
  const then = rulingOnSubject(policy, subject, { ...facts, price: facts.priceThen });
  return then && now && bothOf(then, now);
}

/** Rules about calls and those about transfers: a refusal of either refuses, and what either asks for is asked for. */
function callAndPayment(call: Ruling, payment: Ruling): Ruling {
  const refusing = [call, payment].find(({ action }) => action === 'refuse');
  if (refusing) return refusing;
  const flows = [...new Set([...call.flows, ...payment.flows])];
  const { rule } = call.flows.length === 0 && payment.flows.length > 0 ? payment : call;
  const raised = call.raised || payment.raised ? { raised: true as const } : {};
  return { rule, action: flows.length > 0 ? 'flow' : 'pass', flows, ...raised };
}

/**
 * What may be taken is judged as a call of its token, and as the payment to the spender that it amounts to. A rule about calls that names token
 * and spender speaks of both, so it decides alone; without one nobody is allowed everything. What is taken back from somebody is no payment.
 */
function ofAllowance(policy: PolicyDocument, intent: Intent, facts: Facts): Ruling | undefined {
  const call = ofTransaction(policy, subjectOf(intent, 'web3', facts), facts);
  if (!call || call.action === 'refuse' || call.named || isRevocation(intent)) return call;
  if (isEndless(intent)) return { rule: call.rule, action: 'refuse', flows: [], endless: true };
  const payment = ofTransaction(policy, subjectOf(intent, 'transfer', facts), facts);
  return payment && callAndPayment(call, payment);
}

/** Does no rule of its type speak of it, so that the basic strategy alone decides? */
const isSilent = ({ rule, flows, action }: Ruling): boolean =>
  action !== 'refuse' && rule.level === 'basic' && flows.length <= 1;

/**
 * A swap is a call, and rules about trades speak of it too. What says of itself that it is one, and what comes of it, goes by these in the place of the basic
 * strategy; of another they can only ask for more, so that no rule about trades is walked around by saying less.
 */
function asCall(
  { swaps }: Pick<Reading, 'swaps'>,
  stated: boolean,
  rulingAs: (type: RuleType) => Ruling | undefined,
): Ruling | undefined {
  const call = rulingAs('web3');
  if (swaps.length === 0 || !call || call.action === 'refuse') return call;
  const trade = rulingAs('trade');
  if (!trade || isSilent(trade)) return call;
  if (trade.action === 'refuse' || (stated && isSilent(call))) return trade;
  const named = call.named && trade.named ? { named: true as const } : {};
  return { ...callAndPayment(call, trade), ...named };
}

/**
 * A call is judged as that, and as the payment of all that leaves by it, where anything does: else a rule about payments could be walked around by calling what pays.
 * A rule about calls that names method and payees speaks of both, so it decides alone; without one nobody is allowed everything.
 */
function ofCall(policy: PolicyDocument, intent: Intent, facts: Facts): Ruling | undefined {
  const reading = readingOf(intent, facts);
  const fault = faultOf(intent, reading);
  const call = asCall(reading ?? { swaps: [] }, isTrade(intent), (type) =>
    ofTransaction(
      policy,
      subjectOf(intent, type, facts, intent.id, () => reading),
      facts,
    ),
  );
  if (!call || !reading || fault)
    return call && { rule: call.rule, action: 'refuse', flows: [], ...(fault && { fault }) };
  if (call.action === 'refuse' || call.named) return call;
  if (isEndlessCall(intent, reading)) return { rule: call.rule, action: 'refuse', flows: [], endless: true };
  const paying = subjectOf(intent, 'transfer', facts);
  if (paying.units === 0n && !paying.beside) return call;
  const payment = ofTransaction(policy, paying, facts);
  return payment && callAndPayment(call, payment);
}

/**
 * A message is judged by the rules that name it, and as the payment of all that may be taken by it, as an allowance is. A rule that names the message and its payees
 * speaks of both, so it decides alone; without one nobody is allowed everything.
 */
function ofMessage(policy: PolicyDocument, intent: Intent, facts: Facts): Ruling | undefined {
  const fault = messageFaultOf(intent);
  const read = messageIn(intent);
  const signed = ofTransaction(policy, subjectOf(intent, 'web3', facts), facts);
  if (!signed || !read || fault)
    return signed && { rule: signed.rule, action: 'refuse', flows: [], ...(fault && { fault }) };
  if (signed.action === 'refuse' || signed.named) return signed;
  if (isEndlessCall(intent, read)) return { rule: signed.rule, action: 'refuse', flows: [], endless: true };
  const paying = subjectOf(intent, 'transfer', facts);
  if (!paying.beside) return signed;
  const payment = ofTransaction(policy, paying, facts);
  return payment && callAndPayment(signed, payment);
}

/** A contract is deployed by a rule that names its bytecode and its constructor, and by no other, whoever approves. */
function ofDeploy(policy: PolicyDocument, intent: Intent, facts: Facts): Ruling | undefined {
  const ruling = ofTransaction(policy, subjectOf(intent, 'web3', facts), facts);
  if (!ruling || deploymentIn(intent)) return ruling;
  return { rule: ruling.rule, action: 'refuse', flows: [], fault: 'unreadableDeployment' };
}

/** What is inscribed on coins goes by whom it is given to, and they by the rules about payments: else any coins could leave as something inscribed. */
function ofInscription(policy: PolicyDocument, intent: Intent, facts: Facts): Ruling | undefined {
  const given = ofTransaction(policy, subjectOf(intent, 'web3', facts), facts);
  if (!given || given.action === 'refuse') return given;
  const payment = ofTransaction(policy, subjectOf(intent, 'transfer', facts), facts);
  return payment && callAndPayment(given, payment);
}

/** By what a payment is judged, or what amounts to one. */
function ofPayment(policy: PolicyDocument, payment: Intent, facts: Facts): Ruling | undefined {
  if (givesAllowance(payment)) return ofAllowance(policy, payment, facts);
  if (isCall(payment)) return ofCall(policy, payment, facts);
  if (isMessage(payment)) return ofMessage(policy, payment, facts);
  if (isDeploy(payment)) return ofDeploy(policy, payment, facts);
  if (isInscription(payment)) return ofInscription(policy, payment, facts);
  return ofTransaction(policy, subjectOf(payment, 'transfer', facts), facts);
}

/**
 * Which rule a deployment went by nobody can say once rules refuse it: so everybody is asked whom a rule about deployments asks in that sub-wallet, and whom the basic strategy
 * does. As a payment of nothing alone it might pass.
 */
function andDeployers(policy: PolicyDocument, { wallet }: Intent, paying: Ruling): Ruling | undefined {
  const basic = basicFor(policy, wallet);
  if (!basic) return undefined;
  const deployers = policy.senior.filter(
    ({ enabled, action, when }) =>
      enabled === 'on' &&
      action === 'flow' &&
      conditionOf(when, 'deploys').length > 0 &&
      (when.wallets.length === 0 || when.wallets.includes(wallet)),
  );
  return { rule: paying.rule, action: 'flow', flows: [...new Set([...paying.flows, ...deployers, basic])] };
}

/** Everybody whom rules would ask about a payment at any price and whatever else was paid, where they refuse it by now. */
function beforeRefusals(policy: PolicyDocument, payment: Intent, facts: Facts): Ruling | undefined {
  const asking = { ...policy, senior: policy.senior.filter(({ action }) => action !== 'refuse') };
  const { price, spent } = nothingKnown;
  const known = { ...facts, price, spent };
  const paying = rulingOnSubject(asking, subjectOf(payment, 'transfer', known), known);
  if (isDeploy(payment)) return paying && andDeployers(policy, payment, paying);
  if (!givesAllowance(payment) && !isCall(payment)) return paying;
  const calling = asCall(readingOf(payment, known) ?? { swaps: [] }, isTrade(payment), (type) => {
    const { calls, ...called } = subjectOf(payment, type, known);
    return rulingOnSubject(asking, { ...called, calls: calls?.map(({ raw: _, ...one }) => one) }, known);
  });
  return paying && calling && callAndPayment(calling, paying);
}

/**
 * Who would be asked to approve a payment is asked to drop it, at the fee of that: else a rule that lets little pass would let one member stop what others agreed
 * to. What rules refuse by now can be dropped too, and by nobody fewer: nothing stays under way for being forbidden.
 */
function ofDrop(policy: PolicyDocument, intent: Intent, facts: Facts, attached: Attached): Ruling | undefined {
  const payment = droppedBy(intent, attached);
  if (!payment) return undefined;
  const ruling = ofPayment(policy, payment, facts);
  return ruling?.action === 'refuse' ? beforeRefusals(policy, payment, facts) : ruling;
}

/** Which rule decides about this intent, and what it asks for; undefined only for an unsound document. */
export function rulingOn(policy: PolicyDocument, intent: Intent, facts: Facts, attached: Attached): Ruling | undefined {
  const { ruled, moves } = kindRecords[intent.kind];
  // It is decided by its batch's rules alone, whoever signed what of the row itself.
  if (moves === 'row' || moves === 'step') return undefined;
  if (isDrop(intent)) return ofDrop(policy, intent, facts, attached);
  if ([givesAllowance, isCall, isMessage, isDeploy, isInscription].some((is) => is(intent)))
    return ofPayment(policy, intent, facts);
  return ruled.by === 'transactions'
    ? ofTransaction(policy, subjectOf(intent, ruled.type, facts, attached.payment?.id), facts)
    : ofWorkspace(policy, intent, ruled, facts, attached);
}

/** A payment or a batch as the rules about transactions see it; undefined for calls, messages, attempts and whatever else they see otherwise. */
export function plainSubject(intent: Intent, facts: Facts, attached: Attached): Subject | undefined {
  const { ruled, moves } = kindRecords[intent.kind];
  const isOther = [givesAllowance, isCall, isMessage, isDeploy, isInscription, isDrop].some((is) => is(intent));
  if (isOther || moves === 'row' || moves === 'step' || ruled.by !== 'transactions') return undefined;
  return subjectOf(intent, ruled.type, facts, attached.payment?.id);
}

/**
 * Why a rule may speak of this payment or not: nobody knows what it or its fee is worth (`own`), or what was paid before it (`earlier`). Then that rule has to be satisfied too. Undefined
 * where all is known, and of what is no plain payment. It decides nothing: it is for the words beside a ruling.
 */
export function unknownValue(
  policy: PolicyDocument,
  intent: Intent,
  facts: Facts,
  attached: Attached,
): 'own' | 'earlier' | undefined {
  const subject = plainSubject(intent, facts, attached);
  if (!subject) return undefined;
  const { rules, certain } = firstMatches(policy, subject, facts);
  if (rules.length <= (certain ? 1 : 0)) return undefined;
  const assets = [assetKey(subject.chain, subject.contract), ...(subject.fee ? [subject.fee.asset] : [])];
  return assets.some((asset) => facts.price(asset) === undefined) ? 'own' : 'earlier';
}
