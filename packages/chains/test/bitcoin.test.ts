import { hexToBytes } from '@noble/hashes/utils.js';
import { Address, OutScript, RawTx, Transaction } from '@scure/btc-signer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkOf } from '../src/bitcoin/network.ts';
import { parseTx } from '../src/bitcoin/parse.ts';
import { bip143Digest } from '../src/bitcoin/sighash.ts';
import { buildBitcoin } from '../src/bitcoin/steps.ts';
import type { BitcoinPlan, UnsignedBitcoinTx } from '../src/bitcoin/types.ts';
import { ChainError, familyOf } from '../src/index.ts';
import { bitcoinChain, deposit, intentFor, keyAt, paths, signAll, signDigest } from './support.ts';

const rules = familyOf(bitcoinChain);
const network = networkOf(bitcoinChain);
const payees = {
  p2wpkh: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  p2pkh: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  p2sh: Address(network).encode({ type: 'sh', hash: new Uint8Array(20).fill(7) }),
  p2wsh: Address(network).encode({ type: 'wsh', hash: new Uint8Array(32).fill(7) }),
  p2tr: Address(network).encode({ type: 'tr', pubkey: keyAt('any').slice(1) }),
};

const source = deposit([
  [paths.bitcoin, 500_000n],
  [paths.second, 300_000n],
]);
const input = (vout: 0 | 1): BitcoinPlan['inputs'][number] => ({
  txid: source.txid,
  vout,
  prevTx: source.raw,
  path: vout === 0 ? paths.bitcoin : paths.second,
});
const plan: BitcoinPlan = { family: 'bitcoin', inputs: [input(0), input(1)], changePath: paths.change, feeRate: '5' };
const intent = intentFor(bitcoinChain, 'BTC', [[payees.p2wpkh, 600_000n]]);
const build = (changes: Partial<BitcoinPlan> = {}, changed: Partial<typeof intent> = {}): UnsignedBitcoinTx => {
  return buildBitcoin(bitcoinChain, { ...intent, ...changed }, { ...plan, ...changes }, keyAt);
};
const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return error instanceof ChainError ? error.code : String(error);
  }
  return 'accepted';
};
const outputsOf = (amount: bigint, address: string = payees.p2wpkh) => ({
  outputs: [{ address, amount: String(amount), memo: '', entry: '', path: '' }],
});

describe('BIP143', () => {
  it('gives the digest of the native P2WPKH example', () => {
    const unsigned =
      '0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182d279655c3aa89e' +
      '815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac' +
      '9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000';
    const publicKey = hexToBytes('025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee6357');
    expect(bip143Digest(parseTx(unsigned), 1, publicKey, 600_000_000n)).toBe(
      'c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670',
    );
  });
});

describe('Bitcoin transactions', () => {
  it('pay every kind of address, exactly, and send the change to the system address', () => {
    for (const address of Object.values(payees)) {
      const decoded = rules.decode(bitcoinChain, build({}, outputsOf(600_000n, address)));
      const change = rules.addressOf(bitcoinChain, keyAt(paths.change));
      expect(decoded.outputs[0]).toEqual({ address, amount: '600000', contract: '' });
      expect(decoded.outputs[1]?.address).toBe(change);
      expect(800_000n - 600_000n - BigInt(decoded.fee)).toBe(BigInt(decoded.outputs[1]?.amount ?? 0));
    }
  });

  it('signed, are what another library parses, signals replacement and pays at least the rate', () => {
    const property = fc.property(
      fc.bigInt({ min: 10_000n, max: 700_000n }),
      fc.integer({ min: 1000, max: 100_000 }),
      fc.constantFrom(...Object.values(payees)),
      (amount, milliRate, address) => {
        const feeRate = `${Math.floor(milliRate / 1000)}.${String(milliRate % 1000).padStart(3, '0')}`;
        let unsigned: UnsignedBitcoinTx;
        try {
          unsigned = build({ feeRate }, outputsOf(amount, address));
        } catch (error) {
          expect(error).toMatchObject({ code: 'insufficientInputs' });
          return;
        }
        const { raw, txid } = signAll(bitcoinChain, unsigned);
        const parsed = Transaction.fromRaw(hexToBytes(raw), { allowUnknownInputs: true });
        expect(parsed.id).toBe(txid);
        expect(parsed.vsize * milliRate).toBeLessThanOrEqual(Number(unsigned.fee) * 1000);
        for (const n of [0, 1]) expect(parsed.getInput(n).sequence).toBe(0xfffffffd);
        const paid = parsed.getOutput(0);
        expect([paid.amount, Address(network).encode(OutScript.decode(paid.script ?? new Uint8Array()))]).toEqual([
          amount,
          address,
        ]);
      },
    );
    fc.assert(property, { numRuns: 60 });
  });

  it('make no change output that would be dust, and refuse to give real change to the miner', () => {
    const whole = build({}, outputsOf(798_700n));
    expect(rules.decode(bitcoinChain, whole).outputs).toHaveLength(1);
    expect(codeOf(() => build({ changePath: '' }))).toBe('changeNeeded');
    expect(rules.decode(bitcoinChain, build({ changePath: '' }, outputsOf(798_700n))).outputs).toHaveLength(1);
    expect(codeOf(() => build({}, outputsOf(293n)))).toBe('dust');
    expect(codeOf(() => build({}, outputsOf(294n)))).toBe('accepted');
    expect(codeOf(() => build({}, outputsOf(545n, payees.p2pkh)))).toBe('dust');
    expect(codeOf(() => build({}, outputsOf(546n, payees.p2pkh)))).toBe('accepted');
  });

  it('take amounts from the previous transactions only: a lie about one is refused (CVE-2020-14199)', () => {
    const lying = deposit([
      [paths.bitcoin, 50_000n],
      [paths.second, 300_000n],
    ]);
    expect(codeOf(() => build({ inputs: [{ ...input(0), prevTx: lying.raw }, input(1)] }))).toBe('prevTxMismatch');
    const unsigned = build();
    const claimed = { ...unsigned, inputs: unsigned.inputs.map((one) => ({ ...one, prevTx: lying.raw })) };
    expect(codeOf(() => rules.decode(bitcoinChain, claimed))).toBe('prevTxMismatch');
  });

  it('spend only our own outputs of the same sub-wallet, each once', () => {
    expect(codeOf(() => build({ inputs: [{ ...input(0), path: paths.second }, input(1)] }))).toBe('notOurs');
    expect(codeOf(() => build({ inputs: [input(0), input(0)] }))).toBe('badPlan');
    expect(codeOf(() => build({ inputs: [] }))).toBe('badPlan');
    expect(codeOf(() => build({ inputs: [{ ...input(0), vout: 9 }, input(1)] }))).toBe('prevTxMismatch');
    expect(codeOf(() => build({ inputs: [{ ...input(0), path: 'm/0/8/0/0' }, input(1)] }))).toBe('badPath');
    expect(codeOf(() => build({ changePath: 'm/0/8/1/0' }))).toBe('badPath');
    expect(codeOf(() => build({ changePath: 'm/0/7/0/1' }))).toBe('badPath');
    expect(codeOf(() => build({}, outputsOf(900_000n)))).toBe('insufficientInputs');
    expect(codeOf(() => build({}, { maxFee: '100' }))).toBe('feeAboveCap');
    for (const feeRate of ['', '-1', '1.2345', '1e3', 'x', '01'])
      expect(
        codeOf(() => build({ feeRate })),
        feeRate,
      ).toBe('badPlan');
  });

  it('are refused when any byte or digest is altered', () => {
    const unsigned = build();
    for (let at = 0; at < unsigned.bytes.length; at++) {
      const digit = ((Number.parseInt(unsigned.bytes[at] ?? '0', 16) + 1) % 16).toString(16);
      const bytes = unsigned.bytes.slice(0, at) + digit + unsigned.bytes.slice(at + 1);
      expect(() => rules.decode(bitcoinChain, { ...unsigned, bytes }), `digit ${at}`).toThrow(ChainError);
    }
    const sighashes = unsigned.sighashes.map((one) => ({ ...one, digest: 'ab'.repeat(32) }));
    expect(codeOf(() => rules.decode(bitcoinChain, { ...unsigned, sighashes }))).toBe('sighashMismatch');
    for (const bytes of ['', '02', `${unsigned.bytes}00`, unsigned.bytes.slice(0, -2), 'zz'])
      expect(
        codeOf(() => rules.decode(bitcoinChain, { ...unsigned, bytes })),
        bytes,
      ).toBe('badBytes');
  });

  it('take only low-s signatures of the right key, one for each input, in order', () => {
    const unsigned = build();
    const good = unsigned.sighashes.map((asked) =>
      asked.scheme === 'ecdsa' ? signDigest(asked) : expect.fail(asked.scheme),
    );
    const [first, second] = good;
    if (!first || !second) throw new Error('two inputs');
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    for (const bad of [
      [],
      [first],
      [second, first],
      [first, { ...second, s: order - second.s }],
      [first, { ...second, r: 1n }],
      [...good, first],
      [first, { scheme: 'ed25519', bytes: new Uint8Array(64) } as const],
    ])
      expect(codeOf(() => rules.attach(bitcoinChain, unsigned, bad))).toBe('badSignature');
    expect(codeOf(() => rules.attach(bitcoinChain, unsigned, good))).toBe('accepted');
  });

  it('parse to the same as in another library, whatever the transaction', () => {
    const script = fc.uint8Array({ minLength: 0, maxLength: 300 });
    const tx = fc.record({
      version: fc.constantFrom(1, 2),
      inputs: fc.array(
        fc.record({
          txid: fc.uint8Array({ minLength: 32, maxLength: 32 }),
          index: fc.nat(),
          finalScriptSig: script,
          sequence: fc.nat(),
        }),
        { minLength: 1, maxLength: 5 },
      ),
      outputs: fc.array(fc.record({ amount: fc.bigInt({ min: 0n, max: 10n ** 15n }), script }), {
        minLength: 1,
        maxLength: 5,
      }),
      lockTime: fc.nat(),
      segwitFlag: fc.boolean(),
    });
    const property = fc.property(tx, script, (made, item) => {
      const witnesses = made.segwitFlag ? { witnesses: made.inputs.map(() => [item, item]) } : {};
      const bytes = RawTx.encode({ ...made, ...witnesses });
      const parsed = parseTx(Buffer.from(bytes).toString('hex'));
      expect(parsed.outputs).toEqual(made.outputs);
      expect(parsed.inputs.map((one) => one.txid)).toEqual(
        made.inputs.map((one) => Buffer.from(one.txid).toString('hex')),
      );
      expect([parsed.lockTime, parsed.version, parsed.hasWitness]).toEqual([
        made.lockTime,
        made.version,
        made.segwitFlag,
      ]);
    });
    fc.assert(property, { numRuns: 100 });
  });
});
