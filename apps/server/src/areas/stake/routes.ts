import { stake } from '@holdfast/contract';
import type { Recorder } from '../../audit/service.ts';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import { type MemberCaller, who } from '../../http/context.ts';
import type { OrdersService } from '../../orders/service.ts';
import { takenRow } from '../withdraw/service.ts';
import type { Ask, StakeService } from './service.ts';
import { accountRow } from './wire.ts';

interface Context {
  readonly caller: MemberCaller;
  readonly record: Recorder;
}
const none = { resource: '', amount: '0', address_to: '', lock_blocks: 0 } as const;

export function bindStake(app: HttpApp, service: StakeService, orders: OrdersService): void {
  const ask = async (asked: Ask, { caller, record }: Context) => {
    const made = await service.ask(who(caller), asked, record);
    const { document: policy } = await orders.policy();
    return takenRow(made, orders.approvalUrl(made.intentId, made.digest, { policy, member: caller.memberId }));
  };
  const handlers: Handlers<typeof stake> = {
    accounts: async ({ sub_wallet_id }, { caller: { workspaceId } }) => ({
      list: (await service.accounts(workspaceId, sub_wallet_id)).map(accountRow),
    }),
    stake: (input, context) => ask({ ...none, ...input, kind: 'stake' }, context),
    unstake: (input, context) => ask({ ...none, ...input, kind: 'unstake' }, context),
    withdrawUnfrozen: (input, context) => ask({ ...none, ...input, kind: 'unfrozen' }, context),
    delegate: (input, context) => ask({ ...none, ...input, kind: 'delegate' }, context),
    reclaim: (input, context) => ask({ ...none, ...input, kind: 'reclaim' }, context),
  };
  bind(app, stake, handlers);
}
