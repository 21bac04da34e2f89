import { web3 } from '@holdfast/contract';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import { who } from '../../http/context.ts';
import type { OrdersService } from '../../orders/service.ts';
import { takenRow } from '../withdraw/service.ts';
import type { Web3Service } from './service.ts';

export function bindWeb3(app: HttpApp, service: Web3Service, orders: OrdersService): void {
  const handlers: Handlers<typeof web3> = {
    allowances: async ({ sub_wallet_id }, { caller: { workspaceId } }) => ({
      list: await service.allowances(workspaceId, sub_wallet_id),
    }),
    info: ({ sub_wallet_id, main_chain_symbol }, { caller: { workspaceId } }) =>
      service.info(workspaceId, sub_wallet_id, main_chain_symbol),
    cancel: async ({ trans_id, remark }, { caller, record }) => ({
      trans_id,
      status: await service.cancel(caller, trans_id, remark, record),
    }),
    message: ({ trans_id }, { caller: { workspaceId } }) => service.message(workspaceId, trans_id),
    simulateDeploy: (ask, { caller }) => service.lookAtDeploy(who(caller), ask),
    simulate: (ask, { caller }) => service.look(who(caller), ask),
    create: async (ask, { caller, record }) => {
      const made = await service.ask(who(caller), ask, record);
      const { document: policy } = await orders.policy();
      return takenRow(made, orders.approvalUrl(made.intentId, made.digest, { policy, member: caller.memberId }));
    },
  };
  bind(app, web3, handlers);
}
