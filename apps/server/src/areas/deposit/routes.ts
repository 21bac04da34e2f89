import { type AssetConfig, type ChainConfig, familyOf } from '@holdfast/chains';
import { deposit, messageOf, pageOf } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import type { Catalog } from '../../catalog.ts';
import { factsOf } from '../../chains/facts.ts';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import { type Address, addressType, formName, proofOf } from '../wallet/service.ts';
import type { CustomerMemo } from './memos.ts';
import type { DepositAddress, DepositService } from './service.ts';

export interface DepositRoutes {
  readonly service: DepositService;
  readonly catalog: Catalog;
}

type Listed = Awaited<ReturnType<DepositService['list']>>['rows'][number];

/** What a deposit address is on the wire. */
const addressRow = (
  deployment: string,
  verifyUrl: string,
  { row, asset, common, form }: DepositAddress,
  suspended: boolean,
) => ({
  address_id: row.id,
  symbol: asset.symbol,
  address: row.address,
  memo: '',
  addr_type: addressType(row.branch),
  addr_form: form,
  address_label: row.label,
  is_common: common,
  qr_text: row.address,
  text: row.address,
  deposit_suspended: suspended,
  chain_id: row.chain,
  path: row.path,
  proof: proofOf(deployment, row),
  verify_url: verifyUrl,
});

const listRow = (deployment: string, chain: ChainConfig, asset: AssetConfig, each: Listed) => ({
  address_id: each.id,
  address: each.address,
  memo: '',
  addr_type: addressType(each.branch),
  addr_form: formName(chain, each.branch),
  address_label: each.label,
  balance: fromUnits(each.balance, asset.decimals),
  is_common: each.branch === 0 && (each.index === 0 || !factsOf(chain).manyAddresses),
  chain_id: chain.id,
  path: each.path,
  proof: proofOf(deployment, each),
  last_used_at: each.last_used_at,
  created_at: each.created_at,
});

const memoRow = (deployment: string, { id, customer, memo }: CustomerMemo, at: Address) => ({
  memo_id: id,
  customer,
  memo,
  address: at.address,
  chain_id: at.chain,
  path: at.path,
  proof: proofOf(deployment, at),
});

function memoHandlers(service: DepositService, catalog: Catalog) {
  return {
    memos: async ({ sub_wallet_id: subWalletId, keyword = '', page_no, page_size, ...name }, { caller }) => {
      const of = { workspaceId: caller.workspaceId, subWalletId, coin: catalog.coin(name) };
      const { rows, total, at } = await service.memos(of, { keyword, page: page_no, size: page_size });
      const deployment = await service.deployment();
      return pageOf(
        rows.map((each) => ({
          ...memoRow(deployment, each, at),
          deposit_count: each.deposits,
          last_used_at: each.last_used_at,
          created_at: each.created_at,
        })),
        total,
        page_size,
      );
    },
    createMemo: async ({ sub_wallet_id: subWalletId, customer, memo, ...name }, { caller, record }) => {
      const of = { workspaceId: caller.workspaceId, subWalletId, coin: catalog.coin(name) };
      const { row: made, at } = await service.createMemo(of, { customer, memo }, record);
      return memoRow(await service.deployment(), made, at);
    },
  } satisfies Partial<Handlers<typeof deposit>>;
}

export function bindDeposit(app: HttpApp, { service, catalog }: DepositRoutes): void {
  const row = async (found: DepositAddress, suspended: boolean) =>
    addressRow(await service.deployment(), service.verifyUrl(found.row), found, suspended);
  const handlers: Handlers<typeof deposit> = {
    info: async ({ sub_wallet_id: subWalletId, ...name }, { caller: { workspaceId }, language }) => {
      const coin = catalog.coin(name);
      const { chain, asset } = coin;
      await service.address({ workspaceId, subWalletId, coin });
      const stopped = await service.stopped(workspaceId, coin);
      const enabled = stopped === '';
      return {
        symbol: asset.symbol,
        symbol_alias: asset.symbol,
        base_symbol: chain.baseSymbol,
        coin_net: chain.name,
        enable_deposit: enabled,
        enableDeposit: enabled,
        deposit_confirmation: chain.confirmations.deposit,
        min_deposit: fromUnits(BigInt(asset.minDeposit), asset.decimals),
        support_memo: familyOf(chain).memo !== 'none',
        support_multi_addr: factsOf(chain).manyAddresses,
        addr_forms: [...(familyOf(chain).addressForms ?? [])],
        contract_address: asset.contract,
        decimals: asset.decimals,
        tips: stopped === '' ? [] : [messageOf(language, stopped, { symbol: asset.symbol, network: chain.name })],
      };
    },
    address: async ({ sub_wallet_id: subWalletId, ...name }, { caller: { workspaceId } }) => {
      const coin = catalog.coin(name);
      return row(
        await service.address({ workspaceId, subWalletId, coin }),
        (await service.stopped(workspaceId, coin)) !== '',
      );
    },
    userAddress: async (name, { caller: { workspaceId } }) => {
      const coin = catalog.coin(name);
      const found = await service.defaultAddress(workspaceId, coin);
      return {
        ...(await row(found, (await service.stopped(workspaceId, coin)) !== '')),
        sub_wallet_id: found.subWalletId,
      };
    },
    addresses: async (
      { sub_wallet_id: subWalletId, keyword = '', page_no, page_size, ...name },
      { caller: { workspaceId } },
    ) => {
      const of = { workspaceId, subWalletId, coin: catalog.coin(name) };
      const deployment = await service.deployment();
      const { rows, total, bounded, asset } = await service.list(of, { keyword, page: page_no, size: page_size });
      return {
        ...pageOf(
          rows.map((each) => listRow(deployment, of.coin.chain, asset, each)),
          total,
          page_size,
        ),
        total_is_bounded: bounded,
      };
    },
    ...memoHandlers(service, catalog),
    createAddress: async (
      { sub_wallet_id: subWalletId, num: count, label, addr_form: form, request_id: requestId, ...name },
      { caller: { workspaceId }, record },
    ) => {
      const coin = catalog.coin(name);
      const made = await service.create({ workspaceId, subWalletId, coin }, { count, label, form, requestId }, record);
      const suspended = (await service.stopped(workspaceId, coin)) !== '';
      return { list: await Promise.all(made.map((each) => row(each, suspended))) };
    },
    updateLabel: async ({ address_id, label }, { caller: { workspaceId }, record }) => {
      await service.setLabel(workspaceId, address_id, label, record);
      return {};
    },
    addRemark: async ({ deposit_id, remark }, { caller: { workspaceId }, record }) => {
      await service.setRemark(workspaceId, deposit_id, remark, record);
      return {};
    },
  };
  bind(app, deposit, handlers);
}
