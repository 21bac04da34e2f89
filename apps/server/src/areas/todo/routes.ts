import { pageOf, todo, todoType } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import type { PolicyDocument } from '@holdfast/policy';
import type { Catalog } from '../../catalog.ts';
import { bind, type HttpApp } from '../../http/bind.ts';
import type { WalletService } from '../wallet/service.ts';
import { actionOf, type Item, itemStatus, openNode } from './rules.ts';
import type { TodoService } from './service.ts';

export interface TodoRoutes {
  readonly service: TodoService;
  readonly catalog: Catalog;
  readonly wallets: WalletService;
}

function nodesOf({ evaluation, approvals }: Item, nameOf: (id: string) => string) {
  const refusers = new Set(approvals.filter(({ decision }) => decision === 'refuse').map(({ member }) => member));
  const open = openNode(evaluation);
  return evaluation.nodes.map(({ name, threshold, eligible, approved }, index) => ({
    index,
    name,
    threshold,
    status: approved.length >= threshold ? 2 : index === open ? 1 : 0,
    members: eligible.map((id) => ({
      id,
      name: nameOf(id),
      status: refusers.has(id) ? 2 : approved.includes(id) ? 1 : 0,
    })),
  }));
}

/** One item on the wire. */
function row(item: Item, memberId: string, document: PolicyDocument, subWalletName: string, catalog: Catalog) {
  const { order, evaluation } = item;
  const nameOf = (id: string): string => document.members.find((member) => member.id === id)?.name ?? id;
  const text = (units: bigint, symbol: string): string => fromUnits(units, catalog.coin(symbol).asset.decimals);
  const amount = text(order.amount, order.symbol);
  return {
    item_id: order.id,
    item_type: todoType.withdraw,
    business_id: order.id,
    sub_wallet_id: order.sub_wallet_id,
    sub_wallet_name: subWalletName,
    title: `${amount} ${order.symbol}`,
    symbol: order.symbol,
    amount,
    address_to: order.address_to,
    remark: order.remark,
    fee_symbol: order.fee_symbol,
    max_fee: text(order.max_fee, order.fee_symbol),
    initiator: { id: order.initiator, name: nameOf(order.initiator) },
    created_at: order.created_at,
    expire_at: order.expires_at,
    status: itemStatus(order.status),
    my_action: actionOf(item, memberId),
    initiator_signed: evaluation.initiatorSigned,
    solo_mode: evaluation.solo,
    rule: evaluation.rule ?? null,
    nodes: nodesOf(item, nameOf),
    intent_id: order.intent_id,
    intent_hash: order.digest,
    digest_words: [...item.words],
    approval_url: item.url,
  };
}

export function bindTodo(app: HttpApp, { service, catalog, wallets }: TodoRoutes): void {
  bind(app, todo, {
    list: async ({ status, mine, page_no, page_size }, { caller: { workspaceId, memberId } }) => {
      const found = await service.list(workspaceId, memberId, { status, mine, page: page_no, size: page_size });
      const names = new Map((await wallets.subWallets(workspaceId)).map(({ id, name }) => [id, name]));
      const list = found.items.map((item) =>
        row(item, memberId, found.document, names.get(item.order.sub_wallet_id) ?? '', catalog),
      );
      return { ...pageOf(list, found.total, page_size), open_count: found.counts.open, my_count: found.counts.mine };
    },
  });
}
