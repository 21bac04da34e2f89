import { type AssetConfig, type ChainConfig, evmMaxFee, selectCoins } from '@holdfast/chains';
import { type ChainReader, type FeeTier, RpcError } from '@holdfast/chains/rpc';
import type { SubWalletId } from '@holdfast/contract';
import { toUnits } from '@holdfast/money';
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
/** One tier: what it will probably cost, the most it may cost, and what the plan needs of it. Base units of the chain's own coin. */
export interface FeeOffer {
  readonly level: 1 | 2 | 3;
  readonly rate: string;
  readonly fee: bigint;
  readonly maxFee: bigint;
  readonly plan: Readonly<Record<string, string>>;
}
export interface FeeOffers {
  readonly offers: readonly FeeOffer[];
  readonly gasLimit: bigint;
  readonly size: number;
}

const tierAgeMs = 3_000;
const gasAgeMs = 15_000;
const gasCacheMax = 5_000;
/** When a node will not estimate (the account may be empty yet): a token transfer with room, and a plain payment. */
const fallbackGas = { token: 100_000n, native: 21_000n };
/** P2WPKH: a transaction, each input, each output, in virtual bytes (BIP141), rounded up. */
const vbytes = { base: 11, input: 68, output: 43 };

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

  async function estimate({ chain, asset, from, to, amount }: FeeRequest): Promise<bigint> {
    try {
      return await readerOf(chain).estimateGas({ from, to, amount, contract: asset.contract });
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== 'nodeError') throw error;
      return asset.contract === '' ? fallbackGas.native : fallbackGas.token;
    }
  }

  async function evm(request: FeeRequest, found: readonly FeeTier[]): Promise<FeeOffers> {
    const key = `${request.chain.id} ${request.asset.contract} ${request.from} ${request.to}`;
    const gasLimit = await remember(gas, key, gasAgeMs, () => estimate(request));
    const offers = found.flatMap((tier): FeeOffer[] => {
      if (tier.family !== 'evm') return [];
      const { level, maxFeePerGas, maxPriorityFeePerGas } = tier;
      // The cap leaves room for the base fee to double; about half of it is what a block takes today.
      const likely = (BigInt(maxFeePerGas) + BigInt(maxPriorityFeePerGas)) / 2n;
      const plan = { gasLimit: String(gasLimit), maxFeePerGas, maxPriorityFeePerGas };
      return [
        { level, rate: maxFeePerGas, fee: gasLimit * likely, maxFee: evmMaxFee(gasLimit, BigInt(maxFeePerGas)), plan },
      ];
    });
    return { offers, gasLimit, size: 0 };
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

  async function bitcoin(request: FeeRequest, found: readonly FeeTier[]): Promise<FeeOffers> {
    const coins = await coinsOf(request.subWalletId, request.chain.id);
    let size = 0;
    const offers = found.flatMap((tier): FeeOffer[] => {
      if (tier.family !== 'bitcoin') return [];
      const { level, feeRate } = tier;
      const milli = toUnits(feeRate, 3);
      const cost = (vsize: number): bigint => (milli * BigInt(vsize) + 999n) / 1000n;
      const outputs = [{ address: request.to, amount: request.amount }];
      const chosen = selectCoins(request.chain, coins, { outputs, changeAddress: request.changeAddress, feeRate });
      const inputs = chosen?.coins.length ?? Math.max(1, coins.length);
      size = vbytes.base + inputs * vbytes.input + 2 * vbytes.output;
      // Which coins are free when it is signed is not known now: room for half as much again, or two more inputs.
      const fee = chosen ? chosen.fee : cost(size);
      const more = cost(size + 2 * vbytes.input);
      const maxFee = chosen ? (more > (fee * 3n) / 2n ? more : (fee * 3n) / 2n) : cost(size);
      return [{ level, rate: feeRate, fee, maxFee, plan: { feeRate } }];
    });
    return { offers, gasLimit: 0n, size };
  }

  return {
    /** Three tiers, slow to fast. @throws chainUnreachable, feeEstimateFailed */
    async offers(request: FeeRequest): Promise<FeeOffers> {
      const { chain } = request;
      try {
        const found = await remember(tiers, chain.id, tierAgeMs, () => readerOf(chain).fees());
        const result = chain.family === 'evm' ? await evm(request, found) : await bitcoin(request, found);
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
