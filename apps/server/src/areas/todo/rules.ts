import { orderStatus, proposalStatus, todoType } from '@holdfast/contract';
import type { Approval, Evaluation, Flow, Intent, PolicyDocument } from '@holdfast/policy';
import type { Selectable } from 'kysely';
import { type Catalog, centsText } from '../../catalog.ts';
import type { Database } from '../../db/database.ts';
import type { Decided } from '../../nodes.ts';
import type { Judged } from '../../orders/judge.ts';
import type { Order } from '../../orders/moves.ts';
import type { ProposalStatus } from '../../proposals/states.ts';

type Proposal = Selectable<Database['proposals']>;

/** Who decided what. */
type Said = Pick<Approval, 'member' | 'decision'>;

/** Decisions as one text, the same for the same decisions in any order: `approve m-1`, a line each. No member's id has a space. */
export const decisionsText = (decisions: readonly Said[]): string =>
  decisions
    .map(({ member, decision }) => `${decision} ${member}`)
    .sort()
    .join('\n');
export const readDecisions = (text: string): Said[] =>
  text === ''
    ? []
    : text.split('\n').map((line) => {
        const at = line.indexOf(' ');
        return { decision: line.slice(0, at) as Said['decision'], member: line.slice(at + 1) };
      });

/** An order with what its amount and its fee are in. */
export interface Payment extends Order {
  readonly symbol: string;
  readonly contract: string;
  readonly decimals: number;
  readonly fee_symbol: string;
  readonly fee_decimals: number;
}
/** What people decide about: a payment, or a change of the rules or of the address book. */
export type Thing =
  | { readonly source: 'order'; readonly row: Payment }
  | { readonly source: 'proposal'; readonly row: Proposal };
export type Source = Thing['source'];

export interface Item {
  readonly thing: Thing;
  readonly approvals: readonly Approval[];
  readonly evaluation: Judged;
  readonly words: readonly string[];
  /** The decisions as people are told of them. */
  readonly seen: readonly Decided[];
  readonly url: string;
}

export const sourceOf = (itemType: number): Source => (itemType === todoType.withdraw ? 'order' : 'proposal');

/** How a proposal stands, in the numbers that orders have: both end in 2100 when refused and in 2202 when their time is over. */
const stateOfProposal: Readonly<Record<ProposalStatus, number>> = {
  [proposalStatus.open]: orderStatus.awaitingApproval,
  [proposalStatus.applying]: orderStatus.awaitingSignature,
  [proposalStatus.passed]: orderStatus.done,
  [proposalStatus.refused]: orderStatus.approvalRefused,
  [proposalStatus.cancelled]: orderStatus.rejected,
  [proposalStatus.superseded]: orderStatus.systemRejected,
  [proposalStatus.expired]: orderStatus.autoCancelled,
};
export const stateOf = ({ source, row }: Thing): number =>
  source === 'order' ? row.status : (stateOfProposal[row.status as ProposalStatus] ?? orderStatus.failed);

/** 0 open, 1 passed, 2 refused, 3 cancelled, 4 expired (domain.md 6.4). */
export function itemStatus(state: number): number {
  if (state === orderStatus.awaitingApproval) return 0;
  if (state === orderStatus.approvalRefused) return 2;
  if (state === orderStatus.autoCancelled) return 4;
  return state === orderStatus.rejected || state === orderStatus.systemRejected ? 3 : 1;
}

/** Which statuses of the two tables an item status stands for. */
export const statusesOf = (status: number): { readonly order: number[]; readonly proposal: number[] } => ({
  order: Object.values(orderStatus).filter((state) => itemStatus(state) === status),
  proposal: Object.values(proposalStatus).filter((one) => itemStatus(stateOfProposal[one]) === status),
});

/** US dollars: what it was worth when it was paid, else what it would be now, as lists of transactions tell it; null where nobody knows a price. */
export function worthOf(
  { asset_id, amount, worth_cents }: Pick<Payment, 'asset_id' | 'amount' | 'worth_cents'>,
  centsOf: Catalog['centsOf'],
): string | null {
  const cents = worth_cents ?? centsOf(asset_id, amount);
  return cents === null ? null : centsText(cents);
}

/** The node whose turn it is: the first that is not done; -1 when all are. */
export const openNode = ({ nodes }: Pick<Evaluation, 'nodes'>): number =>
  nodes.findIndex(({ approved, threshold }) => approved.length < threshold);

interface Turn {
  readonly open: boolean;
  readonly initiator: string;
  readonly approvals: readonly Said[];
  readonly evaluation: Judged;
}
/** 0 nothing to do, 1 can decide now, 2 has decided. */
export function actionOf({ open, initiator, approvals, evaluation }: Turn, memberId: string): 0 | 1 | 2 {
  const own = approvals.filter(({ member }) => member === memberId).map(({ decision }) => decision);
  if (!open) return own.length > 0 ? 2 : 0;
  // The initiator signs their own request first, also where they may not approve it.
  if (initiator === memberId && !evaluation.initiatorSigned) return 1;
  if (!evaluation.initiatorSigned) return own.length > 0 ? 2 : 0;
  const node = evaluation.nodes[openNode(evaluation)];
  // Who has approved on the one page may do so on the other one too, where that is all that is missing.
  if (own.includes('refuse') || (own.includes('approve') && node?.kind !== 'page')) return 2;
  if (node?.eligible.includes(memberId)) return 1;
  return own.length > 0 ? 2 : 0;
}

/**
 * Was this intent made anew under what came into force since? Then it holds until the first one's end, and so for less than a whole term.
 * @param termMs how long what is asked for waits for its decisions
 */
export const isAskedAgain = ({ created, expires }: Pick<Intent, 'created' | 'expires'>, termMs: number): boolean =>
  Number(expires) - Number(created) < termMs;

/** Whether there is anything that the initiator can still take back: a payment before it may be signed, a change before signers take it over. */
export const cancellable = (thing: Thing, memberId: string): boolean =>
  thing.row.initiator === memberId &&
  itemStatus(stateOf(thing)) === 0 &&
  (thing.source === 'proposal' || thing.row.exposed_at === null);

/** Where the rules in force ask a member: each rule that names them, with its nodes, in the order in which rules are tried. */
export function flowsOf(policy: PolicyDocument, memberId: string) {
  const of = (level: 'senior' | 'basic' | 'workspace', id: string, name: string, flow: Flow) => ({
    level,
    id,
    name,
    nodes: flow.nodes.map((node, index) => ({
      index,
      name: node.name,
      kind: node.kind,
      threshold: Number(node.threshold),
      members: new Set(node.approvers).size,
      mine: node.approvers.includes(memberId),
    })),
  });
  const flows = [
    ...policy.senior.filter(({ enabled }) => enabled === 'on').map((rule) => of('senior', rule.id, rule.name, rule)),
    ...policy.strategies.map((rule) => of('basic', rule.wallet, '', rule)),
    ...policy.workspace.map((rule) => of('workspace', rule.op, rule.op, rule)),
  ];
  return flows.filter(({ nodes }) => nodes.some(({ mine }) => mine));
}
