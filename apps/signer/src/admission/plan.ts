import type { ChainConfig, Plan } from '@holdfast/chains';
import { type Check, hexBytes, integer, list, object, oneOf, text } from '../check.ts';
import { refuse } from '../errors.ts';

const number = text(/^(0|[1-9]\d{0,77})$/);
const path = /^m(\/(0|[1-9]\d{0,9})){4}$/;

/** Each input is one threshold signature of its own: about 40 kB of messages and 60 ms of computing at each signer. */
const maxInputs = 40;
/** Change further out than any list of addresses goes would be ours by key and lost in practice. */
const maxChangeIndex = 100_000;
const maxPrevTxBytes = 400_000;

const evmPlan = object({
  family: oneOf('evm'),
  nonce: number,
  gasLimit: number,
  maxFeePerGas: number,
  maxPriorityFeePerGas: number,
});
const noChangeOr = text(new RegExp(`^$|${path.source}`));
const changePath: Check<string> = (value, at) => {
  const found = noChangeOr(value, at);
  if (Number(found.split('/').at(-1)) > maxChangeIndex) throw refuse('badPlan', at);
  return found;
};

const bitcoinPlan = object({
  family: oneOf('bitcoin'),
  inputs: list(
    object({
      txid: text(/^[0-9a-f]{64}$/),
      vout: integer(0, 0xffffffff),
      prevTx: hexBytes(10, maxPrevTxBytes),
      path: text(path),
    }),
    maxInputs,
  ),
  changePath,
  feeRate: text(/^(0|[1-9]\d{0,9})(\.\d{1,3})?$/),
});

/** @throws Refusal badPlan */
export function checkPlan(value: unknown, family: ChainConfig['family']): Plan {
  try {
    return family === 'evm' ? evmPlan(value, 'plan') : bitcoinPlan(value, 'plan');
  } catch {
    throw refuse('badPlan');
  }
}
