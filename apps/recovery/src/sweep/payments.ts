import {
  type AssetConfig,
  type ChainConfig,
  type ChainFamily,
  type FeePlan,
  familyOf,
  type Plan,
  parsePath,
} from '@holdfast/chains';
import type { AccountHolding, CoinsHolding, HeldCoin, Holding, TimedHolding } from './holdings.ts';

/** One transaction of a sweep. */
export interface Payment {
  readonly chain: ChainConfig;
  /** Of the address that pays; the first of several. */
  readonly path: string;
  readonly asset: AssetConfig;
  readonly amount: bigint;
  readonly plan: Plan;
}

/** How long a transaction can be sent that would die: it is signed where no node is in reach, and carried to one. */
const lifeMs = 12 * 3_600_000;

type AccountFamily = Extract<ChainFamily, { model: 'account' }>;
type UtxoFamily = Extract<ChainFamily, { model: 'utxo' }>;
type TimedFamily = Extract<ChainFamily, { model: 'timed' }>;
type Coin = Omit<HeldCoin, 'amount'> & { readonly amount: bigint };

interface Held {
  readonly asset: AssetConfig;
  readonly amount: bigint;
  readonly fees: FeePlan;
  readonly maxFee: bigint;
}

/** Tokens first, since they need the chain's own coin for their fees; then what is left of that. */
function inOrder(known: readonly Held[]): Held[] {
  const tokens = known.filter(({ asset }) => asset.contract !== '');
  const coins = known.filter(({ asset }) => asset.contract === '');
  const spent = known.reduce((sum, { maxFee }) => sum + maxFee, 0n);
  const rest = coins.map((coin) => ({ ...coin, amount: coin.amount - spent })).filter(({ amount }) => amount > 0n);
  return [...tokens, ...rest];
}

function ofTimed(chain: ChainConfig, family: TimedFamily, held: TimedHolding): Payment[] {
  const known = held.balances.flatMap(({ contract, amount, energy }): Held[] => {
    const asset = chain.assets.find((listed) => listed.contract === contract);
    if (!asset) return [];
    const tier = { level: 2, rate: '', plan: held.fees, estimated: true } as const;
    const usage = { energy: BigInt(energy), ownEnergy: 0n, activationFee: 0n, memoFee: 0n, firstOfToken: false };
    const { plan: fees, maxFee } = family.feeOffer(tier, asset, '', usage);
    return [{ asset, amount: BigInt(amount), fees, maxFee }];
  });
  const now = Date.now();
  return inOrder(known).map(({ asset, amount, fees }, n) => {
    const times = { until: now + lifeMs, stamp: now + n };
    return { chain, path: held.path, asset, amount, plan: family.planFrom(held.anchor, times, fees) };
  });
}

function ofAccount(chain: ChainConfig, family: AccountFamily, held: AccountHolding): Payment[] {
  const known = held.balances.flatMap(({ contract, amount, gasLimit }) => {
    const asset = chain.assets.find((listed) => listed.contract === contract);
    const { plan, maxFee } = family.feeOffer(
      { level: 2, rate: '', plan: held.fees, estimated: true },
      BigInt(gasLimit),
    );
    return asset ? [{ asset, amount: BigInt(amount), fees: plan, maxFee }] : [];
  });
  return inOrder(known).map(({ asset, amount, fees }, n) => {
    return {
      chain,
      path: held.path,
      asset,
      amount,
      plan: family.planAt(BigInt(held.nonce) + BigInt(n), fees, Date.now() + lifeMs),
    };
  });
}

/** The most that some of these coins pay to `to` in one transaction without change, and which: the greatest amount for which there is a selection. */
function largest(chain: ChainConfig, family: UtxoFamily, coins: readonly Coin[], held: CoinsHolding, to: string) {
  const select = (amount: bigint) =>
    family.selectCoins(chain, coins, { outputs: [{ address: to, amount }], changeAddress: to }, held.fees);
  let low = family.leastPayment(chain, to);
  if (!select(low)) return undefined;
  let high = coins.reduce((sum, { amount }) => sum + amount, 1n);
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (select(middle)) low = middle;
    else high = middle;
  }
  const chosen = select(low);
  return chosen && { amount: low, coins: chosen.coins };
}

/** No transaction spends coins of two sub-wallets, nor more coins than the family allows. */
function ofCoins(chain: ChainConfig, family: UtxoFamily, held: CoinsHolding, to: string): Payment[] {
  const asset = chain.assets.find(({ contract }) => contract === '');
  if (!asset) return [];
  const byWallet = Map.groupBy(held.coins, ({ path }) => parsePath(path).wallet);
  return [...byWallet.values()].flatMap((all) => {
    let left: Coin[] = all.map((coin) => ({ ...coin, amount: BigInt(coin.amount) }));
    const payments: Payment[] = [];
    for (let next = largest(chain, family, left, held, to); next; next = largest(chain, family, left, held, to)) {
      const { amount, coins } = next;
      payments.push({ chain, path: coins[0]?.path ?? '', asset, amount, plan: family.planWith(coins, '', held.fees) });
      left = left.filter((coin) => !coins.includes(coin));
    }
    return payments;
  });
}

/** The transactions that bring a holding to `to`: as few as there may be, each as large as it may be. @throws ChainError */
export function paymentsOf(chain: ChainConfig, held: Holding, to: string): Payment[] {
  const family = familyOf(chain);
  if (family.model === 'account' && held.model === 'account') return ofAccount(chain, family, held);
  if (family.model === 'timed' && held.model === 'timed') return ofTimed(chain, family, held);
  if (family.model === 'utxo' && held.model === 'utxo') return ofCoins(chain, family, held, to);
  return [];
}
