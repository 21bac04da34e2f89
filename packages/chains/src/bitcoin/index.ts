import { policyLimits } from '@holdfast/policy';
import { bytesToHex } from '@noble/hashes/utils.js';
import { ChainError } from '../errors.ts';
import type { ChainFamily } from '../family.ts';
import { opaque } from '../opaque.ts';
import type { FeePlan } from '../types.ts';
import { addressOfScript, isTaprootScript, readAddress } from './address.ts';
import { attachBitcoin } from './attach.ts';
import { carriable, scriptOf, selectCoins } from './coins.ts';
import { bitcoinStep, compareBitcoin } from './compare.ts';
import { decodeBitcoin } from './decode.ts';
import { facts } from './facts.ts';
import { bitcoinCapFor, bitcoinChildOffer, bitcoinFeeOffer, bitcoinReplaceOffer } from './fees.ts';
import { networkOf } from './network.ts';
import { parseTx } from './parse.ts';
import { maxInputs, readBitcoinPlan } from './plan.ts';
import { inspectPsbt, psbtOf } from './psbt.ts';
import { replaceCoins } from './replace.ts';
import { dustLimit, feeFor, readFeeRate, usual, vsizeOf } from './size.ts';
import { buildBitcoin, costOfSteps, revealPlan, sendingPlan } from './steps.ts';
import type { BitcoinPlan, UnsignedBitcoinTx } from './types.ts';

const rateOf = ({ feeRate = '' }: FeePlan): bigint => readFeeRate(feeRate);

/** Bitcoin and its test networks, spending P2WPKH and P2TR by its key. */
export const bitcoin: ChainFamily = opaque<BitcoinPlan, UnsignedBitcoinTx>({
  ...facts,
  maxOutputs: policyLimits.outputs,
  leastPayment: (chain, address) => {
    const reading = readAddress(address, networkOf(chain));
    if (typeof reading === 'string') throw new ChainError('badAddress', address);
    return dustLimit(reading.script);
  },
  readPlan: readBitcoinPlan,
  changePathOf: ({ changePath }) => changePath,
  untilOf: () => undefined,
  // 500 sat/vB: a plain payment costs about 0.0007 BTC then.
  bids: { unit: 'sat per 1,000 vB', usual: 500_000n, of: ({ feeRate }) => readFeeRate(feeRate) },
  build: buildBitcoin,
  stepAsPayment: bitcoinStep,
  decode: decodeBitcoin,
  compare: compareBitcoin,
  attach: attachBitcoin,
  maxInputs,
  carriable,
  selectCoins: (chain, coins, request, { feeRate = '' }) => selectCoins(chain, coins, { ...request, feeRate }),
  spentBy: (raw) => parseTx(raw).inputs.map(({ txid, vout }) => `${txid}:${vout}`),
  planWith: (coins, changePath, { feeRate = '' }) => ({
    family: facts.id,
    inputs: coins.map(({ txid, vout, path, prevTx }) => ({ txid, vout, prevTx, path })),
    changePath,
    feeRate,
  }),
  costOf: (chain, inputs, addresses, fees) =>
    feeFor(
      vsizeOf(
        usual(inputs),
        addresses.map((address) => scriptOf(chain, address).length),
      ),
      rateOf(fees),
    ),
  raiseFees: (fees, least) => (rateOf(least) > rateOf(fees) ? least : fees),
  feeOffer: bitcoinFeeOffer,
  changeForm: (chain, addresses) => (addresses.some((address) => isTaprootScript(scriptOf(chain, address))) ? 1 : 0),
  inputsOf: ({ inputs }) => inputs,
  replaceCoins,
  replaceOffer: bitcoinReplaceOffer,
  capFor: bitcoinCapFor,
  childOffer: bitcoinChildOffer,
  paidBy: (chain, raw) =>
    parseTx(raw).outputs.map(({ amount, script }) => ({
      address: addressOfScript(script, networkOf(chain)) ?? '',
      amount,
    })),
  feesAt: (rate) => {
    readFeeRate(rate);
    return { feeRate: rate };
  },
  withoutWitness: (raw) => bytesToHex(parseTx(raw).stripped),
  steps: { reveal: revealPlan, sending: sendingPlan, cost: costOfSteps },
  inspection: { form: 'psbt', write: psbtOf, compare: inspectPsbt },
});
