import { roleNumber, wallet } from '@holdfast/contract';
import type { Catalog } from '../../catalog.ts';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import type { BalanceRow } from './ledger-port.ts';
import { focusMax, matches } from './rules.ts';
import type { WalletService } from './service.ts';
import * as view from './view.ts';

type WalletHandlers = Handlers<typeof wallet>;

const ofWallet = (rows: readonly BalanceRow[], id: number): BalanceRow[] =>
  rows.filter((row) => row.subWalletId === id);

function listHandlers(service: WalletService, catalog: Catalog) {
  return {
    asset: async (_input, { caller: { workspaceId, role } }) => {
      const [workspace, rows, subWallets] = await Promise.all([
        service.workspace(workspaceId),
        service.balances(workspaceId),
        service.subWallets(workspaceId),
      ]);
      const usd = view.worth(catalog, rows);
      const row = {
        wallet_id: workspaceId,
        wallet_name: workspace.name,
        alias: workspace.alias,
        role: roleNumber(role),
        sub_wallet_count: subWallets.length,
        asset_usd: usd,
        status: 1,
        expire_time: null,
      };
      return { total_usd: usd, total_btc: view.worthInBtc(catalog, rows), list: [row] };
    },
    subWallets: async ({ wallet_id, keyword, page_no, page_size }, { caller: { workspaceId, role } }) => {
      service.checkWorkspace(workspaceId, wallet_id);
      const [all, rows, members] = await Promise.all([
        service.subWallets(workspaceId),
        service.balances(workspaceId),
        service.memberCount(workspaceId),
      ]);
      const found = all.filter((each) => matches(keyword, each.name, each.alias));
      const rest = found.filter((each) => !each.is_top);
      const row = (each: (typeof all)[number]) =>
        view.subWalletRow(each, { role, members, usd: view.worth(catalog, ofWallet(rows, each.id)) });
      return {
        top_sub_wallet_list: found.filter((each) => each.is_top).map(row),
        sub_wallet_list: rest.slice((page_no - 1) * page_size, page_no * page_size).map(row),
        pageTotal: Math.ceil(rest.length / page_size),
        total: found.length,
      };
    },
    allSubWallets: async ({ wallet_id, type }, { caller: { workspaceId } }) => {
      service.checkWorkspace(workspaceId, wallet_id);
      const all = await service.subWallets(workspaceId);
      const list = all.filter((each) => type === undefined || each.type === type).map(view.nameRow);
      return { list };
    },
    subWalletsBalance: async ({ wallet_id, ...name }, { caller: { workspaceId } }) => {
      service.checkWorkspace(workspaceId, wallet_id);
      const { asset } = catalog.coin(name);
      const [all, rows] = await Promise.all([service.subWallets(workspaceId), service.balances(workspaceId)]);
      const list = all.map(({ id }) => ({
        sub_wallet_id: id,
        ...view.bucketsOf(
          rows.find((row) => row.subWalletId === id && row.assetId === asset.id),
          asset.decimals,
        ),
      }));
      return { list };
    },
    history: async ({ wallet_id, sub_wallet_id, start, end }, { caller: { workspaceId } }) => {
      service.checkWorkspace(workspaceId, wallet_id);
      if (sub_wallet_id !== undefined) await service.subWallet(workspaceId, sub_wallet_id);
      const points = await service.history(workspaceId, sub_wallet_id, { start, end });
      return { list: points.map(({ time, holdings }) => ({ time, asset_usd: view.holdingsWorth(catalog, holdings) })) };
    },
  } satisfies Partial<WalletHandlers>;
}

function subWalletHandlers(service: WalletService, catalog: Catalog) {
  return {
    createSubWallet: async (input, { caller: { workspaceId, userId }, record }) => {
      service.checkWorkspace(workspaceId, input.wallet_id);
      const { id, addresses } = await service.createSubWallet(
        {
          workspaceId,
          name: input.sub_wallet_name,
          type: input.sub_wallet_type,
          showStatus: input.app_show_status,
          createdBy: userId,
        },
        input.account_form,
        record,
      );
      const deployment = await service.deployment();
      return {
        sub_wallet_id: id,
        status: 1,
        addresses: addresses.map((row) => view.addressRow(catalog, deployment, row)),
      };
    },
    updateAlias: async ({ wallet_id, sub_wallet_id, alias }, { caller: { workspaceId }, record }) => {
      service.checkWorkspace(workspaceId, wallet_id);
      await service.setAlias(workspaceId, sub_wallet_id, alias, record);
      return {};
    },
    openCoin: async ({ wallet_id }, { caller: { workspaceId } }) => {
      service.checkWorkspace(workspaceId, wallet_id);
      const [opened, rows] = await Promise.all([service.opened(workspaceId), service.balances(workspaceId)]);
      const chains = catalog.chains.map((chain) => view.chainRow(catalog, chain, opened, rows));
      return { open_main_chain: chains.filter((row) => row.if_open_chain), support_main_chain: chains };
    },
    setOpenCoin: async (
      { wallet_id, chain_id, contract_address, open, account_form: form },
      { caller: { workspaceId }, record },
    ) => {
      service.checkWorkspace(workspaceId, wallet_id);
      await service.setOpen({ workspaceId, chain: chain_id, contract: contract_address }, { open, form }, record);
      return {};
    },
    coinsAsset: async ({ sub_wallet_id, hide_zero, keyword }, { caller: { workspaceId, userId } }) => {
      await service.subWallet(workspaceId, sub_wallet_id);
      const [opened, rows, addresses, focus] = await Promise.all([
        service.opened(workspaceId),
        service.balances(workspaceId, sub_wallet_id),
        service.addresses(workspaceId, sub_wallet_id),
        service.focus(workspaceId, userId, sub_wallet_id),
      ]);
      const list = catalog.coins
        .filter(({ asset }) => matches(keyword, asset.symbol, asset.name, asset.contract))
        .map(({ chain, asset }) =>
          view.coinRow({
            catalog,
            chain,
            asset,
            balance: rows.find((row) => row.assetId === asset.id),
            focus: focus.some(({ assetId }) => assetId === asset.id),
            address: addresses.find((row) => row.chain === chain.id && row.branch === 0)?.address ?? '',
            open: opened.isOpen(chain.id, asset.contract),
          }),
        );
      // What is closed is hidden, but never what is still there.
      const shown = list.filter((row) => row.enable_deposit || row.total_balance !== '0');
      return {
        asset_usd: view.worth(catalog, rows),
        list: shown.filter((row) => !hide_zero || row.total_balance !== '0'),
      };
    },
    focusCoins: async ({ sub_wallet_id }, { caller: { workspaceId, userId } }) => {
      const list = (await service.focus(workspaceId, userId, sub_wallet_id)).map(({ symbol }) => symbol);
      return { focus_num: list.length, focus_max: focusMax, list };
    },
    setFocus: async ({ sub_wallet_id, focus, ...name }, { caller: { workspaceId, userId } }) => ({
      focus_num: await service.setFocus({ workspaceId, userId, subWalletId: sub_wallet_id }, catalog.coin(name), focus),
      focus_max: focusMax,
    }),
  } satisfies Partial<WalletHandlers>;
}

export function bindWallet(app: HttpApp, { service, catalog }: { service: WalletService; catalog: Catalog }): void {
  bind(app, wallet, { ...listHandlers(service, catalog), ...subWalletHandlers(service, catalog) });
}
