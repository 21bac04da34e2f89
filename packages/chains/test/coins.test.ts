import { policyLimits } from '@holdfast/policy';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestSpendable, selectCoins } from '../src/bitcoin/coins.ts';
import { maxInputs } from '../src/bitcoin/plan.ts';
import { usual, vsizeOf } from '../src/bitcoin/size.ts';
import { type Coin, familyOf } from '../src/index.ts';
import { bitcoinChain, keyAt, paths } from './support.ts';

const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const changeAddress = familyOf(bitcoinChain).addressOf(bitcoinChain, keyAt(paths.change));
const nameOf = (coin: Coin): string => `${coin.txid}:${coin.vout}`;

const coinsOf = (amounts: readonly bigint[]): Coin[] =>
  amounts.map((amount, n) => ({ txid: n.toString(16).padStart(64, '0'), vout: n % 3, amount }));

/** Bitcoin Core relays nothing heavier (MAX_STANDARD_TX_WEIGHT, policy.h). */
const standardWeight = 400_000;
/** Of the longest address there is: a witness program of 40 bytes (BIP 141). */
const longestScript = 42;

it('the largest batch there may be is one transaction that nodes relay', () => {
  const scripts = Array.from({ length: policyLimits.batchRows + 1 }, () => longestScript);
  expect(vsizeOf(usual(maxInputs), scripts) * 4).toBeLessThan(standardWeight / 1.5);
});

describe('coin selection', () => {
  it('pays amount, fee and change exactly, is deterministic, and never touches a reserved coin', () => {
    const property = fc.property(
      fc.array(fc.bigInt({ min: 1n, max: 1_000_000n }), { minLength: 1, maxLength: 30 }),
      fc.bigInt({ min: 1_000n, max: 3_000_000n }),
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.nat({ max: 29 }), { maxLength: 10 }),
      (amounts, amount, rate, held) => {
        const coins = coinsOf(amounts);
        const reserved = new Set(held.flatMap((n) => coins[n] ?? []).map(nameOf));
        const request = { outputs: [{ address, amount }], changeAddress, feeRate: String(rate), reserved };
        const selection = selectCoins(bitcoinChain, coins, request);
        expect(selectCoins(bitcoinChain, coins.toReversed(), request)).toEqual(selection);
        const free = coins.filter((coin) => !reserved.has(nameOf(coin)));
        const most = largestSpendable(bitcoinChain, coins, { address, feeRate: String(rate), reserved });
        if (!selection) {
          expect(most).toBeLessThan(amount);
          return;
        }
        const total = selection.coins.reduce((sum, coin) => sum + coin.amount, 0n);
        expect(total).toBe(amount + selection.fee + selection.change);
        expect(selection.coins.every((coin) => free.includes(coin))).toBe(true);
        expect(new Set(selection.coins.map(nameOf)).size).toBe(selection.coins.length);
        expect(selection.change === 0n || selection.change >= 294n).toBe(true);
        expect(amount).toBeLessThanOrEqual(most);
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it('leaves coins alone that cost more than they bring, and still pays beside ten thousand of them', () => {
    const coins = coinsOf([...Array<bigint>(10_000).fill(600n), 50_000n]);
    const request = { outputs: [{ address, amount: 20_000n }], changeAddress, feeRate: '20' };
    expect(selectCoins(bitcoinChain, coins, request)?.coins.map((coin) => coin.amount)).toEqual([50_000n]);
  });

  it('does not break a large coin where a small one does', () => {
    const coins = coinsOf([1_000_000n, 30_000n, 200_000n]);
    const request = { outputs: [{ address, amount: 20_000n }], changeAddress, feeRate: '2' };
    expect(selectCoins(bitcoinChain, coins, request)?.coins.map((coin) => coin.amount)).toEqual([30_000n]);
  });

  it('spends another coin where one would leave too little for change, and so more as a fee than may be paid', () => {
    const coins = coinsOf([20_400n, 30_000n, 50_000n]);
    const request = { outputs: [{ address, amount: 20_000n }], changeAddress, feeRate: '1' };
    const amounts = (maxFee: bigint) =>
      selectCoins(bitcoinChain, coins, { ...request, maxFee })?.coins.map((coin) => coin.amount);
    expect(amounts(400n)).toEqual([20_400n]);
    expect(amounts(399n)).toEqual([30_000n]);
    expect(amounts(100n)).toBeUndefined();
  });

  it('spends forty coins and not one more, and offers as the most what those can pay', () => {
    const feeRate = '2';
    const coins = coinsOf(Array<bigint>(41).fill(10_000n));
    const most = largestSpendable(bitcoinChain, coins, { address, feeRate });
    expect(most).toBe(largestSpendable(bitcoinChain, coins.slice(0, 40), { address, feeRate }));
    const paying = (amount: bigint) =>
      selectCoins(bitcoinChain, coins, { outputs: [{ address, amount }], changeAddress, feeRate })?.coins.length;
    expect([paying(most), paying(most + 1n)]).toEqual([40, undefined]);
  });

  it('holds the largest amount that a balance in many coins offers, at every number of coins and with every tier', () => {
    const family = familyOf(bitcoinChain);
    if (family.model !== 'utxo') throw new Error('the chain has no coins');
    const property = fc.property(
      fc.array(fc.bigInt({ min: 100n, max: 20_000n }), { minLength: 38, maxLength: 60 }),
      fc.integer({ min: 1, max: 60 }),
      (amounts, rate) => {
        const coins = coinsOf(amounts.toSorted((a, b) => Number(b - a)));
        const together = coins.slice(0, family.maxInputs).reduce((sum, coin) => sum + coin.amount, 0n);
        const fees = { feeRate: String(rate) };
        const request = (amount: bigint) => ({ outputs: [{ address, amount }], changeAddress });
        const tier = { level: 2, rate: String(rate), plan: fees, estimated: true } as const;
        const { maxFee } = family.feeOffer(bitcoinChain, tier, coins, request(together));
        const amount = together - maxFee;
        if (amount < 294n) return;
        expect(family.selectCoins(bitcoinChain, coins, request(amount), fees)).toBeDefined();
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it('says no when the free coins do not suffice', () => {
    const request = { outputs: [{ address, amount: 20_000n }], changeAddress, feeRate: '2' };
    expect(selectCoins(bitcoinChain, coinsOf([20_000n]), request)).toBeUndefined();
    expect(selectCoins(bitcoinChain, [], request)).toBeUndefined();
    expect(largestSpendable(bitcoinChain, [], { address, feeRate: '2' })).toBe(0n);
  });
});
