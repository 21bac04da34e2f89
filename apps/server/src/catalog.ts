import type { AssetConfig, ChainConfig } from '@holdfast/chains';
import { fromUnits, toUnits } from '@holdfast/money';
import { assetKey, nearestCents } from '@holdfast/policy';
import type { Prices } from '@holdfast/prices';
import { type AssetId, type AssetIds, type AssetKey, assetText, wholeAsset } from './ledger/asset-id.ts';
import { refuse } from './refuse.ts';

/** An asset of a configured chain, as the ledger counts it. */
export interface Asset extends AssetConfig {
  readonly id: AssetId;
  /** Members added it, and no operator: it comes in, and stays without a price as long as it is not verified. */
  readonly added?: true;
}
/** One coin of this installation: an asset with its chain. */
export interface Coin {
  readonly chain: ChainConfig;
  readonly asset: Asset;
}
/** A token that members added: what it said of itself, read once. */
export interface AddedToken {
  readonly id: AssetId;
  readonly chain: string;
  readonly contract: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
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
  /** null: a fixed price, which is of no time. */
  readonly time: Date | null;
  /** What the operator calls its source; '' is the configuration. */
  readonly source: string;
}
export type Catalog = ReturnType<typeof createCatalog>;

export const usdDecimals = 18;
const shownDecimals = 8;

/** Decimal text of a value, cut (not rounded) to eight decimals: for showing, never for moving money. */
export function usdText(units: UsdUnits): string {
  return fromUnits(units / 10n ** BigInt(usdDecimals - shownDecimals), shownDecimals);
}
const centDecimals = 2;
/** Cents as a decimal text of dollars. */
export const centsText = (cents: bigint): string => fromUnits(cents, centDecimals);

/** No operator has set bounds for what members added. */
const unbounded = { minWithdraw: '1', maxWithdraw: String((1n << 256n) - 1n), minDeposit: '1' };
interface OwnChain extends ChainConfig {
  /** Readers are made of it, and find what is added later. */
  readonly assets: AssetConfig[];
}

/** @throws Error when two chains share an id or two coins a contract, or the ledger does not know one */
function readCoins(chains: readonly ChainConfig[], ids: AssetIds) {
  const byId = new Map<string, OwnChain>();
  const coins = new Map<AssetId, Coin>();
  for (const configured of chains) {
    const chain = { ...configured, assets: [...configured.assets] };
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

/** A symbol alone never means what members added: anybody can give a token the symbol of another. */
function bySymbol(coins: readonly Coin[], name: CoinName): readonly Coin[] {
  const found = coins.filter(isNamed(name));
  if (name.contract_address !== undefined) return found;
  const configured = found.filter(({ asset }) => !asset.added);
  return configured.length > 0 ? configured : found;
}

/** @throws Error for what is no amount of dollars */
function usdOf(text: string): string {
  toUnits(text, usdDecimals);
  return text;
}

/** @throws Error for a price that names several coins: none of them may be taken to be worth what another is */
function readPrices(coins: readonly Coin[], prices: readonly ConfiguredPrice[]) {
  return new Map(
    prices.flatMap(({ symbol, usd, chain: chain_id, contract: contract_address }) => {
      const [found, ...more] = coins.filter(isNamed({ symbol, chain_id, contract_address }));
      if (more.length > 0)
        throw new Error(`the price of ${symbol} names several coins: give it a chain and a contract`);
      return found ? [[found.asset.id, usdOf(usd)] as const] : [];
    }),
  );
}

/**
 * The coins and chains of this installation and what they are worth. Two coins may have one symbol: a coin is its contract on its chain.
 * @param ids of every asset of these chains
 * @param sources whose prices count before the fixed ones
 * @throws Error when two chains or two coins are the same, or a price names several coins
 */
export function createCatalog(
  chains: readonly ChainConfig[],
  prices: readonly ConfiguredPrice[],
  ids: AssetIds,
  sources?: Pick<Prices, 'first'>,
) {
  const { byId, coins } = readCoins(chains, ids);
  const all = [...coins.values()];
  const priceOf = readPrices(all, prices);
  const known = new Map(ids);
  /** What members added and every signer has in its own settings too. */
  const verified = new Set<AssetId>();
  const at = ({ chain, contract, tokenId }: AssetKey): Coin | undefined => {
    const id = known.get(assetText({ chain, contract, tokenId }));
    return id === undefined ? undefined : coins.get(id);
  };

  const price = (id: AssetId): Price | null => {
    const coin = coins.get(id);
    if (coin?.asset.added && !verified.has(id)) return null;
    const read = coin && sources?.first(assetKey(coin.chain.id, coin.asset.contract));
    if (read) return { text: read.usd, time: new Date(read.at), source: read.source };
    const fixed = priceOf.get(id);
    return fixed === undefined ? null : { text: fixed, time: null, source: '' };
  };

  /** Value of base units of an asset; null when it has no price. */
  const worthOf = (id: AssetId, units: bigint): UsdUnits | null => {
    const [known, coin] = [price(id), coins.get(id)];
    return known && coin ? (units * toUnits(known.text, usdDecimals)) / 10n ** BigInt(coin.asset.decimals) : null;
  };

  return {
    chains: [...byId.values()] as readonly ChainConfig[],
    coins: all as readonly Coin[],
    /** Takes in what members added; what is configured, or known already, stays as it is. */
    add({ id, chain: chainId, ...token }: AddedToken): void {
      const chain = byId.get(chainId);
      if (!chain || coins.has(id)) return;
      const asset: Asset = { ...token, ...unbounded, id, added: true };
      known.set(assetText(wholeAsset(chainId, token.contract)), id);
      chain.assets.push(asset);
      coins.set(id, { chain, asset });
      all.push({ chain, asset });
      const price = prices.find((one) => one.chain === chainId && one.contract === token.contract);
      if (price) priceOf.set(id, usdOf(price.usd));
    },
    /** Can it be paid with? What is configured always; what members added once every signer has it in its settings. */
    isVerified: (id: AssetId): boolean => !coins.get(id)?.asset.added || verified.has(id),
    setVerified(id: AssetId, is: boolean): void {
      if (is) verified.add(id);
      else verified.delete(id);
    },
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
    named: (name: CoinName): readonly Coin[] => bySymbol(all, name),
    /** The one coin of a name. @throws unsupportedCoin, ambiguousCoin */
    coin(name: CoinName): Coin {
      const [coin, ...more] = bySymbol(all, name);
      if (!coin) throw refuse('unsupportedCoin', { symbol: name.symbol });
      if (more.length > 0) throw refuse('ambiguousCoin', { symbol: name.symbol });
      return coin;
    },
    price,
    valueOf: worthOf,
    /** The same to the nearest US cent, as pages and signers tell it: what is kept beside what was worth it. */
    centsOf(id: AssetId, units: bigint): bigint | null {
      const [known, coin] = [price(id), coins.get(id)];
      return known && coin ? nearestCents(units, coin.asset.decimals, known.text) : null;
    },
  };
}

/**
 * Sum of values; null as soon as something held has none: a total that leaves coins out would be false. Only what members added counts as nothing until an
 * operator gives it a price: else whoever sends a worthless token would take every total away.
 */
export function totalValue(catalog: Catalog, holdings: Iterable<{ assetId: AssetId; units: bigint }>): UsdUnits | null {
  let sum = 0n;
  for (const { assetId, units } of holdings) {
    if (units === 0n) continue;
    const value = catalog.valueOf(assetId, units);
    if (value === null && catalog.find(assetId)?.asset.added) continue;
    if (value === null) return null;
    sum += value;
  }
  return sum;
}
