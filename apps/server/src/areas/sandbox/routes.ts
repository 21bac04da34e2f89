import { sandbox } from '@holdfast/contract';
import type { Catalog } from '../../catalog.ts';
import { bind, type HttpApp } from '../../http/bind.ts';
import { refuse } from '../../refuse.ts';
import type { DepositService } from '../deposit/service.ts';
import type { SandboxService } from './service.ts';

export function bindSandbox(
  app: HttpApp,
  { service, deposits, catalog }: { service: SandboxService; deposits: DepositService; catalog: Catalog },
): void {
  bind(app, sandbox, {
    status: async () => ({ enabled: service.enabled, chains: await service.status() }),
    fund: async ({ amount, sub_wallet_id: subWalletId, address, ...name }, { caller: { workspaceId } }) => {
      if (!service.enabled) throw refuse('notInSandbox', {});
      if ((subWalletId === undefined) === (address === undefined))
        throw refuse('invalidParameters', { field: 'address' });
      const coin = catalog.coin(name);
      const to =
        address ??
        (subWalletId === undefined ? '' : (await deposits.address({ workspaceId, subWalletId, coin })).row.address);
      return { txid: await service.fund(coin, to, amount) };
    },
    nft: async ({ chain_id, sub_wallet_id: subWalletId }, { caller: { workspaceId } }) => {
      if (!service.enabled) throw refuse('notInSandbox', {});
      const chain = catalog.chains.find(({ id }) => id === chain_id);
      if (!chain) throw refuse('invalidParameters', { field: 'chain_id' });
      const coin = { chain, asset: catalog.feeAsset(chain) };
      const { row } = await deposits.address({ workspaceId, subWalletId, coin });
      return { txid: await service.nft(chain, row.address) };
    },
    mine: async ({ chain_id, blocks }) => {
      await service.mine(chain_id, blocks);
      return {};
    },
  });
}
