import { stake } from '@holdfast/contract';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import type { StakeService } from './service.ts';
import { accountRow } from './wire.ts';

export function bindStake(app: HttpApp, service: StakeService): void {
  const handlers: Handlers<typeof stake> = {
    accounts: async ({ sub_wallet_id }, { caller: { workspaceId } }) => ({
      list: (await service.accounts(workspaceId, sub_wallet_id)).map(accountRow),
    }),
  };
  bind(app, stake, handlers);
}
