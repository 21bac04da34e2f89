import type { ChainFamily } from '../family.ts';
import { opaque } from '../opaque.ts';
import { attachTon } from './attach.ts';
import { buildTon } from './build.ts';
import { compareTon } from './compare.ts';
import { decodeTon } from './decode.ts';
import { facts } from './facts.ts';
import { costOf, tonFeeOffer } from './fees.ts';
import { readTonPlan, tonNumbers, tonPlanAt } from './plan.ts';
import type { TonPlan, UnsignedTonTx } from './types.ts';

/** TON, by wallet v5r1 or v4r2: accounts whose transactions are put in order by a seqno, and die at a time that they name. */
export const ton: ChainFamily = opaque<TonPlan, UnsignedTonTx>({
  ...facts,
  maxOutputs: 1,
  leastPayment: () => 1n,
  readPlan: readTonPlan,
  changePathOf: () => '',
  untilOf: (plan) => Number(tonNumbers(plan).validUntil) * 1_000,
  build: buildTon,
  decode: decodeTon,
  compare: compareTon,
  attach: attachTon,
  laneOf: ({ chain, account, nonce }) => `${chain}|${account}|${BigInt(nonce)}`,
  planAt: tonPlanAt,
  gasWithoutEstimate: costOf,
  feeOffer: tonFeeOffer,
});
