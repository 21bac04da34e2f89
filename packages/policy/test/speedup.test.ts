import { describe, expect, it } from 'vitest';
import {
  assetKey,
  attempted,
  checkIntent,
  type Facts,
  type Intent,
  intentText,
  nothingKnown,
  PolicyError,
  pricedAssets,
  readAttached,
  rulingOn,
  type WindowQuery,
} from '../src/index.ts';
import { amount, onlyEth, rule, senior } from './cases/crew.ts';
import { drop, speedup, transfer } from './fixtures.ts';

const payment = transfer();
const [paid] = payment.outputs;
if (!paid) throw new Error('nobody is paid');
const attached = (first: Intent) => readAttached('speedup', intentText(first));
function placeOf(intent: Intent, first = payment): string {
  try {
    attempted(intent, attached(first));
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
      attempted(speedup(payment, { initiator: 'ann', policy: other, expires: '1763800000000' }), attached(payment)),
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
    expect(() => attempted(speedup(payment), {})).toThrow(PolicyError);
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

describe('a drop', () => {
  const usdc = { symbol: 'USDC', contract: `0x${'a0'.repeat(20)}`, decimals: '6' };
  const outOf = (change: Partial<Intent['outputs'][number]>): Partial<Intent> => ({
    outputs: drop(payment).outputs.map((output) => ({ ...output, ...change })),
  });

  it('takes the place of a payment of any coin, and pays nothing', () => {
    for (const first of [payment, transfer({ asset: usdc }), transfer({ outputs: [{ ...paid, memo: 'x' }] })])
      expect(attempted(drop(first), attached(first))).toEqual(first);
  });

  it.each<[string, Partial<Intent>]>([
    ['outputs', outOf({ amount: '1' })],
    ['outputs', outOf({ address: `0x${'12'.repeat(20)}` })],
    ['outputs', outOf({ path: 'm/60/7/0/1' })],
    ['outputs', outOf({ path: '' })],
    ['outputs', outOf({ memo: 'x' })],
    ['outputs', { outputs: [] }],
    ['asset', { asset: usdc }],
    ['call', { call: 'energy' }],
    ['body', { body: '' }],
  ])('is no intent with %s of anything else', (field, change) => {
    expect(() => checkIntent(drop(payment, change))).toThrow(expect.objectContaining({ at: field }));
  });

  it.each<[string, Partial<Intent>]>([
    ['from', { from: `0x${'34'.repeat(20)}` }],
    ['path', { path: 'm/60/7/0/1' }],
    ['wallet', { wallet: '8' }],
    ['chain', { chain: 'evm:1' }],
    ['keyGroup', { keyGroup: 'b'.repeat(32) }],
    ['deployment', { deployment: 'b'.repeat(64) }],
    ['workspace', { workspace: '2' }],
    ['conflict', { conflict: 'evm-other' }],
    ['maxFee', { maxFee: payment.maxFee }],
  ])('is none of a payment with another %s', (field, change) => {
    expect(placeOf(drop(payment, change))).toBe(field);
  });

  it('is judged as the payment that it drops, at its own fee, and counts as that payment in windows', () => {
    const asked: WindowQuery[] = [];
    const facts: Facts = {
      ...nothingKnown,
      feesCount: true,
      spent: (query) => {
        asked.push(query);
        return { units: 0n, cents: 0n };
      },
    };
    const [units, dropping] = [BigInt(paid.amount), drop(payment)];
    const actionUpTo = (most: bigint) => {
      const policy = senior(rule('pass', { ...onlyEth, ...amount({ unit: 'coin', upTo: String(most), hours: '24' }) }));
      return rulingOn(policy, dropping, facts, attached(payment))?.action;
    };
    expect(actionUpTo(units + BigInt(dropping.maxFee))).toBe('pass');
    expect(actionUpTo(units + BigInt(dropping.maxFee) - 1n)).toBe('flow');
    expect(asked.map(({ except }) => except)).toEqual([payment.id, payment.id]);
  });

  it('goes by the very flow of the payment, whoever asks for it; without that payment by none', () => {
    const facts: Facts = { ...nothingKnown, feesCount: true, spent: () => ({ units: 0n, cents: 0n }) };
    const who = [[], [`member:${payment.initiator}`]];
    for (const initiators of who) {
      const policy = senior(rule('flow', { ...onlyEth, initiators }), rule('pass', {}, { id: 'r2' }));
      const dropping = drop(payment, { initiator: 'ann' });
      expect(rulingOn(policy, dropping, facts, attached(payment))).toEqual(rulingOn(policy, payment, facts, {}));
      expect(rulingOn(policy, dropping, facts, {})).toBeUndefined();
      expect(rulingOn(policy, dropping, facts, attached(transfer({ wallet: '8' })))).toBeUndefined();
      expect(rulingOn(policy, drop(payment, { maxFee: payment.maxFee }), facts, attached(payment))).toBeUndefined();
    }
  });

  it('has its price asked of the coin that is not paid, and of that of its fee', () => {
    const first = transfer({ asset: usdc });
    const [chain, own] = [first.chain, assetKey(first.chain, '')];
    expect(pricedAssets(drop(first), attached(first))).toEqual([assetKey(chain, usdc.contract), own]);
    expect(pricedAssets(first, {})).toEqual([assetKey(chain, usdc.contract), own]);
    expect(pricedAssets(drop(first), {})).toEqual([own, own]);
  });
});
