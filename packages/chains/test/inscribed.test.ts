import { type Intent, rowIntent } from '@holdfast/policy';
import { bytesToHex } from '@noble/hashes/utils.js';
import { parseWitness } from 'micro-ordinals';
import { describe, expect, it } from 'vitest';
import { commitTo, postage } from '../src/bitcoin/envelope.ts';
import { leafWith, scriptOfLeaf } from '../src/bitcoin/leaf.ts';
import { networkOf } from '../src/bitcoin/network.ts';
import { parseTx } from '../src/bitcoin/parse.ts';
import { buildBitcoin, leafPathOf, textOfPayment } from '../src/bitcoin/steps.ts';
import type { BitcoinPlan } from '../src/bitcoin/types.ts';
import { ChainError, compareWithIntent, familyOf } from '../src/index.ts';
import { bitcoinChain, deposit, intentFor, keyAt, paths, signAll } from './support.ts';

/** What is inscribed, as signers build and compare it. */

const rules = familyOf(bitcoinChain);
const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const source = deposit([
  [paths.bitcoin, 12_345n],
  [paths.second, 900_000n],
]);
const input = (vout: 0 | 1) => ({
  txid: source.txid,
  vout,
  prevTx: source.raw,
  path: vout === 0 ? paths.bitcoin : paths.second,
});
const plan: BitcoinPlan = { family: 'bitcoin', inputs: [input(0), input(1)], changePath: paths.change, feeRate: '5' };
const outcome = (intent: Intent, made: BitcoinPlan): string => {
  try {
    const unsigned = buildBitcoin(bitcoinChain, intent, made, keyAt);
    const decoded = rules.decode(bitcoinChain, unsigned);
    const found = compareWithIntent(intent, decoded, { chain: bitcoinChain, plan: made, keyAt });
    return found.length === 0 ? 'accepted' : found.map(({ field }) => field).join();
  } catch (error) {
    return error instanceof ChainError ? error.code : String(error);
  }
};

describe('an inscription that is sent', () => {
  const named = `${source.txid}:0`;
  const base = intentFor(bitcoinChain, 'BTC', [[payee, 12_345n]]);
  const intent: Intent = { ...base, kind: 'inscription', call: `inscription ${named} ${'ab'.repeat(32)}i0` };

  it('leaves with its whole output, before and apart from all other coins', () => {
    expect(outcome(intent, plan)).toBe('accepted');
    const { inputs, outputs } = parseTx(buildBitcoin(bitcoinChain, intent, plan, keyAt).bytes);
    expect(inputs[0]).toMatchObject({ txid: source.txid, vout: 0 });
    expect(outputs[0]?.amount).toBe(12_345n);
  });

  it.each([
    ['spends other coins first', { inputs: [input(1), input(0)] }],
    ['does not spend it', { inputs: [input(1)] }],
    ['lets its coins pay the fee', { changePath: '' }],
    ['sends what comes back to an address for deposits', { changePath: paths.second }],
  ])('is in no transaction that %s', (_, change) => {
    expect(outcome(intent, { ...plan, ...change })).not.toBe('accepted');
  });

  it('goes with neither more nor fewer coins than its output has', () => {
    for (const amount of ['12344', '12346', '600'])
      expect(outcome({ ...intent, outputs: intent.outputs.map((one) => ({ ...one, amount })) }, plan)).toBe(
        'badIntent',
      );
  });

  it('is not what a plain payment may be called', () => {
    expect(outcome({ ...intent, kind: 'transfer' }, plan)).toBe('badIntent');
    expect(outcome({ ...base, kind: 'inscription' }, plan)).not.toBe('accepted');
  });
});

describe('a payment of BRC-20', () => {
  const asset = { symbol: 'ordi', contract: 'brc20:6f726469', decimals: '18' };
  const whole: Intent = {
    ...intentFor(bitcoinChain, 'BTC', [[payee, 12_500_000_000_000_000_000n]]),
    ...{ kind: 'brc20', asset, maxFee: '40000' },
  };
  const [first, second, third] = [0, 1, 2].map((index) => rowIntent(whole, index)) as [Intent, Intent, Intent];
  const coins: BitcoinPlan = { ...plan, inputs: [input(1)] };
  const signed = (intent: Intent, made: BitcoinPlan) =>
    signAll(bitcoinChain, buildBitcoin(bitcoinChain, intent, made, keyAt));
  const stripped = (raw: string): string => bytesToHex(parseTx(raw).stripped);
  const commit = signed(first, coins);
  const revealing = (raw = commit.raw): BitcoinPlan => {
    const { txid } = parseTx(raw);
    return { ...coins, inputs: [{ txid, vout: 0, prevTx: stripped(raw), path: leafPathOf(whole) }], changePath: '' };
  };
  const reveal = signed(second, revealing());
  const sending = (from = reveal.raw, by = commit.raw): BitcoinPlan => {
    const { txid } = parseTx(from);
    return {
      ...plan,
      inputs: [{ txid, vout: 0, prevTx: stripped(from), path: whole.path }, input(1)],
      commit: stripped(by),
    };
  };
  const other: Intent = { ...whole, outputs: whole.outputs.map((one) => ({ ...one, amount: '99000000000000000000' })) };

  it('inscribes the text that its intent means, made by two ways alike', () => {
    expect(textOfPayment(whole)).toBe('{"p":"brc-20","op":"transfer","tick":"ordi","amt":"12.5"}');
    const key = keyAt(leafPathOf(whole));
    const made = commitTo(textOfPayment(whole), key, networkOf(bitcoinChain));
    const leaf = leafWith(textOfPayment(whole), key);
    expect(bytesToHex(made.leaf)).toBe(bytesToHex(leaf));
    expect(bytesToHex(made.script)).toBe(bytesToHex(scriptOfLeaf(leaf)));
    const witness = parseTx(reveal.raw).witnesses[0] ?? [];
    expect(new TextDecoder().decode(parseWitness([...witness])?.[0]?.body)).toBe(textOfPayment(whole));
  });

  it('is made by three transactions, each out of the one before, that together stay within its highest fee', () => {
    expect([outcome(first, coins), outcome(second, revealing()), outcome(third, sending())]).toEqual([
      'accepted',
      'accepted',
      'accepted',
    ]);
    const costs = [
      buildBitcoin(bitcoinChain, first, coins, keyAt),
      buildBitcoin(bitcoinChain, second, revealing(), keyAt),
      buildBitcoin(bitcoinChain, third, sending(), keyAt),
    ];
    expect(costs.reduce((sum, { fee }) => sum + BigInt(fee), 0n)).toBeLessThanOrEqual(40_000n);
    const [out] = parseTx(signed(third, sending()).raw).outputs;
    expect(out?.amount).toBe(postage);
  });

  it('reveals and sends nothing but a commit to that text', () => {
    const foreign = signed(rowIntent(other, 0), coins);
    expect(outcome(second, revealing(foreign.raw))).toBe('notOurs');
    const revealed = signed(rowIntent(other, 1), revealing(foreign.raw));
    expect(outcome(third, sending(revealed.raw, foreign.raw))).toBe('badPlan');
    expect(outcome(third, sending(revealed.raw, commit.raw))).toBe('badPlan');
    expect(outcome(third, { ...sending(), inputs: [input(0), input(1)] })).toBe('badPlan');
    const { commit: _, ...without } = sending();
    expect(outcome(third, without)).toBe('badPlan');
  });

  it('spends no coins beside a commit, and gives the reveal to nobody else', () => {
    const made = revealing();
    expect(outcome(second, { ...made, inputs: [...made.inputs, input(1)] })).toBe('badPlan');
    expect(outcome({ ...second, from: payee }, made)).not.toBe('accepted');
    expect(outcome(second, coins)).not.toBe('accepted');
  });

  it('costs no more than its share, at whatever rate', () => {
    for (const feeRate of ['100', '1000']) expect(outcome(first, { ...coins, feeRate })).toBe('feeAboveCap');
  });

  it('is asked for as steps alone', () => {
    expect(outcome(whole, coins)).not.toBe('accepted');
    expect(outcome({ ...first, call: 'step 3' }, coins)).not.toBe('accepted');
  });
});
