import { familyOf } from '@holdfast/chains';
import { depositStatus } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { digestWords, isDeploy, type PolicyDocument, parseIntent, toldNodes } from '@holdfast/policy';
import { decisionsShown, nameIn } from '../../nodes.ts';
import { attemptToldOf } from '../../orders/service.ts';
import type { Entry } from './entry.ts';
import type { TransactionService } from './service.ts';

type Event = Pick<Story['events'][number], 'created_at' | 'status' | 'sub_status' | 'detail'>;
type Story = Awaited<ReturnType<TransactionService['orderStory']>>;

/** What gives a deposit back, and which one an order gives back. */
export const refundLinks = ({ refund, refund_status: status, refund_amount: amount, refunds, decimals }: Entry) => ({
  refund:
    refund === null || status === null || amount === null
      ? null
      : { withdraw_id: refund, status, amount: fromUnits(amount, decimals) },
  refunds,
});

const timelineRow = (event: Event, actor: string, actorName: string) => ({
  time: event.created_at,
  status: event.status,
  sub_status: event.sub_status,
  actor,
  actor_name: actorName,
  detail: event.detail,
});

/** What is told of a deposit beside its line: it has no approvals, and nothing of it was signed here. */
export const depositDetail = (events: readonly Event[]) => ({
  timeline: events.map((event) => timelineRow(event, 'chain', '')),
  proof: {
    nonce: '',
    created_contract: '',
    intent_id: '',
    intent_digest: '',
    digest_words: [],
    policy_version: '',
    expires_at: null,
  },
  approvals: [],
  decisions: [],
  approval_url: '',
  last_error: '',
  speeds_up: null,
  drops: null,
  open_payments: [],
});

/** Seen in a block, and what became of it. */
export const nftEvents = ({ status, sub_status, created_at, updated_at, height }: Entry): readonly Event[] => {
  const seen = {
    status: depositStatus.unconfirmed,
    sub_status: 'seen',
    created_at,
    detail: { height: String(height) },
  };
  return sub_status === 'seen' ? [seen] : [seen, { status, sub_status, created_at: updated_at, detail: {} }];
};

/** Where the contract lies that an order deploys; '' where it deploys none, or has no nonce yet. */
function createdBy({ order, nonce }: Story): string {
  const intent = parseIntent(order.intent);
  const family = familyOf(order.chain);
  if (!isDeploy(intent) || nonce === undefined || family.model !== 'account') return '';
  return family.createdAt?.(intent.from, BigInt(nonce)) ?? '';
}

/** What is told of an order beside its line. */
export function orderDetail(story: Story, document: PolicyDocument, approvalUrl: string) {
  const { order, events, decided, nonce, evaluation } = story;
  const name = (member: string): string => nameIn(document, member);
  return {
    timeline: events.map((event) => timelineRow(event, event.actor, name(event.actor))),
    proof: {
      nonce: nonce === undefined ? '' : String(nonce),
      created_contract: createdBy(story),
      intent_id: order.intent_id,
      intent_digest: order.digest,
      digest_words: digestWords(Buffer.from(order.digest, 'hex')),
      policy_version: parseIntent(order.intent).policy.version,
      expires_at: order.expires_at,
    },
    approvals: toldNodes(evaluation.nodes).map((node) => ({
      name: node.name,
      kind: node.kind,
      threshold: node.threshold,
      members: node.eligible.map((member) => ({ member_id: member, name: name(member) })),
      approved: [...node.approved],
    })),
    decisions: decisionsShown(decided, document),
    approval_url: approvalUrl,
    last_error: order.last_error,
    ...attemptToldOf(order),
    open_payments: story.open,
  };
}
