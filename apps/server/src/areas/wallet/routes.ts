import type { ChainConfig } from '@holdfast/chains';
import { pageOf, roleNumber, subWallet, wallet } from '@holdfast/contract';
import type { Catalog } from '../../catalog.ts';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import { focusMax, isHiddenFrom, matches } from './rules.ts';
import type { WalletService } from './service.ts';
import * as view from './view.ts';

type WalletHandlers = Handlers<typeof wallet>;

/** More names than a selector shows before it is searched. */
const namesMost = 1_000;
/** Where counting ends of those that hold a keyword. */
const countMax = 10_000;

function listHandlers(service: WalletService, catalog: Catalog) {
  return {
    asset: async (_input, { caller: { workspaceId, role } }) => {
      const [workspace, held, count] = await Promise.all([
        service.workspace(workspaceId),
        service.totals(workspaceId),
        service.subWalletCount(workspaceId),
      ]);
      const usd = view.worth(catalog, held);
      const row = {
        wallet_id: workspaceId,
        wallet_name: workspace.name,
        alias: workspace.alias,
        role: roleNumber(role),
        sub_wallet_count: count,
        asset_usd: usd,
      };
      return { total_usd: usd, total_btc: view.worthInBtc(catalog, held), list: [row] };
    },
    subWallets: async (
      { wallet_id, sub_wallet_id: id, keyword, page_no, page_size },
      { caller: { workspaceId, role } },
    ) => {
      service.checkWorkspace(workspaceId, wallet_id);
      const countTo = keyword === undefined ? undefined : countMax + 1;
      const [top, rest, members] = await Promise.all([
        service.subWalletPage(workspaceId, { id, keyword, isTop: true, page: 1, size: namesMost }),
        service.subWalletPage(workspaceId, { id, keyword, isTop: false, page: page_no, size: page_size, countTo }),
        service.memberCount(workspaceId),
      ]);
      const counted = keyword === undefined ? rest.total : Math.min(rest.total, countMax);
      const shown = [...top.rows, ...rest.rows].map(({ id }) => id);
      const held = Map.groupBy(await service.balances(workspaceId, shown), ({ subWalletId }) => subWalletId);
      const row = (each: (typeof top.rows)[number]) =>
        view.subWalletRow(each, {
          role,
          members,
          usd: view.worth(catalog, view.holdingsOf(held.get(each.id) ?? [])),
        });
      return {
        top_sub_wallet_list: top.rows.map(row),
        sub_wallet_list: rest.rows.map(row),
        pageTotal: Math.ceil(counted / page_size),
        total: top.total + counted,
        total_is_bounded: counted < rest.total,
      };
    },
    allSubWallets: async ({ wallet_id, ...ask }, { caller: { workspaceId } }) => {
      service.checkWorkspace(workspaceId, wallet_id);
      const page = { ...ask, page: 1, countTo: namesMost + 1 };
      const { rows, total } = await service.subWalletPage(workspaceId, page);
      return { list: rows.map(view.nameRow), total };
    },
    subWalletsBalance: async ({ wallet_id, page_no, page_size, ...name }, { caller: { workspaceId } }) => {
      service.checkWorkspace(workspaceId, wallet_id);
      const { asset } = catalog.coin(name);
      const { rows: shown, total } = await service.subWalletPage(workspaceId, { page: page_no, size: page_size });
      const ids = shown.map(({ id }) => id);
      const rows = await service.balances(workspaceId, ids, asset.id);
      const byWallet = new Map(rows.map((row) => [row.subWalletId, row]));
      const list = shown.map(({ id, name }) => ({
        sub_wallet_id: id,
        sub_wallet_name: name,
        ...view.bucketsOf(byWallet.get(id), asset.decimals),
      }));
      return pageOf(list, total, page_size);
    },
    history: async ({ wallet_id, sub_wallet_id, start, end }, { caller: { workspaceId } }) => {
      service.checkWorkspace(workspaceId, wallet_id);
      if (sub_wallet_id !== undefined) await service.subWallet(workspaceId, sub_wallet_id);
      const points = await service.history(workspaceId, sub_wallet_id, { start, end });
      return { list: points.map(({ time, holdings }) => ({ time, asset_usd: view.worth(catalog, holdings) })) };
    },
  } satisfies Partial<WalletHandlers>;
}

function openingHandlers(service: WalletService, catalog: Catalog) {
  return {
    openCoin: async ({ wallet_id }, { caller: { workspaceId } }) => {
      service.checkWorkspace(workspaceId, wallet_id);
      const [opened, held, stops] = await Promise.all([
        service.opened(workspaceId),
        service.totals(workspaceId),
        service.coinStops(workspaceId),
      ]);
      const row = async (chain: ChainConfig) => {
        const isOpening = opened.stateOf(chain.id) === 'opening';
        const progress = isOpening ? await service.openingOf(workspaceId, chain) : undefined;
        return view.chainRow(catalog, chain, opened, { held, stops, progress });
      };
      const chains = await Promise.all(catalog.chains.map(row));
      return { open_main_chain: chains.filter((row) => row.if_open_chain), support_main_chain: chains };
    },
    setOpenCoin: async (
      { wallet_id, chain_id, contract_address, open, account_form: form },
      { caller: { workspaceId }, record },
    ) => {
      service.checkWorkspace(workspaceId, wallet_id);
      await service.setOpen({ workspaceId, chain: chain_id, contract: contract_address }, { open, form }, record);
      const { stateOf } = await service.opened(workspaceId);
      return { opening: stateOf(chain_id) === 'opening' };
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
    coinsAsset: async ({ sub_wallet_id, hide_zero, keyword }, { caller: { workspaceId, userId, role } }) => {
      const wallet = await service.subWallet(workspaceId, sub_wallet_id);
      const [opened, rows, addresses, focus, deployment, stops] = await Promise.all([
        service.opened(workspaceId),
        service.balances(workspaceId, [sub_wallet_id]),
        service.firstAddresses(workspaceId, sub_wallet_id, catalog.chains),
        service.focus(workspaceId, userId, sub_wallet_id),
        service.deployment(),
        service.coinStops(workspaceId),
      ]);
      const hidden = wallet.status !== 'active' || isHiddenFrom(role, wallet);
      const list = catalog.coins
        .filter(({ asset }) => matches(keyword, asset.symbol, asset.name, asset.contract))
        .map((coin) => {
          const { chain, asset } = coin;
          const open = opened.isOpen(chain.id, asset.contract);
          return view.coinRow({
            catalog,
            chain,
            asset,
            balance: rows.find((row) => row.assetId === asset.id),
            focus: focus.some(({ assetId }) => assetId === asset.id),
            address: addresses.find((row) => row.chain === chain.id),
            deployment,
            open,
            receives: stops.deposit(coin, open) === '',
            pays: view.isPaid(catalog, coin, { hidden, open, stops }),
          });
        });
      // What is closed is hidden, but never what is still there.
      const shown = list.filter((row) => row.open || row.total_balance !== '0');
      return {
        asset_usd: view.worth(catalog, view.holdingsOf(rows)),
        list: shown.filter((row) => !hide_zero || row.total_balance !== '0'),
      };
    },
  } satisfies Partial<WalletHandlers>;
}

function focusHandlers(service: WalletService, catalog: Catalog) {
  return {
    focusCoins: async ({ sub_wallet_id }, { caller: { workspaceId, userId } }) => {
      const list = (await service.focus(workspaceId, userId, sub_wallet_id)).map(({ symbol }) => symbol);
      return { focus_num: list.length, focus_max: focusMax, list };
    },
    focusLimit: async ({ sub_wallet_id }, { caller: { workspaceId, userId } }) => {
      const { length } = await service.focus(workspaceId, userId, sub_wallet_id);
      return { pass: length < focusMax, focus_num: length, focus_max: focusMax };
    },
    setFocus: async ({ sub_wallet_id, focus, ...name }, { caller: { workspaceId, userId } }) => ({
      focus_num: await service.setFocus({ workspaceId, userId, subWalletId: sub_wallet_id }, catalog.coin(name), focus),
      focus_max: focusMax,
    }),
  } satisfies Partial<WalletHandlers>;
}

export function bindWallet(app: HttpApp, { service, catalog }: { service: WalletService; catalog: Catalog }): void {
  bind(app, wallet, {
    ...listHandlers(service, catalog),
    ...openingHandlers(service, catalog),
    ...subWalletHandlers(service, catalog),
    ...focusHandlers(service, catalog),
  });
}

/** What becomes of sub-wallets. */
export function bindSubWallet(app: HttpApp, service: WalletService): void {
  const handlers: Handlers<typeof subWallet> = {
    setTop: async ({ sub_wallet_id, is_top }, { caller: { workspaceId }, record }) => {
      await service.setTop(workspaceId, sub_wallet_id, is_top, record);
      return {};
    },
    setShown: async (
      { wallet_id, sub_wallet_ids: ids, app_show_status: status },
      { caller: { workspaceId }, record },
    ) => {
      service.checkWorkspace(workspaceId, wallet_id);
      return { changed: await service.setShown({ workspaceId, ids, status }, record) };
    },
    archive: async ({ sub_wallet_id, archived }, { caller: { workspaceId }, record }) => {
      await service.archive(workspaceId, sub_wallet_id, archived, record);
      return {};
    },
  };
  bind(app, subWallet, handlers);
}
