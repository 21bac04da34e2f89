import { type AssetConfig, type ChainConfig, type ChainFamily, type FeeOffer, familyOf } from '@holdfast/chains';
import { accountReader, type ChainReader, type FeeTier, RpcError } from '@holdfast/chains/rpc';
import type { SubWalletId } from '@holdfast/contract';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { refuse } from '../../refuse.ts';

export interface FeeRequest {
  readonly chain: ChainConfig;
  readonly asset: AssetConfig;
  readonly subWalletId: SubWalletId;
  readonly from: string;
  readonly changeAddress: string;
  readonly to: string;
  readonly amount: bigint;
}
export interface FeeOffers {
  readonly offers: readonly FeeOffer[];
  readonly gasLimit: bigint;
  readonly size: number;
}

type Account = Extract<ChainFamily, { model: 'account' }>;
type Utxo = Extract<ChainFamily, { model: 'utxo' }>;

const tierAgeMs = 3_000;
const gasAgeMs = 15_000;
const gasCacheMax = 5_000;
interface CoinRow {
  txid: string;
  vout: number;
  amount: bigint;
}

/** Fees of payments, with the network's answers remembered for a moment so that many orders at once ask once. */
export function createFees({
  db,
  clock,
  readerOf,
}: {
  db: Db;
  clock: Clock;
  readerOf: (chain: ChainConfig) => ChainReader;
}) {
  const tiers = new Map<string, { at: number; value: Promise<readonly FeeTier[]> }>();
  const gas = new Map<string, { at: number; value: Promise<bigint> }>();

  function remember<T>(
    map: Map<string, { at: number; value: Promise<T> }>,
    key: string,
    ageMs: number,
    ask: () => Promise<T>,
  ): Promise<T> {
    const at = clock().getTime();
    const known = map.get(key);
    if (known && Math.abs(at - known.at) <= ageMs) return known.value;
    if (map.size > gasCacheMax) map.clear();
    const value = ask();
    map.set(key, { at, value });
    value.catch(() => map.delete(key));
    return value;
  }

  async function estimate(family: Account, { chain, asset, from, to, amount }: FeeRequest): Promise<bigint> {
    try {
      return await accountReader(readerOf(chain)).estimateGas({ from, to, amount, contract: asset.contract });
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== 'nodeError') throw error;
      return family.gasWithoutEstimate(asset);
    }
  }

  async function ofAccount(family: Account, request: FeeRequest, found: readonly FeeTier[]): Promise<FeeOffers> {
    const key = `${request.chain.id} ${request.asset.contract} ${request.from} ${request.to}`;
    const gasLimit = await remember(gas, key, gasAgeMs, () => estimate(family, request));
    return { offers: found.map((tier) => family.feeOffer(tier, gasLimit)), gasLimit, size: 0 };
  }

  const coinsOf = (subWalletId: SubWalletId, chain: string): Promise<CoinRow[]> =>
    db
      .selectFrom('utxos')
      .select(['txid', 'vout', 'amount'])
      .where('sub_wallet_id', '=', subWalletId)
      .where('chain', '=', chain)
      .where('spent_by', 'is', null)
      .orderBy('amount', 'desc')
      .limit(400)
      .execute();

  async function ofCoins(family: Utxo, request: FeeRequest, found: readonly FeeTier[]): Promise<FeeOffers> {
    const { chain, changeAddress, to, amount } = request;
    const coins = await coinsOf(request.subWalletId, chain.id);
    const outputs = [{ address: to, amount }];
    const offers = found.map((tier) => family.feeOffer(chain, tier, coins, { outputs, changeAddress }));
    return { offers, gasLimit: 0n, size: offers.at(-1)?.size ?? 0 };
  }

  return {
    /** Three tiers, slow to fast. @throws chainUnreachable, feeEstimateFailed */
    async offers(request: FeeRequest): Promise<FeeOffers> {
      const { chain } = request;
      try {
        const found = await remember(tiers, chain.id, tierAgeMs, () => readerOf(chain).fees());
        const family = familyOf(chain);
        const result =
          family.model === 'account' ? await ofAccount(family, request, found) : await ofCoins(family, request, found);
        if (result.offers.length !== 3) throw refuse('feeEstimateFailed', {});
        return result;
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        if (error.code === 'timeout' || error.code === 'unreachable')
          throw refuse('chainUnreachable', { network: chain.name });
        throw refuse('feeEstimateFailed', {});
      }
    },
  };
}
