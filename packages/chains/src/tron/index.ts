import type { ChainFamily } from '../family.ts';
import { opaque } from '../opaque.ts';
import { attachTron } from './attach.ts';
import { buildTron } from './build.ts';
import { compareTron } from './compare.ts';
import { decodeTron } from './decode.ts';
import { facts } from './facts.ts';
import { tronFeeOffer, worstStakeFee } from './fees.ts';
import { readTronPlan, tronNumbers } from './plan.ts';
import { blockMs } from './stake.ts';
import type { TronPlan, UnsignedTronTx } from './types.ts';

/** Tron and its test networks: TRX and TRC-20 tokens. */
export const tron: ChainFamily = opaque<TronPlan, UnsignedTronTx>({
  ...facts,
  maxOutputs: 1,
  leastPayment: () => 1n,
  readPlan: readTronPlan,
  changePathOf: () => '',
  untilOf: (plan) => Number(tronNumbers(plan).expiration),
  build: buildTron,
  decode: decodeTron,
  compare: compareTron,
  attach: attachTron,
  planFrom: ({ refBlockBytes = '', refBlockHash = '' }, { until, stamp }, { feeLimit = '' }) =>
    readTronPlan({
      family: facts.id,
      refBlockBytes,
      refBlockHash,
      expiration: String(until),
      timestamp: String(stamp),
      feeLimit,
    }),
  feeOffer: tronFeeOffer,
  stakeOffer: { maxFee: worstStakeFee, plan: { feeLimit: '0' }, blockMs },
});
