import { type ChainConfig, familyOf } from '@holdfast/chains';
import type { SubWalletId, WorkspaceId } from '@holdfast/contract';
import { fromUnits } from '@holdfast/money';
import type { Asset, CoinName } from '../../catalog.ts';
import { refuse } from '../../refuse.ts';
import type { TradeDeps } from './deps.ts';
import { providersOf } from './providers.ts';

/** Networks on which something is swapped. */
export const networksOf = (deps: TradeDeps) =>
  deps.catalog.chains.flatMap((chain) => {
    const providers = providersOf(deps, chain).map(({ name }) => name);
    if (providers.length === 0) return [];
    return [{ chain_id: chain.id, coin_net: chain.name, base_symbol: chain.baseSymbol, providers }];
  });

/** @throws unsupportedCoin for a network on which nothing is swapped */
export function tradeChain(deps: TradeDeps, name: string): ChainConfig {
  const chain = deps.catalog.chains.find(({ id, baseSymbol }) => id === name || baseSymbol === name);
  if (!chain || providersOf(deps, chain).length === 0) throw refuse('unsupportedCoin', { symbol: name });
  return chain;
}

/** A coin of the network, by its contract. @throws unsupportedCoin, coinUnverified */
export function tradeAsset({ catalog }: TradeDeps, chain: ChainConfig, text: string): Asset {
  const checked = text === '' ? undefined : familyOf(chain).checkAddress(chain, text);
  const contract = checked?.ok ? checked.address : text;
  const asset = catalog.assetsOf(chain).find((one) => one.contract === contract);
  if (!asset) throw refuse('unsupportedCoin', { symbol: text.slice(0, 64) });
  if (!catalog.isVerified(asset.id)) throw refuse('coinUnverified', { symbol: asset.symbol });
  return asset;
}

async function coinRow(deps: TradeDeps, workspaceId: WorkspaceId, id: SubWalletId, chain: ChainConfig, asset: Asset) {
  const { available } = await deps.withdraws.balance(workspaceId, id, asset.id);
  return {
    units: available,
    row: {
      ...{ symbol: asset.symbol, name: asset.name, chain_id: chain.id, coin_net: chain.name },
      ...{ base_symbol: chain.baseSymbol, contract_address: asset.contract, decimals: asset.decimals },
      balance: fromUnits(available, asset.decimals),
      price_usd: deps.catalog.price(asset.id)?.text ?? '',
    },
  };
}

/** Those that signers know too, with what there is of them. */
async function coinsOn(deps: TradeDeps, workspaceId: WorkspaceId, id: SubWalletId, chain: ChainConfig) {
  await deps.wallets.subWallet(workspaceId, id);
  const assets = deps.catalog.assetsOf(chain).filter((asset) => deps.catalog.isVerified(asset.id));
  return Promise.all(assets.map((asset) => coinRow(deps, workspaceId, id, chain, asset)));
}

/** What there is of most, in USD, comes first. */
export async function hotCoins(deps: TradeDeps, workspaceId: WorkspaceId, id: SubWalletId, name: string) {
  const rows = await coinsOn(deps, workspaceId, id, tradeChain(deps, name));
  const worth = ({ units, row }: (typeof rows)[number]): number =>
    Number(fromUnits(units, row.decimals)) * Number(row.price_usd || '0');
  return rows.toSorted((a, b) => worth(b) - worth(a)).map(({ row }) => row);
}

/** Whatever else there is on the coin's own network. */
export async function crossCoins(deps: TradeDeps, workspaceId: WorkspaceId, id: SubWalletId, name: CoinName) {
  const { chain, asset } = deps.catalog.coin(name);
  const rows = await coinsOn(deps, workspaceId, id, tradeChain(deps, chain.id));
  return rows.flatMap(({ row }) => (row.contract_address === asset.contract ? [] : [row]));
}
