import { ChainError } from '../errors.ts';
import { planFields, planText, unitsPattern } from '../plan-fields.ts';
import { readUnits } from '../transfer.ts';
import type { FeePlan } from '../types.ts';
import { mostAttached, mostSeqno, mostTime } from './limits.ts';
import type { TonPlan } from './types.ts';

/** Form and size of a plan; what its numbers mean is `tonNumbers`. @throws ChainError `badPlan` */
export function readTonPlan(value: unknown): TonPlan {
  const fields = planFields(value, ['family', 'seqno', 'validUntil', 'attached'], 'plan');
  planText(fields.family, /^ton$/, 'family');
  return {
    family: 'ton',
    seqno: planText(fields.seqno, unitsPattern, 'seqno'),
    validUntil: planText(fields.validUntil, unitsPattern, 'validUntil'),
    attached: planText(fields.attached, unitsPattern, 'attached'),
  };
}

/** @param until epoch milliseconds */
export const tonPlanAt = (seqno: bigint, { attached = '' }: FeePlan, until: number): TonPlan => ({
  family: 'ton',
  seqno: String(seqno),
  validUntil: String(Math.floor(until / 1_000)),
  attached,
});

const within = (text: string, most: bigint, field: string): bigint => {
  const value = readUnits(text, 'badPlan', field);
  if (value > most) throw new ChainError('badPlan', field);
  return value;
};

/** @throws ChainError `badPlan` */
export const tonNumbers = ({ seqno, validUntil, attached }: Omit<TonPlan, 'family'>) => ({
  seqno: within(seqno, mostSeqno, 'seqno'),
  validUntil: within(validUntil, mostTime, 'validUntil'),
  attached: within(attached, mostAttached, 'attached'),
});
