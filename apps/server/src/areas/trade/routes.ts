import { pageOf, trade } from '@holdfast/contract';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import { type MemberCaller, who } from '../../http/context.ts';
import type { OrdersService, Submitted } from '../../orders/service.ts';
import { takenRow } from '../withdraw/service.ts';
import type { TradeService } from './service.ts';

export function bindTrade(app: HttpApp, service: TradeService, orders: OrdersService): void {
  const taken = async (made: Submitted, { memberId: member }: MemberCaller) => {
    const { document: policy } = await orders.policy();
    return takenRow(made, orders.approvalUrl(made.intentId, made.digest, { policy, member }));
  };
  const handlers: Handlers<typeof trade> = {
    info: ({ sub_wallet_id }, { caller: { workspaceId } }) => service.info(workspaceId, sub_wallet_id),
    openNet: async ({ sub_wallet_id }, { caller: { workspaceId } }) => ({
      list: await service.networks(workspaceId, sub_wallet_id),
    }),
    hotCoin: async ({ sub_wallet_id, main_chain_symbol }, { caller: { workspaceId } }) => ({
      list: await service.hotCoins(workspaceId, sub_wallet_id, main_chain_symbol),
    }),
    crossCoins: async ({ sub_wallet_id, ...name }, { caller: { workspaceId } }) => ({
      list: await service.crossCoins(workspaceId, sub_wallet_id, name),
    }),
    price: (ask, { caller }) => service.quote(who(caller), ask),
    check: (named, { caller }) => service.check(who(caller), named),
    submit: async (ask, { caller, record }) => {
      const { id, made } = await service.submit(who(caller), ask, record);
      return { trade_id: id, ...(await taken(made, caller)) };
    },
    approveInfo: (named, { caller }) => service.approveInfo(who(caller), named),
    createApprove: async (ask, { caller, record }) =>
      taken(await service.createApprove(who(caller), ask, record), caller),
    recordCount: (filter, { caller: { workspaceId } }) => service.counts(workspaceId, filter),
    recordList: async ({ page_no, page_size, ...filter }, { caller: { workspaceId } }) => {
      const [{ total }, list] = await Promise.all([
        service.counts(workspaceId, filter),
        service.list(workspaceId, filter, { skip: (page_no - 1) * page_size, size: page_size }),
      ]);
      return pageOf(list, total, page_size);
    },
  };
  bind(app, trade, handlers);
}
