import { sandbox } from '@holdfast/contract';
import { bind, type HttpApp } from '../../http/bind.ts';
import { refuse } from '../../refuse.ts';
import type { DepositService } from '../deposit/service.ts';
import type { SandboxService } from './service.ts';

export function bindSandbox(
  app: HttpApp,
  { service, deposits }: { service: SandboxService; deposits: DepositService },
): void {
  bind(app, sandbox, {
    status: async () => ({ enabled: service.enabled, chains: await service.status() }),
    fund: async ({ symbol, amount, sub_wallet_id: subWalletId, address }, { caller: { workspaceId } }) => {
      if (!service.enabled) throw refuse('notInSandbox', {});
      if ((subWalletId === undefined) === (address === undefined))
        throw refuse('invalidParameters', { field: 'address' });
      const to =
        address ??
        (subWalletId === undefined ? '' : (await deposits.address({ workspaceId, subWalletId, symbol })).row.address);
      return { txid: await service.fund(symbol, to, amount) };
    },
    mine: async ({ chain_id, blocks }) => {
      await service.mine(chain_id, blocks);
      return {};
    },
  });
}
