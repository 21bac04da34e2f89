import type { ChainFamily } from '../family.ts';
import { opaque } from '../opaque.ts';
import { createdAt } from './address.ts';
import { attachEvm } from './attach.ts';
import { buildEvm } from './build.ts';
import { compareEvm } from './compare.ts';
import { decodeEvm } from './decode.ts';
import { disperseCall, disperseGas } from './disperse.ts';
import { facts } from './facts.ts';
import {
  evmCapFor,
  evmFeeOffer,
  gasWithoutEstimate,
  replacementFees,
  replacementOffer,
  replacementWithin,
} from './fees.ts';
import { messages } from './message.ts';
import { evmNumbers, readEvmPlan } from './plan.ts';
import type { EvmPlan, UnsignedEvmTx } from './types.ts';

/** Ethereum and the chains that are like it. */
export const evm: ChainFamily = opaque<EvmPlan, UnsignedEvmTx>({
  ...facts,
  messages,
  maxOutputs: 1,
  dispersing: { call: disperseCall, gas: disperseGas },
  leastPayment: () => 1n,
  readPlan: readEvmPlan,
  changePathOf: () => '',
  untilOf: () => undefined,
  // 100 gwei: a plain payment offers 0.0021 ETH then.
  bids: { unit: 'wei per gas', usual: 100_000_000_000n, of: (plan) => evmNumbers(plan).maxPriorityFeePerGas },
  build: buildEvm,
  decode: decodeEvm,
  compare: compareEvm,
  attach: attachEvm,
  laneOf: ({ chain, account, nonce }) => `${chain}|${account.toLowerCase()}|${BigInt(nonce)}`,
  createdAt,
  planAt: (nonce, { gasLimit = '', maxFeePerGas = '', maxPriorityFeePerGas = '' }) => ({
    family: facts.id,
    nonce: String(nonce),
    gasLimit,
    maxFeePerGas,
    maxPriorityFeePerGas,
  }),
  gasWithoutEstimate,
  feeOffer: evmFeeOffer,
  replaceFees: replacementFees,
  replaceOffer: replacementOffer,
  replaceWithin: replacementWithin,
  capFor: evmCapFor,
});
