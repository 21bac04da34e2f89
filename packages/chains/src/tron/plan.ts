import { ChainError } from '../errors.ts';
import { planFields, planText } from '../plan-fields.ts';
import type { TronPlan } from './types.ts';

const number = /^(0|[1-9]\d{0,14})$/;
const fields = ['family', 'refBlockBytes', 'refBlockHash', 'expiration', 'timestamp', 'feeLimit'] as const;
/** No node takes a higher limit, sun. */
export const mostFeeLimit = 15_000_000_000n;

/** Form and size of a plan. @throws ChainError `badPlan` */
export function readTronPlan(value: unknown): TronPlan {
  const { family, refBlockBytes, refBlockHash, expiration, timestamp, feeLimit } = planFields(value, fields, 'plan');
  planText(family, /^tron$/, 'family');
  return {
    family: 'tron',
    refBlockBytes: planText(refBlockBytes, /^[0-9a-f]{4}$/, 'refBlockBytes'),
    refBlockHash: planText(refBlockHash, /^[0-9a-f]{16}$/, 'refBlockHash'),
    expiration: planText(expiration, number, 'expiration'),
    timestamp: planText(timestamp, number, 'timestamp'),
    feeLimit: planText(feeLimit, number, 'feeLimit'),
  };
}

/** @throws ChainError `badPlan` */
export function tronNumbers(plan: TronPlan) {
  const read = (field: 'expiration' | 'timestamp' | 'feeLimit'): bigint => {
    if (!number.test(plan[field])) throw new ChainError('badPlan', field);
    return BigInt(plan[field]);
  };
  const numbers = { expiration: read('expiration'), timestamp: read('timestamp'), feeLimit: read('feeLimit') };
  if (numbers.expiration === 0n) throw new ChainError('badPlan', 'expiration');
  return numbers;
}
