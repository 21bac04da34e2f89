import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  amount,
  bigId,
  bool01,
  brandedId,
  epochMs,
  filterMost,
  idList,
  int,
  jsonField,
  nameText,
  page,
  paged,
  ranged,
  several,
  subWalletId,
  text,
  wireInts,
} from '../src/index.ts';

const roundTrips = <I, O>(codec: z.ZodType<O, I>, values: fc.Arbitrary<O>) =>
  fc.assert(
    fc.property(values, (value) => {
      expect(z.decode(codec, z.encode(codec, value))).toEqual(value);
    }),
  );
/** As a form carries it: text. */
const roundTripsAsText = <I, O>(codec: z.ZodType<O, I>, values: fc.Arbitrary<O>) =>
  fc.assert(
    fc.property(values, (value) => {
      expect(z.decode(codec, String(z.encode(codec, value)) as I)).toEqual(value);
    }),
  );

const int4 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const rowId = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

test('every codec gives back what it was given, as a value and as form text', () => {
  roundTrips(int, int4);
  roundTripsAsText(int, int4);
  roundTrips(bigId, rowId);
  roundTripsAsText(bigId, rowId);
  roundTrips(bool01, fc.boolean());
  roundTripsAsText(bool01, fc.boolean());
  const moments = fc.integer({ min: 0, max: 8.64e15 }).map((ms) => new Date(ms));
  roundTrips(epochMs, moments);
  roundTripsAsText(epochMs, moments);
  roundTrips(idList, fc.array(fc.integer({ min: 0, max: 10 ** 9 }), { minLength: 1, maxLength: 50 }));
  roundTrips(
    jsonField(z.array(z.object({ a: z.string() }))),
    fc.array(fc.record({ a: fc.string() }), { maxLength: 5 }),
  );
});

test.each(['', ' 1', '1.5', '1e3', '0x10', 'NaN', '99999999999999999', '1 ', '--1'])(
  '%j is no whole number',
  (value) => {
    expect(z.safeDecode(int, value).success).toBe(false);
  },
);

test.each(['0', '-1', '1.0', ''])('%j is no id', (value) => {
  expect(z.safeDecode(brandedId<'Test'>(), value).success).toBe(false);
});

test.each(['', '-1', '+1', '1e18', '1.', '.5', '1,000', ' 1', 'NaN', 'Infinity', '0x1', '1_000', '٣', '1'.repeat(101)])(
  '%j is refused as an amount with the code of amounts',
  (value) => {
    const issue = z.safeDecode(amount, value).error?.issues[0];
    expect(issue).toMatchObject({ code: 'custom', params: { refusal: 'amountError' } });
  },
);

test('an amount keeps its text exactly', () => {
  for (const value of ['0', '1', '0.000000000000000001', '123456789012345678901234567890.5'])
    expect(z.decode(amount, value)).toBe(value);
});

test('text that is not JSON is an issue, never an exception', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const result = z.safeDecode(jsonField(z.object({ a: z.string() })), value);
      expect(result.success).toBe(false);
    }),
  );
});

test('JSON that makes half characters or NULs out of escapes is an issue, wherever in it they stand', () => {
  const any = jsonField(z.unknown());
  for (const half of ['\\ud800', '\\udc00', 'a\\ud83d', '\\u0000'])
    for (const json of [`"${half}"`, `["${half}"]`, `{"a":{"b":["${half}"]}}`, `{"${half}":1}`])
      expect(z.safeDecode(any, json).success, json).toBe(false);
  expect(z.decode(any, '["\\ud83d\\ude42", {"é": null}]')).toEqual(['🙂', { é: null }]);
  expect(z.safeDecode(any, '['.repeat(10_000) + ']'.repeat(10_000)).success).toBe(false);
});

test('control characters, lone surrogates and too much text are refused; the rest is trimmed', () => {
  expect(z.decode(text(5), '  ab ')).toBe('ab');
  for (const value of ['a\u0000', 'a\nb', 'a\u202e\u0007', '\ud800', 'abcdef'])
    expect(z.safeDecode(text(5), value).success).toBe(false);
});

test('a name holds nothing that cannot be seen, but the joiners of scripts and emoji', () => {
  for (const value of ['نرم\u200cافزار', '👩\u200d💻', 'Kraken <b>', '汉字'])
    expect(z.decode(nameText(20), value)).toBe(value);
  for (const unseen of [
    '\u202e',
    '\u2066',
    '\u200e',
    '\u061c',
    '\u200b',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u2028',
    '\u2029',
    '\n',
  ])
    expect(z.safeDecode(nameText(20), `a${unseen}b`).success, JSON.stringify(unseen)).toBe(false);
});

test('a page number below 1 or above the limits is refused; absent ones have defaults', () => {
  const input = z.object(paged);
  expect(z.decode(input, {})).toEqual({ page_no: 1, page_size: 20 });
  for (const bad of [{ page_no: '0' }, { page_size: '0' }, { page_size: '201' }, { page_no: '1.5' }])
    expect(z.safeDecode(input, bad).success).toBe(false);
  expect(z.decode(page(z.string()), { pageTotal: 1, total: 1, list: ['a'] }).list).toEqual(['a']);
});

test('a field that takes several takes one as it always did, several between commas, and says what is too many', () => {
  const statuses = several(ranged(0, 9_999), wireInts);
  expect([z.decode(statuses, '7'), z.decode(statuses, 7), z.decode(statuses, '7,8')]).toEqual([7, 7, [7, 8]]);
  expect([z.encode(statuses, 7), z.encode(statuses, [7]), z.encode(statuses, [7, 8])]).toEqual([7, 7, '7,8']);
  for (const value of ['', ',', '7,', '7,,8', '7, 8', '7,10000', 'x'])
    expect(z.safeDecode(statuses, value).success, value).toBe(false);
  const refusal = (schema: z.ZodType, value: string) => z.safeDecode(schema, value as never).error?.issues[0];
  expect(
    refusal(
      statuses,
      Array(filterMost + 1)
        .fill('1')
        .join(','),
    ),
  ).toMatchObject({
    params: { most: filterMost },
  });
  // What is wrong with one of them is refused as it is alone.
  expect(refusal(several(subWalletId, wireInts), `7,${2 ** 40}`)).toMatchObject({
    params: { refusal: 'walletNotFound' },
  });
  const places = several(text(40), z.string());
  expect([z.decode(places, ''), z.decode(places, ',evm:1')]).toEqual(['', ['', 'evm:1']]);
});
