import { type Output, type TokenWarning, token, tokenWarnings } from '@holdfast/contract';
import type { Catalog, Coin } from '../../catalog.ts';
import { bind, type Handlers, type HttpApp } from '../../http/bind.ts';
import { who } from '../../http/context.ts';
import { proposalReply } from '../../proposal-reply.ts';
import { matches, type WalletService } from '../wallet/service.ts';
import { foundMost } from './rules.ts';
import type { Seen, TokenService } from './service.ts';

interface TokenRoutes {
  readonly catalog: Catalog;
  readonly wallets: WalletService;
}
type Found = Output<typeof token.search>['list'][number];

const isWarning = (text: string): text is TokenWarning => (tokenWarnings as readonly string[]).includes(text);

const coinRow = (catalog: Catalog, { chain, asset }: Coin, open: boolean, focus: boolean): Found => ({
  symbol: asset.symbol,
  name: asset.name,
  base_symbol: chain.baseSymbol,
  coin_net: chain.name,
  chain_id: chain.id,
  contract_address: asset.contract,
  decimals: asset.decimals,
  added: true,
  open,
  verified: catalog.isVerified(asset.id),
  is_focus: focus,
  warnings: [],
});

const seenRow = ({ chain, contract, symbol, name, decimals, warnings }: Seen): Found => ({
  symbol,
  name,
  base_symbol: chain.baseSymbol,
  coin_net: chain.name,
  chain_id: chain.id,
  contract_address: contract,
  decimals,
  added: false,
  open: false,
  verified: false,
  is_focus: false,
  warnings: [...warnings],
});

/** As a signer's operator writes it; the limits are theirs to choose. */
const settingOf = ({ symbol, name, decimals, contract, minWithdraw, maxWithdraw, minDeposit }: Coin['asset']): string =>
  JSON.stringify({ symbol, name, decimals, contract, minWithdraw, maxWithdraw, minDeposit });

export function bindToken(app: HttpApp, service: TokenService, { catalog, wallets }: TokenRoutes): void {
  const handlers: Handlers<typeof token> = {
    search: async ({ sub_wallet_id, keyword, contract_address, base_symbol }, { caller: { workspaceId, userId } }) => {
      const text = contract_address ?? keyword ?? '';
      const [opened, focus] = await Promise.all([
        wallets.opened(workspaceId),
        wallets.focus(workspaceId, userId, sub_wallet_id),
      ]);
      const fitting = catalog.coins.filter(
        ({ chain, asset }) =>
          (base_symbol === undefined || chain.baseSymbol === base_symbol) &&
          (contract_address === undefined
            ? matches(text, asset.symbol, asset.name, asset.contract, chain.name)
            : asset.contract.toLowerCase() === text.toLowerCase()),
      );
      const known = fitting.slice(0, foundMost).map((coin) =>
        coinRow(
          catalog,
          coin,
          opened.isOpen(coin.chain.id, coin.asset.contract),
          focus.some(({ assetId }) => assetId === coin.asset.id),
        ),
      );
      const seen = known.length === 0 && text !== '' ? await service.lookFor(text, base_symbol) : [];
      return { list: [...known, ...seen.map(seenRow)], more: Math.max(0, fitting.length - foundMost) };
    },
    add: async (
      { base_symbol, chain_id, contract_address, name, remark },
      { caller: { workspaceId, userId }, record },
    ) => {
      const wanted = { base: base_symbol, chain: chain_id, contract: contract_address, name, remark };
      const made = await service.add({ workspaceId, userId }, wanted, record);
      const { id, symbol, name: called, decimals, warnings } = made;
      return { audit_id: id, symbol, name: called, decimals, warnings: [...warnings] };
    },
    apply: async ({ paid, remark, ...name }, { caller, record }) =>
      proposalReply(await service.apply(who(caller), name, paid, remark, record)),
    info: async (name, { caller: { workspaceId } }) => {
      const { coin, row, agreed, waiting, signers } = await service.info(workspaceId, name);
      return {
        name: row.name,
        remark: row.remark,
        warnings: row.warnings.filter(isWarning),
        verified: catalog.isVerified(coin.asset.id),
        approved: agreed,
        item_id: waiting?.id ?? null,
        signers,
        setting: settingOf(coin.asset),
      };
    },
    price: async (name) => {
      const { shown, signers } = await service.price(name);
      return { usd: shown?.text ?? null, time: shown?.time ?? null, source: shown?.source ?? '', signers };
    },
  };
  bind(app, token, handlers);
}
