import type { Intent } from '@holdfast/policy';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import {
  ChainError,
  compareWithIntent,
  type EcdsaSigHash,
  familyOf,
  type Mismatch,
  type UnsignedTx,
} from '../src/index.ts';
import { recoverKey } from '../src/signature.ts';
import { addressBytes, addressFrom, tronAddressOf } from '../src/tron/address.ts';
import { rawDataOf } from '../src/tron/build.ts';
import { readRawData } from '../src/tron/decode.ts';
import { readMessage } from '../src/tron/parse.ts';
import { type Schema, writeMessage } from '../src/tron/protobuf.ts';
import * as schema from '../src/tron/schema.ts';
import type { TronPlan } from '../src/tron/types.ts';
import { intentFor, keyAt, paths, signAll, signDigest, tronChain, usdt } from './support.ts';
import vectors from './vectors/tron.vectors.json' with { type: 'json' };

const family = familyOf(tronChain);
const payee = 'TSzdGHnhYnQKFF4LKrRLztkjYAvbNoxnQ8';
const plan: TronPlan = {
  family: 'tron',
  refBlockBytes: '41aa',
  refBlockHash: 'b2d2c13c86e8bd88',
  expiration: '1760000300000',
  timestamp: '1760000000000',
  feeLimit: '0',
};
const intent = (symbol = 'TRX', memo = '', to = payee, amount = 1_000_001n) =>
  intentFor(tronChain, symbol, [[to, amount, memo]]);
const build = (symbol = 'TRX', memo = '', changes: Partial<TronPlan> = {}): UnsignedTx =>
  family.build(tronChain, intent(symbol, memo), { ...plan, ...changes }, keyAt);
const faultOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return error instanceof ChainError ? `${error.code}: ${error.detail}` : String(error);
  }
  return 'none';
};

const ownKinds = [
  'TransferContract',
  'TriggerSmartContract',
  'FreezeBalanceV2Contract',
  'UnfreezeBalanceV2Contract',
  'WithdrawExpireUnfreezeContract',
  'DelegateResourceContract',
  'UnDelegateResourceContract',
];

/** What we say of a published transaction: nothing when it is one that we could have made. */
function expectedFault({ id, kind, call, memo, tags, raw }: (typeof vectors.transactions)[number]): string {
  const own = ownKinds.includes(kind);
  if (tags.includes('permission_id')) return `badBytes: ${kind}: signed by a permission`;
  if (!own) return `badBytes: ${kind}`;
  if (kind === 'TriggerSmartContract' && (call !== 'transfer' || tags.includes('abi_address_word_not_clean')))
    return `badBytes: TriggerSmartContract: ${tags.includes('fee_limit') || call ? 'not a transfer of a token' : 'field 3'}`;
  // A lock of the length that the chain has by default is not said in an intent.
  if (id === 'tron-0119') return 'badBytes: DelegateResourceContract: lock';
  if (raw.startsWith('0a02') && raw.slice(8, 10) === '18') return 'badBytes: transaction: field 3';
  return memo === undefined || /^([2-6][0-9a-f]|7[0-9a-e])*$/.test(memo) ? 'none' : 'badBytes: memo';
}

/** @param hex r, s and a byte that says which of two keys; some wallets leave s in the higher half, and some write more behind it */
function signerOf(hex: string, digest: Uint8Array): string {
  const [r, told] = [BigInt(`0x${hex.slice(0, 64)}`), BigInt(`0x${hex.slice(64, 128)}`)];
  const n = secp256k1.Point.Fn.ORDER;
  const isHigh = told > n / 2n;
  const odd = Number.parseInt(hex.slice(128, 130), 16) % 27 === 1;
  const recid = odd === isHigh ? 0 : 1;
  return tronAddressOf(recoverKey({ scheme: 'ecdsa', r, s: isHigh ? n - told : told, recid }, digest));
}

describe('published transactions', () => {
  it('are read and written again to the same bytes, whatever they do', () => {
    for (const { id, raw, txid } of vectors.transactions) {
      const bytes = hexToBytes(raw);
      const fields = readMessage(bytes);
      const schema: Schema = Object.fromEntries([...fields.keys()].map((number) => [`f${number}`, number]));
      const values = Object.fromEntries([...fields].map(([number, value]) => [`f${number}`, value]));
      expect([id, bytesToHex(writeMessage(schema, values)), bytesToHex(sha256(bytes))]).toEqual([id, raw, txid]);
    }
  });

  it('are signed by whom they say, whatever they do', () => {
    const all = vectors.transactions.flatMap(({ id, txid, signatures }) =>
      signatures.map((one) => ({ id, txid, one })),
    );
    for (const { id, txid, one } of all) {
      const [hex = '', signer] = one;
      expect([id, signerOf(hex, hexToBytes(txid))]).toEqual([id, signer]);
    }
    expect(all).toHaveLength(141);
  });

  it('that we could have made decode, and are built again to the same bytes', () => {
    const ours = vectors.transactions.filter((vector) => expectedFault(vector) === 'none');
    expect(ours.length).toBeGreaterThan(65);
    expect([...new Set(ours.map(({ kind }) => kind))].toSorted()).toEqual(ownKinds.toSorted());
    for (const { id, raw, owner } of ours) {
      const { payment, plan: found } = readRawData(hexToBytes(raw));
      expect([id, payment.from, bytesToHex(rawDataOf(payment, found))]).toEqual([id, owner, raw]);
    }
  });

  it('of every kind that we do not make are refused by name', () => {
    const refused = new Set<string>();
    for (const vector of vectors.transactions) {
      const fault = faultOf(() => readRawData(hexToBytes(vector.raw)));
      expect([vector.id, fault]).toEqual([vector.id, expectedFault(vector)]);
      if (fault !== 'none') refused.add(vector.kind);
    }
    expect(refused.size).toBe(22);
  });
});

describe('addresses', () => {
  it('are those of published keys, in the form with a checksum alone', () => {
    for (const [key = '', address] of vectors.keys) expect(family.addressOf(tronChain, hexToBytes(key))).toBe(address);
    for (const [address = '', hex = ''] of vectors.addresses) {
      expect(bytesToHex(addressBytes(address))).toBe(hex);
      const nobody = /^410+$/.test(hex);
      expect(addressFrom(hexToBytes(hex))).toBe(nobody ? undefined : address);
      expect(family.checkAddress(tronChain, address)).toEqual(
        nobody ? { ok: false, reason: 'zero' } : { ok: true, address },
      );
      expect(family.checkAddress(tronChain, hex)).toEqual({ ok: false, reason: 'hexadecimal' });
    }
    for (const [text = '', why] of vectors.invalid)
      expect([why, family.checkAddress(tronChain, text).ok]).toEqual([why, false]);
  });

  it('are refused with any one letter changed', () => {
    for (let at = 1; at < payee.length; at++)
      for (const letter of ['1', 'A', 'z']) {
        const altered = payee.slice(0, at) + letter + payee.slice(at + 1);
        if (altered !== payee) expect([altered, family.checkAddress(tronChain, altered).ok]).toEqual([altered, false]);
      }
  });
});

describe('a payment', () => {
  const mismatches = (unsigned: UnsignedTx, of = intent(), by: TronPlan = plan): string[] =>
    compareWithIntent(of, family.decode(tronChain, unsigned), { chain: tronChain, plan: by, keyAt }).map(
      ({ field }: Mismatch) => field,
    );

  it('of TRX, of a token, and with a memo says what was approved and nothing else', () => {
    for (const [symbol, memo] of [
      ['TRX', ''],
      ['USDT', ''],
      ['TRX', 'order 4711'],
      ['USDT', '4711'],
    ] as const) {
      const by = { ...plan, feeLimit: symbol === 'USDT' ? '15000000' : '0' };
      const unsigned = build(symbol, memo, by);
      expect(mismatches(unsigned, intent(symbol, memo), by)).toEqual([]);
      const { until, outputs, fee } = family.decode(tronChain, unsigned);
      expect([until, outputs[0]?.memo, outputs[0]?.contract]).toEqual([
        Number(plan.expiration),
        memo,
        symbol === 'TRX' ? '' : usdt,
      ]);
      expect(fee).toBe(unsigned.fee);
      const { raw, txid } = signAll(tronChain, unsigned);
      expect(txid).toBe(bytesToHex(sha256(hexToBytes(unsigned.bytes))));
      expect(raw).toContain(unsigned.bytes);
    }
  });

  it('that differs in anything is told by the field', () => {
    const other = 'TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE';
    const of = (symbol: string, memo: string, to: string, amount: bigint) =>
      family.build(tronChain, intent(symbol, memo, to, amount), plan, keyAt);
    expect(mismatches(of('TRX', '', other, 1_000_001n))).toEqual(['outputs[0].address']);
    expect(mismatches(of('TRX', '', payee, 1_000_002n))).toEqual(['outputs[0].amount']);
    expect(mismatches(of('USDT', '', payee, 1_000_001n))).toEqual(['outputs[0].asset']);
    expect(mismatches(of('TRX', 'x', payee, 1_000_001n))).toEqual(['outputs[0].memo']);
    for (const field of ['expiration', 'timestamp', 'feeLimit'] as const)
      expect(mismatches(build('TRX', '', { [field]: '17600003' }))).toEqual([`plan.${field}`]);
    expect(mismatches(build('TRX', '', { refBlockBytes: '41ab' }))).toEqual(['plan.refBlockBytes']);
    expect(mismatches(build('TRX', '', { refBlockHash: 'b2d2c13c86e8bd89' }))).toEqual(['plan.refBlockHash']);
  });

  it('is another one, or none, with any one bit of its bytes changed', () => {
    const unsigned = build('USDT', '4711', { feeLimit: '15000000' });
    const of = intent('USDT', '4711');
    const bytes = hexToBytes(unsigned.bytes);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const altered = bytes.slice();
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const hashed = (digest: string): UnsignedTx => ({
        ...unsigned,
        bytes: bytesToHex(altered),
        sighashes: [{ scheme: 'ecdsa', path: paths.tron, digest }],
      });
      expect(faultOf(() => family.decode(tronChain, hashed(bytesToHex(sha256(bytes)))))).not.toBe('none');
      const seen = faultOf(() => {
        const found = mismatches(hashed(bytesToHex(sha256(altered))), of, { ...plan, feeLimit: '15000000' });
        if (found.length > 0) throw new ChainError('badBytes', found.join());
      });
      expect([bit, seen]).not.toEqual([bit, 'none']);
    }
  });

  it('costs at most what is agreed: energy by its limit, bytes, a new account and a memo always counted', () => {
    const fee = (symbol: string, memo: string, feeLimit = '0') => build(symbol, memo, { feeLimit }).fee;
    expect([fee('TRX', ''), fee('TRX', 'x'), fee('USDT', '', '15000000')]).toEqual(['1400000', '2401000', '15420000']);
    for (const memo of ['', 'x'.repeat(200)])
      for (const symbol of ['TRX', 'USDT']) {
        const raw = hexToBytes(build(symbol, memo, { feeLimit: '90000000' }).bytes);
        // Signature, its field, and the room that nodes count for the result.
        expect(raw.length + 3 + 67 + 64).toBeLessThanOrEqual((symbol === 'TRX' ? 300 : 420) + memo.length);
      }
    expect(faultOf(() => build('USDT', '', { feeLimit: '99580001' }))).toMatch(/^feeAboveCap/);
    expect(faultOf(() => build('USDT', '', { feeLimit: '15000000001' }))).toBe('badPlan: feeLimit');
  });

  it('is offered with room above the trial, and with what own energy covers left out of the likely fee alone', () => {
    if (family.model !== 'timed') throw new Error(family.model);
    const tier = { level: 2, rate: '100', plan: { energyPrice: '100' }, estimated: true } as const;
    const usage = {
      energy: 65_000n,
      ownEnergy: 60_000n,
      bandwidth: { needed: 345n, covered: 0n, fee: 345_000n },
      activationFee: 0n,
      memoFee: 0n,
      firstOfToken: false,
    };
    const asset = tronChain.assets[1];
    if (!asset) throw new Error('no token');
    expect(family.feeOffer(tier, asset, '', usage)).toMatchObject({
      fee: 845_000n,
      maxFee: 7_800_000n + 420_000n,
      plan: { feeLimit: '7800000' },
      // The chain's limit counts energy as if none were covered.
      resources: { energy: { needed: 65_000n, covered: 60_000n, fee: 500_000n }, feeLimit: 7_800_000n },
    });
  });

  it('with a memo that cannot be shown, or to the contract of a token or oneself, is not built', () => {
    expect(faultOf(() => build('TRX', 'x'.repeat(201)))).toBe('badIntent: outputs[0].memo');
    expect(faultOf(() => build('TRX', 'caf\u00e9'))).toBe('badIntent: outputs[0].memo');
    expect(faultOf(() => family.build(tronChain, intent('TRX', '', usdt), plan, keyAt))).toMatch(/^badAddress/);
    const self = family.addressOf(tronChain, keyAt(paths.tron));
    expect(faultOf(() => family.build(tronChain, intent('TRX', '', self), plan, keyAt))).toMatch(/^badIntent/);
  });

  it('takes no signature of another key, and no plan of another form', () => {
    const unsigned = build();
    const wrong = (asked: EcdsaSigHash) => signDigest({ ...asked, path: paths.second });
    const all = unsigned.sighashes.map((asked) => {
      if (asked.scheme !== 'ecdsa') throw new Error(asked.scheme);
      return wrong(asked);
    });
    expect(faultOf(() => family.attach(tronChain, unsigned, all))).toBe('badSignature: another key made it');
    expect(family.readPlan(plan)).toEqual(plan);
    for (const change of [{ expiration: '-1' }, { refBlockBytes: '41' }, { feeLimit: '01' }, { more: '' }])
      expect(faultOf(() => family.readPlan({ ...plan, ...change }))).toMatch(/^badPlan/);
  });

  it('is one transaction with another that pays the same under the same plan, and two under two stamps', () => {
    expect(build().conflict).toEqual(build().conflict);
    expect(build().conflict).not.toEqual(build('TRX', '', { timestamp: '1760000000001' }).conflict);
  });
});

describe('bytes that say the same in another way', () => {
  const owner = addressBytes(family.addressOf(tronChain, keyAt(paths.tron)));
  const receiver = addressBytes(payee);
  const delegation = { owner, amount: 5n, receiver };
  const written = (value: Uint8Array): Uint8Array => {
    const url = utf8ToBytes(schema.typeUrl('DelegateResourceContract'));
    const contract = { type: 57n, parameter: writeMessage(schema.parameter, { typeUrl: url, value }) };
    const numbers = { expiration: 1_760_000_300_000n, timestamp: 1_760_000_000_000n };
    return writeMessage(schema.raw, {
      refBlockBytes: hexToBytes('41aa'),
      refBlockHash: hexToBytes('b2d2c13c86e8bd88'),
      contract: writeMessage(schema.contract, contract),
      ...numbers,
    });
  };
  /** The fields of a message, with another one among them. */
  const among = (message: Uint8Array, number: number, field: string): Uint8Array => {
    const fields = [...readMessage(message)].map(([n, value]) => [n, bytesToHex(writeMessage({ f: n }, { f: value }))]);
    const all = [...fields, [number, field] as const].toSorted(([a], [b]) => Number(a) - Number(b));
    return hexToBytes(all.map(([, hex]) => hex).join(''));
  };
  const value = writeMessage(schema.delegateResource, delegation);
  const whole = written(value);

  it.each([
    ['bandwidth, which is left out', written(among(value, 2, '1000'))],
    ['no lock', written(among(value, 5, '2800'))],
    ['no period of a lock', written(among(value, 6, '3000'))],
    ['no limit of fees', among(whole, 18, '900100')],
    ['an empty memo', among(whole, 10, '5200')],
    ['no permission', among(whole, 12, '6000')],
  ])('are refused: %s', (_, bytes) => {
    expect(bytesToHex(written(value))).toBe(bytesToHex(whole));
    expect(readRawData(whole).payment).toMatchObject({ kind: 'delegate', call: 'bandwidth' });
    expect(faultOf(() => readRawData(bytes))).toBe('badBytes: field that says nothing');
  });

  it('of which there are none among those that are read: what decodes is built again to the same bytes', () => {
    for (const deed of [whole, hexToBytes(build('USDT', '4711', { feeLimit: '15000000' }).bytes)])
      for (let at = 0; at < deed.length; at++)
        for (const byte of [0, 1, 127, 128, 255]) {
          const altered = deed.slice();
          altered[at] = byte;
          const seen = faultOf(() => {
            const { payment, plan: found } = readRawData(altered);
            if (bytesToHex(rawDataOf(payment, found)) !== bytesToHex(altered)) throw new Error('built otherwise');
          });
          expect([at, byte, seen]).not.toEqual([at, byte, 'Error: built otherwise']);
        }
  });
});

it('writes no other characters in a memo than those that members were shown', () => {
  const { payment } = readRawData(hexToBytes(build('TRX', 'a b~').bytes));
  expect(utf8ToBytes(payment.memo)).toEqual(utf8ToBytes('a b~'));
});

describe('what is done with stake', () => {
  const self = family.addressOf(tronChain, keyAt(paths.tron));
  const deeds = [
    ['stake', 'energy', self, 5_000_000n],
    ['stake', 'bandwidth', self, 5_000_000n],
    ['unstake', 'energy', self, 2_000_000n],
    ['unfrozen', '', self, 0n],
    ['delegate', 'energy', payee, 3_000_000n],
    ['delegate', 'bandwidth lock 28800', payee, 3_000_000n],
    ['reclaim', 'energy', payee, 3_000_000n],
  ] as const;
  type Deed = readonly [(typeof deeds)[number][0], string, string, bigint];
  const deedIntent = ([kind, call, to, amount]: Deed): Intent => {
    const made = intentFor(tronChain, 'TRX', [[to, amount]]);
    const own = to === self ? paths.tron : '';
    return { ...made, kind, call, outputs: made.outputs.map((output) => ({ ...output, path: own })) };
  };
  const buildDeed = (deed: Deed, by = plan): UnsignedTx => family.build(tronChain, deedIntent(deed), by, keyAt);
  const differences = (unsigned: UnsignedTx, of: Intent): string[] =>
    compareWithIntent(of, family.decode(tronChain, unsigned), { chain: tronChain, plan, keyAt }).map(
      ({ field }: Mismatch) => field,
    );

  it.each(deeds)('%s %s is read back as what was approved', (...deed) => {
    const unsigned = buildDeed(deed);
    expect(differences(unsigned, deedIntent(deed))).toEqual([]);
    const { raw } = signAll(tronChain, unsigned);
    expect(BigInt(raw.length / 2 + 64) * 1_000n).toBeLessThanOrEqual(BigInt(unsigned.fee));
  });

  it('differs from whatever says another kind, resource, lock, amount or account', () => {
    for (const deed of deeds)
      for (const other of deeds)
        if (deed !== other) expect([deed, differences(buildDeed(deed), deedIntent(other))]).not.toEqual([deed, []]);
    const [kind, , to, amount] = deeds[5];
    const locked = buildDeed(deeds[5]);
    for (const [seen, changed] of [
      [['call'], [kind, 'bandwidth lock 28801', to, amount]],
      [['call'], [kind, 'energy lock 28800', to, amount]],
      [['call'], [kind, 'bandwidth', to, amount]],
      [['outputs[0].amount'], [kind, 'bandwidth lock 28800', to, amount + 1n]],
      [['outputs[0].address'], [kind, 'bandwidth lock 28800', 'TXBpeye7UQ4dDZEnmGDv4vX37mBYDo1tUE', amount]],
      [
        ['kind', 'call'],
        ['reclaim', 'bandwidth', to, amount],
      ],
    ] as const)
      expect(differences(locked, deedIntent(changed))).toEqual(seen);
  });

  it('is another one, or none, with any one bit of its bytes changed', () => {
    for (const deed of [deeds[5]]) {
      const unsigned = buildDeed(deed);
      for (let bit = 0; bit < unsigned.bytes.length * 4; bit++) {
        const bytes = hexToBytes(unsigned.bytes);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const digest = bytesToHex(sha256(bytes));
        const [sighash] = unsigned.sighashes;
        const altered = { ...unsigned, bytes: bytesToHex(bytes), sighashes: [{ ...sighash, digest }] } as UnsignedTx;
        const found = faultOf(() => {
          if (differences(altered, deedIntent(deed)).length > 0) throw new Error('differs');
        });
        expect([deed, bit, found]).not.toEqual([deed, bit, 'none']);
      }
    }
  });

  it('is not built of a token, with a memo or a fee limit, to another account, or by a family that has no stake', () => {
    const made = deedIntent(deeds[0]);
    const token = { symbol: 'USDT', contract: usdt, decimals: '6' };
    const output = made.outputs[0];
    if (!output) throw new Error('no output');
    for (const [fault, changed] of [
      [/^badIntent: asset/, { asset: token }],
      [/^badIntent: asset/, { outputs: [{ ...output, memo: 'x' }] }],
      [/^badIntent: outputs/, { outputs: [{ ...output, address: payee }] }],
      [/^badIntent/, { kind: 'policy' }],
    ] satisfies readonly (readonly [RegExp, Partial<Intent>])[])
      expect(faultOf(() => family.build(tronChain, { ...made, ...changed }, plan, keyAt))).toMatch(fault);
    expect(faultOf(() => buildDeed(deeds[0], { ...plan, feeLimit: '1' }))).toBe('badPlan: feeLimit');
    expect(faultOf(() => buildDeed(['delegate', 'energy', self, 1n]))).toMatch(/^badIntent/);
  });
});
