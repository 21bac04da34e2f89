import { describe, expect, it } from 'vitest';
import {
  assetKey,
  type Facts,
  type Intent,
  intentText,
  nothingKnown,
  PolicyError,
  readAttached,
  rulingOn,
  spedUp,
  type WindowQuery,
} from '../src/index.ts';
import { amount, onlyEth, rule, senior } from './cases/crew.ts';
import { speedup, transfer } from './fixtures.ts';

const payment = transfer();
const [paid] = payment.outputs;
if (!paid) throw new Error('nobody is paid');
const attached = (first: Intent) => readAttached('speedup', intentText(first));
function placeOf(intent: Intent, first = payment): string {
  try {
    spedUp(intent, attached(first));
    return '';
  } catch (error) {
    if (error instanceof PolicyError) return error.at;
    throw error;
  }
}

describe('a speed-up', () => {
  it('is the same payment for more, whoever asks for it, when and under which rules', () => {
    const other = { ...payment.policy, version: '9' };
    expect(
      spedUp(speedup(payment, { initiator: 'ann', policy: other, expires: '1763800000000' }), attached(payment)),
    ).toEqual(payment);
  });

  const others: readonly (readonly [string, Partial<Intent>])[] = [
    ['outputs', { outputs: [{ ...paid, address: `0x${'12'.repeat(20)}` }] }],
    ['outputs', { outputs: [{ ...paid, amount: `${paid.amount}0` }] }],
    ['outputs', { outputs: [{ ...paid, memo: 'another' }] }],
    ['outputs', { outputs: [paid, paid] }],
    ['asset', { asset: { symbol: 'USDC', contract: `0x${'a0'.repeat(20)}`, decimals: '6' } }],
    ['from', { from: `0x${'34'.repeat(20)}` }],
    ['path', { path: 'm/60/7/0/1' }],
    ['wallet', { wallet: '8' }],
    ['workspace', { workspace: '2' }],
    ['chain', { chain: 'evm:1' }],
    ['keyGroup', { keyGroup: 'b'.repeat(32) }],
    ['deployment', { deployment: 'b'.repeat(64) }],
  ];
  it.each(others)('is none of another payment: %s', (field, change) => {
    expect(placeOf(speedup(payment, change))).toBe(field);
  });

  it('costs more, and is of a payment: not of another speed-up, nor of nothing', () => {
    expect(placeOf(speedup(payment, { maxFee: payment.maxFee }))).toBe('maxFee');
    expect(placeOf(speedup(payment, { maxFee: '1' }))).toBe('maxFee');
    expect(placeOf(speedup(speedup(payment)), speedup(payment))).toBe('kind');
    expect(() => spedUp(speedup(payment), {})).toThrow(PolicyError);
  });

  it('counts as that payment in windows: what was let through of it is left out', () => {
    const asked: WindowQuery[] = [];
    const facts: Facts = {
      ...nothingKnown,
      feesCount: true,
      spent: (query) => {
        asked.push(query);
        return { units: 0n, cents: 0n };
      },
    };
    const policy = senior(rule('pass', { ...onlyEth, ...amount({ unit: 'coin', upTo: '5', hours: '24' }) }));
    rulingOn(policy, speedup(payment), facts, attached(payment));
    expect(asked.map(({ except }) => except)).toEqual([payment.id]);
    expect(asked[0]?.counts(assetKey(payment.chain, payment.asset.contract))).toBe(true);
  });
});
