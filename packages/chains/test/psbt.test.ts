import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { describe, expect, it } from 'vitest';
import { buildBitcoin } from '../src/bitcoin/steps.ts';
import type { BitcoinPlan } from '../src/bitcoin/types.ts';
import { ChainError, familyOf } from '../src/index.ts';
import { bitcoinChain, deposit, intentFor, keyAt, paths, signAll } from './support.ts';

const family = familyOf(bitcoinChain);
if (family.model !== 'utxo' || !family.inspection) throw new Error('no inspection');
const { inspection } = family;
const payee = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const source = deposit([
  [paths.bitcoin, 500_000n],
  [paths.taproot, 300_000n],
]);
const plan: BitcoinPlan = {
  family: 'bitcoin',
  inputs: [paths.bitcoin, paths.taproot].map((path, vout) => ({ txid: source.txid, vout, prevTx: source.raw, path })),
  changePath: paths.taprootChange,
  feeRate: '5',
};
const unsigned = buildBitcoin(bitcoinChain, intentFor(bitcoinChain, 'BTC', [[payee, 600_000n]]), plan, keyAt);
const root = bytesToHex(keyAt('root'));
const text = inspection.write(unsigned, plan, { root, keyAt });
const fields = (file: string) => inspection.compare(bitcoinChain, unsigned, file).differences.map(({ field }) => field);
/** The file with something in it changed by another library. */
function changed(change: (tx: Transaction) => void): string {
  const tx = Transaction.fromPSBT(base64.decode(text), { allowUnknownOutputs: true });
  change(tx);
  return base64.encode(tx.toPSBT(0));
}

describe('a PSBT of a payment', () => {
  it('is unsigned, and says of every key of ours where it is derived, as BIP 174 and 371 have it', () => {
    const tx = Transaction.fromPSBT(base64.decode(text));
    expect(bytesToHex(tx.unsignedTx)).toBe(unsigned.bytes);
    const [first, second] = [tx.getInput(0), tx.getInput(1)];
    expect(first.partialSig ?? []).toEqual([]);
    expect(second.tapKeySig).toBeUndefined();
    expect(first.bip32Derivation?.map(([key, { path }]) => [bytesToHex(key), path])).toEqual([
      [bytesToHex(keyAt(paths.bitcoin)), [0, 7, 0, 0]],
    ]);
    expect(bytesToHex(second.tapInternalKey ?? new Uint8Array())).toBe(bytesToHex(keyAt(paths.taproot).subarray(1)));
    expect(second.tapBip32Derivation?.map(([, { der }]) => der.path)).toEqual([[0, 7, 2, 0]]);
    for (const { nonWitnessUtxo, witnessUtxo } of [first, second]) {
      expect(nonWitnessUtxo?.outputs).toHaveLength(2);
      expect(witnessUtxo).toBeDefined();
    }
    expect(tx.getOutput(1).tapBip32Derivation?.map(([, { der }]) => der.path)).toEqual([[0, 7, 3, 0]]);
    expect(tx.getOutput(0).bip32Derivation ?? []).toEqual([]);
  });

  it('read back is the same transaction, as text, as bytes in hex, and whoever signed it', () => {
    expect(inspection.compare(bitcoinChain, unsigned, text)).toEqual({ differences: [], signatures: 0 });
    expect(fields(bytesToHex(base64.decode(text)))).toEqual([]);
    expect(fields(`${text.slice(0, 40)}\n${text.slice(40)}\n`)).toEqual([]);
    const signed = changed((tx) => {
      tx.updateInput(1, { tapKeySig: new Uint8Array(64).fill(7) }, true);
    });
    expect(inspection.compare(bitcoinChain, unsigned, signed)).toEqual({ differences: [], signatures: 1 });
  });

  it('of another payee, amount, input, sequence or previous transaction is named field by field', () => {
    const another = deposit([
      [paths.bitcoin, 400_000n],
      [paths.taproot, 300_000n],
    ]);
    const otherPlan = {
      ...plan,
      inputs: plan.inputs.map((one) => ({ ...one, txid: another.txid, prevTx: another.raw })),
    };
    const intents = [
      [payee, 600_000n],
      [payee, 599_999n],
      ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 600_000n],
    ] as const;
    const files = intents.map(([to, amount]) => {
      const other = buildBitcoin(bitcoinChain, intentFor(bitcoinChain, 'BTC', [[to, amount]]), plan, keyAt);
      return inspection.write(other, plan, { root, keyAt });
    });
    expect(files.map(fields)).toEqual([
      [],
      ['outputs[0].amount', 'outputs[1].amount'],
      ['outputs[0].address', 'outputs[1].amount'],
    ]);
    const moved = buildBitcoin(bitcoinChain, intentFor(bitcoinChain, 'BTC', [[payee, 600_000n]]), otherPlan, keyAt);
    expect(fields(inspection.write(moved, otherPlan, { root, keyAt }))).toEqual(
      expect.arrayContaining(['inputs[0]', 'inputs[1]', 'inputs[0].amount', 'outputs[1].amount']),
    );
    expect(fields(changed((tx) => void tx.updateInput(0, { sequence: 0xffffffff }, true)))).toEqual([
      'inputs[0].sequence',
    ]);
  });

  it('that is none is refused, whatever it is', () => {
    const { raw } = signAll(bitcoinChain, unsigned);
    for (const bad of ['', 'hello', text.slice(0, -9), raw, base64.encode(hexToBytes(raw)), `${text}AAAA`])
      expect(() => inspection.compare(bitcoinChain, unsigned, bad), bad.slice(0, 20)).toThrow(ChainError);
  });
});
