import { type Approval, verifyApproval } from './approval.ts';
import { type PolicyDocument, policyHash } from './document.ts';
import { type Facts, nothingKnown } from './facts.ts';
import { mayInitiate, mayObject, type OpenNode, openNodes, satisfiable } from './flow.ts';
import { type Intent, intentDigestHex } from './intent.ts';
import type { CallFault } from './intent-call.ts';
import { payeesOf } from './intent-subject.ts';
import type { Attached } from './kinds/kind.ts';
import type { MessageFault } from './message/read.ts';
import { areDifferent, pageOf } from './pages.ts';
import { isSolo } from './roles.ts';
import { type Rule, type Ruling, rulingOn } from './ruling.ts';
import type { Payee } from './subject.ts';

export interface NodeState extends OpenNode {
  /** Those of `eligible` who approved; empty as long as a node before this one is open. */
  readonly approved: readonly string[];
  /** Of a `page` node: the pages of the approvals that count for it, whatever is open before it. */
  readonly through?: readonly string[];
}

/** Why an intent can never be satisfied under this document. */
export type FlowProblem =
  | 'otherPolicy'
  | 'noStrategy'
  | 'initiatorNotAllowed'
  | 'tooFewApprovers'
  | 'refusedByRule'
  | 'destinationNotListed'
  /** As long as the whitelist that was switched off is held to. */
  | 'whitelistHeld'
  /** It allows everything to be taken, and no rule about calls names token and spender. */
  | 'endlessAllowance'
  /** Nobody can say what it calls, and no rule names that. */
  | 'rawCall'
  | CallFault
  /** A message, and no rule names it, or not its type where nobody can bound what it is worth. */
  | 'messageNotAllowed'
  | MessageFault
  /** A contract is to be deployed, and no rule names its bytecode; or nobody can read what its constructor is given. */
  | 'deployNotAllowed'
  | 'unreadableDeployment';

export interface Evaluation {
  /** `waiting` needs more decisions; `unsatisfiable` can never be had under this document, see `problem`. */
  readonly state: 'waiting' | 'satisfied' | 'refused' | 'unsatisfiable';
  readonly initiatorSigned: boolean;
  readonly nodes: readonly NodeState[];
  readonly refusedBy?: string;
  readonly problem?: FlowProblem;
  /** One member only: the owner decides alone. */
  readonly solo: boolean;
  readonly rule?: Rule;
  readonly action: Ruling['action'];
  /** A price has risen since it was asked for, and more is asked for by that. */
  readonly raised?: true;
}

/** Was the intent made for exactly this document? Neither another version nor another installation counts. */
function namesThis(policy: PolicyDocument, intent: Intent): boolean {
  const { id, version, hash } = intent.policy;
  const same = intent.deployment === policy.deployment && id === policy.id && version === policy.version;
  return same && hash === policyHash(policy);
}

/** With the whitelist on, or still held to, everybody who is paid, and every contract that is called, is our own or an active entry. */
function placeProblem({ book }: PolicyDocument, payees: readonly Payee[], held = false): FlowProblem | undefined {
  if ((book.mode === 'off' && !held) || payees.every((payee) => payee.isInternal() || payee.isListed()))
    return undefined;
  return book.mode === 'on' ? 'destinationNotListed' : 'whitelistHeld';
}

const whyRefused = ({ endless, raw, unnamed, fault }: Ruling): FlowProblem =>
  fault ?? unnamed ?? (raw ? 'rawCall' : endless ? 'endlessAllowance' : 'refusedByRule');

/** Why such a transaction or change cannot be had under this document, whoever approves. */
export function obstacleOf(
  policy: PolicyDocument,
  asked: Pick<Intent, 'kind' | 'initiator' | 'wallet'>,
  payees: readonly Payee[],
  ruling: Ruling | undefined,
  nodes: readonly OpenNode[],
  { whitelistHeld }: Pick<Facts, 'whitelistHeld'>,
): FlowProblem | undefined {
  if (!ruling) return 'noStrategy';
  const initiator = policy.members.find((member) => member.id === asked.initiator);
  if (!initiator || !mayInitiate(initiator, asked.kind, asked.wallet)) return 'initiatorNotAllowed';
  const place = placeProblem(policy, payees, whitelistHeld);
  if (place) return place;
  if (ruling.action === 'refuse') return whyRefused(ruling);
  return satisfiable(nodes) ? undefined : 'tooFewApprovers';
}

/** Who decided what over exactly this intent with a signature that holds; anything else does not exist. */
function soundDecisions(
  policy: PolicyDocument,
  intent: Intent,
  approvals: readonly Approval[],
  verify: typeof verifyApproval,
) {
  // Of a request that nobody has decided on yet there is nothing to compare.
  const digest = approvals.length > 0 ? intentDigestHex(intent) : '';
  const sound = approvals.filter((approval) => approval.intent === digest && verify(policy, approval).ok);
  const membersWho = (decision: Approval['decision']): ReadonlySet<string> =>
    new Set(sound.filter((approval) => approval.decision === decision).map((approval) => approval.member));
  return {
    initiated: membersWho('initiate'),
    approved: membersWho('approve'),
    refused: membersWho('refuse'),
    pages: approvalPages(policy, sound),
  };
}

/** Through which pages each member approved; a member can have done so through several. */
function approvalPages(policy: PolicyDocument, sound: readonly Approval[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const approval of sound) {
    const page = approval.decision === 'approve' ? pageOf(policy, approval) : undefined;
    if (page === undefined) continue;
    const pages = found.get(approval.member) ?? new Set();
    found.set(approval.member, pages.add(page));
  }
  return found;
}

type Approved = Pick<ReturnType<typeof soundDecisions>, 'approved' | 'pages'>;

/** Where they came through different pages, one of them stands for that: with any other page, each is a part of it. */
function countPages({ eligible }: OpenNode, { pages }: Approved): { approved: string[]; through: string[] } {
  const used = new Map(eligible.flatMap((id) => (pages.has(id) ? [[id, pages.get(id) ?? new Set<string>()]] : [])));
  return {
    approved: areDifferent(used) ? [...used.keys()].slice(-1) : [],
    through: [...new Set([...used.values()].flatMap((some) => [...some]))].sort(),
  };
}

function countNodes(open: readonly OpenNode[], decided: Approved): { nodes: NodeState[]; done: boolean } {
  let done = true;
  const nodes = open.map((node): NodeState => {
    const counted =
      node.kind === 'page'
        ? countPages(node, decided)
        : { approved: node.eligible.filter((id) => decided.approved.has(id)) };
    const approved = done ? counted.approved : [];
    done &&= approved.length >= node.threshold;
    return { ...node, ...counted, approved };
  });
  return { nodes, done };
}

/**
 * What the rules in force say of an intent with these decisions. Pure and the same at server, signers, page and console; the order of
 * `approvals` does not matter. A refusal by anyone who may decide, the initiator included, ends it. Nodes count distinct members, in order: a
 * later node counts only when all before it are done. Where a flow asks for different pages, that is a node of its own behind those of the flows. The initiator signs by `initiate`, or by `approve` where it may approve its own.
 * @param facts what this party knows by itself; without them nothing is known, which is the strictest view
 * @param attached the documents the intent names; a change whose document is not at hand needs every flow
 * @param verify for whoever has verified these very approvals against this document a moment ago, and remembers what it found
 */
export function evaluate(
  policy: PolicyDocument,
  intent: Intent,
  approvals: readonly Approval[],
  facts: Facts = nothingKnown,
  attached: Attached = {},
  verify = verifyApproval,
): Evaluation {
  const ruling = rulingOn(policy, intent, facts, attached);
  const open = openNodes(policy, ruling?.flows ?? [], intent, attached.next);
  const decisions = soundDecisions(policy, intent, approvals, verify);
  const { nodes, done } = countNodes(open, decisions);
  const eligible = new Set(nodes.flatMap((node) => node.eligible));
  const [refusedBy] = [...decisions.refused]
    .filter((id) => id === intent.initiator || eligible.has(id) || mayObject(policy, intent.kind, id))
    .sort();
  const mayApproveOwn = eligible.has(intent.initiator) || ruling?.action === 'pass';
  const selfApproved = mayApproveOwn && decisions.approved.has(intent.initiator);
  const initiatorSigned = decisions.initiated.has(intent.initiator) || selfApproved;
  const problem = namesThis(policy, intent)
    ? obstacleOf(policy, intent, payeesOf(intent, facts), ruling, nodes, facts)
    : 'otherPolicy';
  const ready = initiatorSigned && done ? 'satisfied' : 'waiting';
  return {
    state: refusedBy ? 'refused' : problem ? 'unsatisfiable' : ready,
    initiatorSigned,
    nodes,
    solo: isSolo(policy),
    action: ruling?.action ?? 'refuse',
    ...(ruling ? { rule: ruling.rule } : {}),
    ...(ruling?.raised ? { raised: ruling.raised } : {}),
    ...(refusedBy ? { refusedBy } : {}),
    ...(problem ? { problem } : {}),
  };
}
