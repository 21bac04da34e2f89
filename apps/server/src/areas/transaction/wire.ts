import { orderStatus, transactionType } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { digestWords, type PolicyDocument, parseIntent } from '@holdfast/policy';
import type { Catalog } from '../../catalog.ts';
import { speedsUp } from '../../chains/facts.ts';
import { holds } from '../../http/access.ts';
import type { MemberCaller } from '../../http/context.ts';
import { decisionsShown, nameIn } from '../../nodes.ts';
import { attemptToldOf, orderKindOf, stakeToldOf } from '../../orders/service.ts';
import type { Entry } from './entry.ts';
import { actionsOf, confirmationsOf } from './rules.ts';
import type { TransactionService } from './service.ts';

export interface View extends Awaited<ReturnType<TransactionService['surroundings']>> {
  readonly catalog: Catalog;
  readonly caller: MemberCaller;
}
type Event = Pick<Story['events'][number], 'created_at' | 'status' | 'sub_status' | 'detail'>;
type Story = Awaited<ReturnType<TransactionService['orderStory']>>;

const outputsOf = ({ outputs, address_to, amount, memo }: Entry) =>
  outputs ?? [{ address: address_to, amount: String(amount), memo }];

/** What went back of a deposit; null as long as that is not paid. */
const refundedAmount = ({ refund_status: status, refund_amount: amount, decimals }: Entry): string | null =>
  status === orderStatus.done && amount !== null ? fromUnits(amount, decimals) : null;

/** What gives a deposit back, and which one an order gives back. */
export const refundLinks = ({ refund, refund_status: status, refund_amount: amount, refunds, decimals }: Entry) => ({
  refund:
    refund === null || status === null || amount === null
      ? null
      : { withdraw_id: refund, status, amount: fromUnits(amount, decimals) },
  refunds,
});

/** One line on the wire, in a coin that is no longer configured too. */
export function entryRow(entry: Entry, view: View) {
  const chain = view.catalog.chain(entry.chain);
  const feeText = (units: bigint): string => fromUnits(units, entry.fee_decimals);
  const out = entry.type === transactionType.withdraw;
  const stake = stakeToldOf(entry);
  return {
    id: entry.id,
    type: out ? transactionType[orderKindOf(entry).listed] : entry.type,
    direction: stake ? ('none' as const) : out ? ('out' as const) : ('in' as const),
    stake,
    request_id: entry.request_id,
    sub_wallet_id: entry.sub_wallet_id,
    sub_wallet_name: view.walletNames.get(entry.sub_wallet_id) ?? '',
    symbol: entry.symbol,
    symbol_alias: entry.symbol,
    base_symbol: chain?.baseSymbol ?? '',
    coin_net: chain?.name ?? entry.chain,
    icon: entry.symbol.toLowerCase(),
    contract_address: entry.contract,
    amount: fromUnits(entry.amount, entry.decimals),
    address_from: entry.address_from,
    address_to: entry.address_to,
    outputs: outputsOf(entry).map(({ address, amount, memo }) => ({
      address,
      amount: fromUnits(BigInt(amount), entry.decimals),
      memo,
    })),
    memo: entry.memo,
    customer: entry.customer,
    customer_state: entry.customer_state,
    txid: entry.txid,
    fee_symbol: entry.fee_symbol,
    fee: feeText(entry.max_fee),
    real_fee: entry.real_fee === null ? null : feeText(entry.real_fee),
    status: entry.status,
    sub_status: entry.sub_status,
    confirmations: confirmationsOf(entry, view.heights.get(entry.chain)),
    confirmations_needed: out ? (chain?.confirmations.withdraw ?? 0) : entry.needed,
    tx_height: entry.height,
    withdraw_source: entry.source,
    remark: entry.remark,
    note: entry.note,
    tags: [...entry.tags],
    refund_amount: refundedAmount(entry),
    initiator: entry.initiator,
    initiator_name: entry.initiator === '' ? '' : nameIn(view.document, entry.initiator),
    can: actionsOf(
      entry,
      (access) => holds(view.caller, access, entry.sub_wallet_id),
      chain !== undefined && speedsUp(chain),
    ),
    created_at: entry.created_at,
    updated_at: entry.updated_at,
  };
}

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
  proof: { nonce: '', intent_id: '', intent_digest: '', digest_words: [], policy_version: '', expires_at: null },
  approvals: [],
  decisions: [],
  approval_url: '',
  last_error: '',
  speeds_up: null,
  drops: null,
  open_payments: [],
});

/** What is told of an order beside its line. */
export function orderDetail(story: Story, document: PolicyDocument, approvalUrl: string) {
  const { order, events, decided, nonce, evaluation } = story;
  const name = (member: string): string => nameIn(document, member);
  return {
    timeline: events.map((event) => timelineRow(event, event.actor, name(event.actor))),
    proof: {
      nonce: nonce === undefined ? '' : String(nonce),
      intent_id: order.intent_id,
      intent_digest: order.digest,
      digest_words: digestWords(Buffer.from(order.digest, 'hex')),
      policy_version: parseIntent(order.intent).policy.version,
      expires_at: order.expires_at,
    },
    approvals: evaluation.nodes.map((node) => ({
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
