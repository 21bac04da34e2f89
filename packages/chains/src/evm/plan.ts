import { ChainError } from '../errors.ts';
import { planFields, planText, unitsPattern } from '../plan-fields.ts';
import { readUnits } from '../transfer.ts';
import type { ChainConfig } from '../types.ts';
import type { EvmPlan } from './types.ts';

export interface EvmNumbers {
  readonly nonce: bigint;
  readonly gasLimit: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** EIP-2681 limits nonces to 2^64 − 2; a plain payment costs 21000 gas; no block has more than 100 million. */
const limits = { nonce: (1n << 64n) - 2n, leastGas: 21_000n, mostGas: 100_000_000n };

/** `evm:31337` → 31337n. @throws ChainError */
export function chainIdOf(chain: ChainConfig): bigint {
  const digits = /^evm:([1-9]\d{0,15})$/.exec(chain.id)?.[1];
  if (digits === undefined) throw new ChainError('wrongFamily', chain.id);
  return BigInt(digits);
}

/** Form and size of a plan; what its numbers mean is `evmNumbers`. @throws ChainError `badPlan` */
export function readEvmPlan(value: unknown): EvmPlan {
  const fields = planFields(value, ['family', 'nonce', 'gasLimit', 'maxFeePerGas', 'maxPriorityFeePerGas'], 'plan');
  planText(fields.family, /^evm$/, 'family');
  return {
    family: 'evm',
    nonce: planText(fields.nonce, unitsPattern, 'nonce'),
    gasLimit: planText(fields.gasLimit, unitsPattern, 'gasLimit'),
    maxFeePerGas: planText(fields.maxFeePerGas, unitsPattern, 'maxFeePerGas'),
    maxPriorityFeePerGas: planText(fields.maxPriorityFeePerGas, unitsPattern, 'maxPriorityFeePerGas'),
  };
}

/** @throws ChainError `badPlan` */
export function evmNumbers(plan: Omit<EvmPlan, 'family'>): EvmNumbers {
  const read = (field: keyof typeof plan): bigint => readUnits(plan[field], 'badPlan', field);
  const numbers = {
    nonce: read('nonce'),
    gasLimit: read('gasLimit'),
    maxFeePerGas: read('maxFeePerGas'),
    maxPriorityFeePerGas: read('maxPriorityFeePerGas'),
  };
  if (numbers.nonce > limits.nonce) throw new ChainError('badPlan', 'nonce');
  if (numbers.gasLimit < limits.leastGas || numbers.gasLimit > limits.mostGas)
    throw new ChainError('badPlan', 'gasLimit');
  if (numbers.maxFeePerGas === 0n || numbers.maxPriorityFeePerGas > numbers.maxFeePerGas)
    throw new ChainError('badPlan', 'maxFeePerGas');
  return numbers;
}
