import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressText } from '../src/abi/codec.ts';
import {
  AbiError,
  type AbiType,
  decodeArguments,
  encodeArguments,
  methodOf,
  typeText,
  type Value,
} from '../src/index.ts';
import { eip55 } from '../src/selector.ts';
import { ownAccount, usdc } from './fixtures.ts';

const inputsOf = (signature: string) => methodOf(signature)?.inputs ?? [];
const encoded = (signature: string, ...values: Value[]): string =>
  bytesToHex(encodeArguments(inputsOf(signature), values));
const decoded = (signature: string, hex: string): Value[] => decodeArguments(inputsOf(signature), hexToBytes(hex));
const word = (value: bigint | number): string => BigInt(value).toString(16).padStart(64, '0');

describe('arguments of calls', () => {
  it('are read as the ABI specification writes them', () => {
    // Contract ABI specification, "Examples": sam("dave", true, [1,2,3]) and f(0x123, [0x456, 0x789], "1234567890", "Hello, world!").
    expect(encoded('sam(bytes a,bool b,uint256[] c)', '0x64617665', true, [1n, 2n, 3n])).toBe(
      [word(0x60), word(1), word(0xa0), word(4), '64617665'.padEnd(64, '0'), word(3), word(1), word(2), word(3)].join(
        '',
      ),
    );
    const values = [
      0x123n,
      [0x456n, 0x789n],
      `0x${bytesToHex(new TextEncoder().encode('1234567890'))}`,
      '0x48656c6c6f2c20776f726c6421',
    ];
    const f = 'f(uint256 a,uint32[] b,bytes10 c,bytes d)';
    expect(decoded(f, encoded(f, ...values))).toEqual(values);
  });

  const one = 'f(address to,bytes data,uint8 n)';
  const good = encoded(one, ownAccount, '0xabcd', 7n);
  it.each([
    ['bytes behind the end', `${good}00`],
    ['a whole word behind the end', good + word(0)],
    ['dirt before an address', `01${good.slice(2)}`],
    ['dirt behind bytes', `${good.slice(0, -2)}01`],
    ['a number out of its range', good.slice(0, 128) + word(256) + good.slice(192)],
    ['an offset into the head', good.slice(0, 64) + word(0) + good.slice(128)],
    ['an offset past a hole', good.slice(0, 64) + word(0x80) + good.slice(128, 192) + word(0) + good.slice(192)],
    ['an offset outside', good.slice(0, 64) + word(2n ** 255n) + good.slice(128)],
    ['a length outside', good.slice(0, 192) + word(2n ** 64n) + good.slice(256)],
    ['an end that is missing', good.slice(0, -64)],
  ])('are refused with %s', (_, hex) => {
    expect(() => decoded(one, hex)).toThrow(AbiError);
  });

  it.each([
    ['a truth that is neither', 'f(bool b)', word(2)],
    ['a text that is none', 'f(string s)', word(32) + word(1) + 'ff'.padEnd(64, '0')],
    ['a list of two that stand in one place', 'f(bytes[] b)', word(32) + word(2) + word(64) + word(64) + word(0)],
    ['a list as long as memory', 'f(uint256[] b)', word(32) + word(2n ** 32n)],
  ])('are refused with %s', (_, signature, hex) => {
    expect(() => decoded(signature, hex)).toThrow(AbiError);
  });

  it('that name one place again and again end soon', () => {
    const names = Array.from({ length: 200 }, () => word(0)).join('');
    const started = performance.now();
    expect(() => decoded('f(bytes[][][][] b)', word(32) + word(200) + names)).toThrow(AbiError);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  const leaf: fc.Arbitrary<{ type: AbiType; value: fc.Arbitrary<Value> }> = fc.oneof(
    fc
      .integer({ min: 1, max: 32 })
      .map((n) => ({ type: { kind: 'uint', bits: n * 8 } as const, value: fc.bigInt(0n, 2n ** BigInt(n * 8) - 1n) })),
    fc.integer({ min: 1, max: 32 }).map((n) => ({
      type: { kind: 'int', bits: n * 8 } as const,
      value: fc.bigInt(-(2n ** BigInt(n * 8 - 1)), 2n ** BigInt(n * 8 - 1) - 1n),
    })),
    fc.constant({ type: { kind: 'bool' } as const, value: fc.boolean() }),
    fc.constant({ type: { kind: 'address' } as const, value: fc.constantFrom(ownAccount, usdc) }),
    fc.constant({ type: { kind: 'string' } as const, value: fc.string({ unit: 'grapheme' }) }),
    fc.constant({
      type: { kind: 'bytes' } as const,
      value: fc.uint8Array({ maxLength: 70 }).map((b) => `0x${bytesToHex(b)}`),
    }),
  );
  const typed: fc.Arbitrary<{ type: AbiType; value: fc.Arbitrary<Value> }> = fc.letrec<{
    any: { type: AbiType; value: fc.Arbitrary<Value> };
  }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      tie('any').map(({ type, value }) => ({
        type: { kind: 'list', of: type } as const,
        value: fc.array(value, { maxLength: 3 }) as fc.Arbitrary<Value>,
      })),
      fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((parts) => ({
        type: { kind: 'tuple', parts: parts.map(({ type }, i) => ({ name: `p${i}`, type })) } as const,
        value: fc.tuple(...parts.map(({ value }) => value)) as fc.Arbitrary<Value>,
      })),
    ),
  })).any;

  it('are read as they were written, whatever they are', () => {
    const asked = typed.chain(({ type, value }) => value.map((one) => ({ type, one })));
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 4 }), (all) => {
        const inputs = all.map(({ type }, i) => ({ name: `a${i}`, type }));
        const bytes = encodeArguments(
          inputs,
          all.map(({ one }) => one),
        );
        expect(decodeArguments(inputs, bytes)).toEqual(all.map(({ one }) => one));
        const text = `f(${inputs.map(({ type }) => typeText(type)).join(',')})`;
        const read = methodOf(text);
        if (read) expect(read.signature).toBe(text);
      }),
    );
  });

  it('that are changed in one byte are another call, or none', () => {
    const asked = typed.chain(({ type, value }) => value.map((one) => ({ type, one })));
    fc.assert(
      fc.property(asked, fc.nat(), fc.integer({ min: 1, max: 255 }), ({ type, one }, at, change) => {
        const inputs = [{ name: 'a', type }];
        const bytes = encodeArguments(inputs, [one]);
        const changed = Uint8Array.from(bytes);
        const place = at % Math.max(1, bytes.length);
        changed[place] = (bytes[place] ?? 0) ^ change;
        try {
          expect(encodeArguments(inputs, decodeArguments(inputs, changed))).toEqual(changed);
        } catch (error) {
          if (!(error instanceof AbiError)) throw error;
        }
      }),
    );
  });
});

it('spells an address the same however many were spelled before it', () => {
  const of = (n: number): string => n.toString(16).padStart(40, '0');
  const first = Array.from({ length: 50 }, (_, n) => addressText(of(n)));
  for (let n = 0; n < 2_500; n++) expect(addressText(of(n)).toLowerCase()).toBe(`0x${of(n)}`);
  expect(first.map((_, n) => addressText(of(n)))).toEqual(first);
  expect(first).toEqual(first.map((_, n) => (n === 0 ? `0x${of(0)}` : eip55(`0x${of(n)}`))));
});

describe('a method', () => {
  it.each([
    ['function f(tuple(address a, uint b)[] calldata x) ', 'f((address a,uint256 b)[] x)'],
    ['f(uint a,bytes)', 'f(uint256 a,bytes)'],
    ['f()', 'f()'],
  ])('%s has one spelling', (source, text) => {
    expect(methodOf(source)?.text).toBe(text);
    expect(methodOf(text)?.text).toBe(text);
  });
  it.each([
    'f',
    'f(Token t)',
    'f(uint7 a)',
    'f(uint256[0] a)',
    'f(())',
    'f(function g)',
    'f(uint256 a b)',
    'f(uint256,)',
    `f(${'('.repeat(9)}uint8${')'.repeat(9)})`,
  ])('%s is none', (source) => {
    expect(methodOf(source)).toBeUndefined();
  });
});
