import { pageOf, todo, todoType } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import { type PolicyDocument, parseIntent, toldNodes } from '@holdfast/policy';
import type { Catalog } from '../../catalog.ts';
import { holds } from '../../http/access.ts';
import { bind, type HttpApp } from '../../http/bind.ts';
import { type MemberCaller, who } from '../../http/context.ts';
import { decisionsShown } from '../../nodes.ts';
import { attemptToldOf, stakeToldOf } from '../../orders/service.ts';
import type { LabelOf } from '../../payee-labels.ts';
import { decisionReply } from '../../proposal-reply.ts';
import type { Proposal } from '../../proposals/service.ts';
import type { TeamService } from '../team/service.ts';
import type { WalletService } from '../wallet/service.ts';
import {
  actionOf,
  cancellable,
  type Item,
  isAskedAgain,
  itemStatus,
  openNode,
  stateOf,
  type Thing,
  worthOf,
} from './rules.ts';
import type { TodoService } from './service.ts';

export interface TodoRoutes {
  readonly service: TodoService;
  readonly wallets: WalletService;
  readonly team: Pick<TeamService, 'acceptKey'>;
  readonly catalog: Pick<Catalog, 'centsOf'>;
  /** How long what is asked for waits for its decisions. */
  readonly validForMs: number;
}
/** What turns an item into what the caller reads. */
interface View {
  readonly caller: MemberCaller;
  readonly document: PolicyDocument;
  readonly walletName: (id: number) => string;
  readonly labelOf: LabelOf;
  /** Of each order that pays a batch what its rows remark. */
  readonly rowRemarks: ReadonlyMap<number, readonly string[]>;
  readonly centsOf: Catalog['centsOf'];
  readonly validForMs: number;
}

const person = ({ document }: View, id: string) => ({
  id,
  name: document.members.find((member) => member.id === id)?.name ?? id,
});

function nodesOf({ evaluation, approvals }: Item, view: View) {
  const refusers = new Set(approvals.filter(({ decision }) => decision === 'refuse').map(({ member }) => member));
  const told = toldNodes(evaluation.nodes);
  const open = openNode({ nodes: told });
  return told.map(({ name, kind, threshold, eligible, approved }, index) => ({
    index,
    name,
    kind,
    threshold,
    status: approved.length >= threshold ? 2 : index === open ? 1 : 0,
    members: eligible.map((id) => ({
      ...person(view, id),
      status: refusers.has(id) ? 2 : approved.includes(id) ? 1 : 0,
    })),
  }));
}

function payment(thing: Thing, { walletName, labelOf, rowRemarks, centsOf }: View) {
  if (thing.source !== 'order') return null;
  const { row } = thing;
  const remarks = rowRemarks.get(row.id) ?? [];
  return {
    sub_wallet_id: row.sub_wallet_id,
    sub_wallet_name: walletName(row.sub_wallet_id),
    symbol: row.symbol,
    chain_id: row.chain,
    contract_address: row.contract,
    amount: fromUnits(row.amount, row.decimals),
    worth_usd: worthOf(row, centsOf),
    address_to: row.address_to,
    payee_label: labelOf({ chain: row.chain, address: row.address_to, memo: row.memo }),
    outputs: row.outputs.map(({ address, amount, memo }, at) => ({
      address,
      amount: fromUnits(BigInt(amount), row.decimals),
      memo,
      label: labelOf({ chain: row.chain, address, memo }),
      remark: remarks[at] ?? '',
    })),
    batch_name: row.batch_name,
    stake: stakeToldOf(row),
    ...attemptToldOf(row),
    fee_symbol: row.fee_symbol,
    max_fee: fromUnits(row.max_fee, row.fee_decimals),
  };
}

function change(thing: Thing) {
  if (thing.source !== 'proposal') return null;
  const { kind, subject, policy_version, last_error } = thing.row;
  return { kind, subject, policy_version, last_error };
}

/** A change that stands beside another. */
const otherChange = ({ id, item_type, subject, initiator }: Proposal, view: View) => ({
  item_id: id,
  item_type,
  subject,
  initiator: person(view, initiator),
});

/** Taking a payment back is for whoever may cancel in its sub-wallet; taking a change back, for whoever asked for it. */
const mayCancel = (thing: Thing, caller: MemberCaller): boolean =>
  thing.source === 'proposal' || holds(caller, 'withdraw.cancel', thing.row.sub_wallet_id);

/** One item on the wire. */
function shown(item: Item, view: View) {
  const { thing, evaluation, approvals } = item;
  const { row } = thing;
  const state = stateOf(thing);
  const open = itemStatus(state) === 0;
  return {
    item_id: row.id,
    item_type: thing.source === 'order' ? todoType.withdraw : thing.row.item_type,
    remark: row.remark,
    initiator: person(view, row.initiator),
    created_at: row.created_at,
    expire_at: row.expires_at,
    status: itemStatus(state),
    state,
    my_action: actionOf({ open, initiator: row.initiator, approvals, evaluation }, view.caller.memberId),
    can_cancel: cancellable(thing, view.caller.memberId) && mayCancel(thing, view.caller),
    initiator_signed: evaluation.initiatorSigned,
    asked_again: open && isAskedAgain(parseIntent(row.intent), view.validForMs),
    price_rose: open && evaluation.raised === true,
    value_unknown: (open && evaluation.unknown) || ('' as const),
    more_counted: open && thing.source === 'order' && thing.row.told_sums.length > 0,
    solo_mode: evaluation.solo,
    // By the rules that a change brought nobody reads who had to approve it.
    rule: (open || thing.source === 'order' ? evaluation.rule : undefined) ?? null,
    rules_version: view.document.version,
    nodes: nodesOf(item, view),
    decisions: decisionsShown(item.seen, view.document),
    intent_id: row.intent_id,
    intent_hash: row.digest,
    digest_words: [...item.words],
    approval_url: item.url,
    payment: payment(thing, view),
    change: change(thing),
  };
}

export function bindTodo(app: HttpApp, { service, wallets, team, catalog, validForMs }: TodoRoutes): void {
  const viewOf = async (caller: MemberCaller, items: readonly Item[]) => {
    const ids = items.flatMap(({ thing }) => (thing.source === 'order' ? [thing.row.sub_wallet_id] : []));
    const names: ReadonlyMap<number, string> = await wallets.namesOf(caller.workspaceId, ids);
    const payees = items.flatMap(({ thing }) =>
      thing.source === 'order' ? [thing.row.address_to, ...thing.row.outputs.map(({ address }) => address)] : [],
    );
    const labelOf = holds(caller, 'addressBook.read') ? await service.labels(caller.workspaceId, payees) : () => '';
    const orderIds = items.flatMap(({ thing }) => (thing.source === 'order' ? [thing.row.id] : []));
    const rowRemarks = await service.rowRemarks(caller.workspaceId, orderIds);
    const walletName = (id: number) => names.get(id) ?? '';
    return { caller, validForMs, labelOf, rowRemarks, centsOf: catalog.centsOf, walletName };
  };
  bind(app, todo, {
    list: async ({ item_type, page_no, page_size, ...ask }, { caller }) => {
      const { workspaceId, memberId } = caller;
      const book = holds(caller, 'addressBook.read');
      const asked = { ...ask, itemType: item_type, book, page: page_no, size: page_size };
      const { items, total, older, part, counts, document } = await service.list(workspaceId, memberId, asked);
      const view = await viewOf(caller, items);
      return {
        ...pageOf(
          items.map((item) => shown(item, { ...view, document })),
          total,
          page_size,
        ),
        open_count: counts.open,
        my_count: counts.mine,
        asked_count: counts.asked,
        unseen_count: counts.unseen,
        older_unseen: older,
        search_is_part: part,
        kinds: counts.kinds.map(({ itemType, open, mine }) => ({ item_type: itemType, open, mine })),
      };
    },
    info: async ({ item_type, item_id }, { caller }) => {
      const { workspaceId, memberId } = caller;
      const { item, document, base, rivals, overtaker } = await service.info(workspaceId, memberId, item_type, item_id);
      const view = { ...(await viewOf(caller, [item])), document };
      const { thing } = item;
      return {
        ...shown(item, view),
        document: thing.source === 'proposal' ? thing.row.document : '',
        base,
        rivals: rivals.map(({ found, ends }) => ({ ...otherChange(found, view), ends: ends ?? null })),
        overtaken_by: overtaker ? otherChange(overtaker, view) : null,
      };
    },
    strategyList: async (_input, { caller }) => ({ list: await service.flows(caller.memberId) }),
    acceptKey: async ({ item_id }, { caller, record }) =>
      decisionReply(await team.acceptKey(who(caller), item_id, record)),
  });
}
