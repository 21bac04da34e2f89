import type { OrderId } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { type Refusal, refuse } from '../../refuse.ts';
import { submitPatiently } from './submit.ts';

const made = { id: 1 as OrderId, status: 1000, duplicated: false, intentId: 'i', digest: 'd' };
const enough = async (): Promise<void> => undefined;

describe('an order that the balance did not cover when it was tried', () => {
  it('is tried again when the balance covers it by now, and never answered with a balance that is not so', async () => {
    const answers = [{ short: 'balance' as const }, made];
    expect(await submitPatiently(async () => answers.shift() ?? made, enough)).toEqual(made);
    const busy = submitPatiently(async () => ({ short: 'balance' }), enough);
    await expect(busy).rejects.toMatchObject({ refusal: 'databaseBusy' } satisfies Partial<Refusal>);
  });
  it('is refused with what is missing', async () => {
    let tries = 0;
    const short = async () => {
      tries++;
      return { short: 'fee' } as const;
    };
    const explain = async () => {
      throw refuse('feeBalanceShort', { fee: '1', symbol: 'ETH' });
    };
    await expect(submitPatiently(short, explain)).rejects.toMatchObject({ refusal: 'feeBalanceShort' });
    expect(tries).toBe(1);
  });
});
