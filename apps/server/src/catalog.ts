import type { AssetConfig, ChainConfig } from '@holdfast/chains';
import { fromUnits, toUnits } from '@holdfast/money';
import { type AssetId, type AssetIds, type AssetKey, assetText, wholeAsset } from './ledger/asset-id.ts';
import { refuse } from './refuse.ts';

/** An asset of a configured chain, as the ledger counts it. */
export interface Asset extends AssetConfig {
  readonly id: AssetId;
}
/** One coin of this installation: an asset with its chain. */
export interface Coin {
  readonly chain: ChainConfig;
  readonly asset: Asset;
}
/** How a caller of the API names a coin: where two have one symbol, by its chain and contract too. */
export interface CoinName {
  readonly symbol: string;
  readonly chain_id?: string | undefined;
  /** '' is the chain's own coin. */
  readonly contract_address?: string | undefined;
}
/** A fixed price, named as a coin is. */
export interface ConfiguredPrice {
  readonly symbol: string;
  readonly usd: string;
  readonly chain?: string | undefined;
  readonly contract?: string | undefined;
}
/** US dollars in units of 10^-18, so that sums are exact. */
export type UsdUnits = bigint;
export interface Price {
  readonly text: string;
  readonly time: Date;
}
export type Catalog = ReturnType<typeof createCatalog>;

const usdDecimals = 18;
const shownDecimals = 8;

/** Decimal text of a value, cut (not rounded) to eight decimals: for showing, never for moving money. */
export function usdText(units: UsdUnits): string {
  return fromUnits(units / 10n ** BigInt(usdDecimals - shownDecimals), shownDecimals);
}

/** @throws Error when two chains share an id or two coins a contract, or the ledger does not know one */
function readCoins(chains: readonly ChainConfig[], ids: AssetIds) {
  const byId = new Map<string, ChainConfig>();
  const coins = new Map<AssetId, Coin>();
  for (const chain of chains) {
    if (byId.has(chain.id)) throw new Error(`the chain ${chain.id} is configured twice`);
    byId.set(chain.id, chain);
    for (const asset of chain.assets) {
      const id = ids.get(assetText(wholeAsset(chain.id, asset.contract)));
      if (id === undefined) throw new Error(`the ledger does not know ${asset.symbol} on ${chain.id}`);
      if (coins.has(id)) throw new Error(`the coin ${asset.symbol} on ${chain.id} is configured twice`);
      coins.set(id, { chain, asset: { ...asset, id } });
    }
  }
  return { byId, coins };
}

const isNamed =
  ({ symbol, chain_id, contract_address }: CoinName) =>
  ({ chain, asset }: Coin): boolean =>
    asset.symbol === symbol &&
    (chain_id === undefined || chain.id === chain_id) &&
    (contract_address === undefined || asset.contract === contract_address);

/** @throws Error for a price that names several coins: none of them may be taken to be worth what another is */
function readPrices(coins: readonly Coin[], prices: readonly ConfiguredPrice[]) {
  return new Map(
    prices.flatMap(({ symbol, usd, chain: chain_id, contract: contract_address }) => {
      const [found, ...more] = coins.filter(isNamed({ symbol, chain_id, contract_address }));
      if (more.length > 0)
        throw new Error(`the price of ${symbol} names several coins: give it a chain and a contract`);
      return found ? [[found.asset.id, { text: usd, units: toUnits(usd, usdDecimals) }] as const] : [];
    }),
  );
}

/**
 * The coins and chains of this installation and what they are worth. Two coins may have one symbol: a coin is its contract on its chain.
 * @param ids of every asset of these chains
 * @throws Error when two chains or two coins are the same, or a price names several coins
 */
export function createCatalog(
  chains: readonly ChainConfig[],
  prices: readonly ConfiguredPrice[],
  pricedAt: Date,
  ids: AssetIds,
) {
  const { byId, coins } = readCoins(chains, ids);
  const all = [...coins.values()];
  const priceOf = readPrices(all, prices);
  const at = ({ chain, contract, tokenId }: AssetKey): Coin | undefined => {
    const id = ids.get(assetText({ chain, contract, tokenId }));
    return id === undefined ? undefined : coins.get(id);
  };

  return {
    chains,
    coins: all,
    chain: (id: string): ChainConfig | undefined => byId.get(id),
    /** The coin of an asset; undefined when it is configured no more. */
    find: (id: AssetId): Coin | undefined => coins.get(id),
    at,
    /** What is configured of a chain. */
    assetsOf: (chain: ChainConfig): readonly Asset[] =>
      all.flatMap((coin) => (coin.chain.id === chain.id ? coin.asset : [])),
    /** The coin that fees are paid in. @throws unsupportedCoin */
    feeAsset(chain: ChainConfig): Asset {
      const own = at(wholeAsset(chain.id, ''));
      if (!own) throw refuse('unsupportedCoin', { symbol: chain.baseSymbol });
      return own.asset;
    },
    /** The coins that a name fits. */
    named: (name: CoinName): readonly Coin[] => all.filter(isNamed(name)),
    /** The one coin of a name. @throws unsupportedCoin, ambiguousCoin */
    coin(name: CoinName): Coin {
      const [coin, ...more] = all.filter(isNamed(name));
      if (!coin) throw refuse('unsupportedCoin', { symbol: name.symbol });
      if (more.length > 0) throw refuse('ambiguousCoin', { symbol: name.symbol });
      return coin;
    },
    price(id: AssetId): Price | null {
      const price = priceOf.get(id);
      return price ? { text: price.text, time: pricedAt } : null;
    },
    /** Value of base units of an asset; null when it has no price. */
    valueOf(id: AssetId, units: bigint): UsdUnits | null {
      const price = priceOf.get(id);
      const coin = coins.get(id);
      return price && coin ? (units * price.units) / 10n ** BigInt(coin.asset.decimals) : null;
    },
  };
}

/** Sum of values; null as soon as something held has none: a total that leaves coins out would be false. */
export function totalValue(catalog: Catalog, holdings: Iterable<{ assetId: AssetId; units: bigint }>): UsdUnits | null {
  let sum = 0n;
  for (const { assetId, units } of holdings) {
    if (units === 0n) continue;
    const value = catalog.valueOf(assetId, units);
    if (value === null) return null;
    sum += value;
  }
  return sum;
}
