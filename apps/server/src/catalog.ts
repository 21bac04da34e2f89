import type { AssetConfig, ChainConfig } from '@holdfast/chains';
import { fromUnits, toUnits } from '@holdfast/money';
import { refuse } from './refuse.ts';

/** One coin of this installation: an asset with its chain. */
export interface Coin {
  readonly chain: ChainConfig;
  readonly asset: AssetConfig;
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

/**
 * The coins and chains of this installation and what they are worth. A symbol names one coin across all chains, as it does on the wire.
 * @throws Error when two chains or two coins share a name
 */
export function createCatalog(
  chains: readonly ChainConfig[],
  prices: readonly { symbol: string; usd: string }[],
  pricedAt: Date,
) {
  const coins = new Map<string, Coin>();
  const byId = new Map<string, ChainConfig>();
  for (const chain of chains) {
    if (byId.has(chain.id)) throw new Error(`the chain ${chain.id} is configured twice`);
    byId.set(chain.id, chain);
    for (const asset of chain.assets) {
      if (coins.has(asset.symbol)) throw new Error(`the coin ${asset.symbol} is configured twice`);
      coins.set(asset.symbol, { chain, asset });
    }
  }
  const priceOf = new Map(prices.map(({ symbol, usd }) => [symbol, { text: usd, units: toUnits(usd, usdDecimals) }]));

  return {
    chains,
    coins: [...coins.values()],
    chain: (id: string): ChainConfig | undefined => byId.get(id),
    find: (symbol: string): Coin | undefined => coins.get(symbol),
    /** The coin, or the refusal `unsupportedCoin`. */
    coin(symbol: string): Coin {
      const coin = coins.get(symbol);
      if (!coin) throw refuse('unsupportedCoin', { symbol });
      return coin;
    },
    price(symbol: string): Price | null {
      const price = priceOf.get(symbol);
      return price ? { text: price.text, time: pricedAt } : null;
    },
    /** Value of base units of a coin; null when it has no price. */
    valueOf(symbol: string, units: bigint): UsdUnits | null {
      const price = priceOf.get(symbol);
      const coin = coins.get(symbol);
      return price && coin ? (units * price.units) / 10n ** BigInt(coin.asset.decimals) : null;
    },
  };
}

/** Sum of values; null as soon as something held has none: a total that leaves coins out would be false. */
export function totalValue(catalog: Catalog, holdings: Iterable<{ symbol: string; units: bigint }>): UsdUnits | null {
  let sum = 0n;
  for (const { symbol, units } of holdings) {
    if (units === 0n) continue;
    const value = catalog.valueOf(symbol, units);
    if (value === null) return null;
    sum += value;
  }
  return sum;
}
