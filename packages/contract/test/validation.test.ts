import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '../src/index.ts';
import { formFaults, type ValidationRule, validationText } from '../src/validation.ts';

/** The messages of the product family's forms, word for word (read from the library it was built with), but for `type` in Chinese: that one was no Chinese. */
const table: readonly (readonly [ValidationRule, string, string])[] = [
  ['default', 'Field validation error for X', '字段验证错误X'],
  ['required', 'Please enter X', '请输入X'],
  ['whitespace', 'X cannot be a blank character', 'X不能为空字符'],
  ['enum', 'X must be one of [a, b]', 'X必须是其中一个[a, b]'],
  ['type', 'X is not a valid email', '请输入有效的邮箱地址'],
  ['date.format', 'X date format is invalid', 'X日期格式无效'],
  ['date.parse', 'X cannot be converted to a date', 'X不能转换为日期'],
  ['date.invalid', 'X is an invalid date', 'X是一个无效日期'],
  ['string.len', 'X must be 5 characters', 'X须为5个字符'],
  ['string.min', 'X must be at least 2 characters', 'X最少2个字符'],
  ['string.max', 'X must be up to 9 characters', 'X最多9个字符'],
  ['string.range', 'X must be between 2-9 characters', 'X须在2-9字符之间'],
  ['number.len', 'X must be equal to 5', 'X必须等于5'],
  ['number.min', 'X must be minimum 2', 'X最小值为2'],
  ['number.max', 'X must be maximum 9', 'X最大值为9'],
  ['number.range', 'X must be between 2-9', 'X须在2-9之间'],
  ['array.len', 'Must be 5 X', '须为5个X'],
  ['array.min', 'At least 2 X', '最少2个X'],
  ['array.max', 'At most 9 X', '最多9个X'],
  ['array.range', 'The amount of X must be between 2-9', 'X数量须在2-9之间'],
  ['pattern.mismatch', 'X does not match the pattern ^a$', 'X与模式不匹配^a$'],
];
const values = { label: 'X', enum: 'a, b', type: 'email', len: 5, min: 2, max: 9, pattern: '^a$' };

describe('the generic form messages', () => {
  it.each(table)('%s reads the same in both languages as the product family has it', (rule, en, zh) => {
    expect(validationText('en_US', rule, values)).toBe(en);
    expect(validationText('zh_CN', rule, values)).toBe(zh);
  });

  it.each([
    ['number', '数量', '请输入有效的数量'],
    ['integer', '数量', '请输入有效的整数'],
    ['url', '回调', '请输入有效的网址'],
  ])('ask in Chinese for what is missing: %s', (type, label, text) =>
    expect(validationText('zh_CN', 'type', { label, type })).toBe(text),
  );

  it('take a label for text, whatever stands in it', () => {
    expect(validationText('en_US', 'string.max', { label: '{max} <b>$&</b>', max: 9 })).toBe(
      '{max} <b>$&</b> must be up to 9 characters',
    );
  });
});

/** What a form of one field says about an input. */
function said(field: z.ZodType, input: unknown): string | undefined {
  const fault = formFaults(z.object({ x: field }), { x: input }).x;
  return fault && validationText('en_US', fault.rule, { label: 'X', ...fault.values });
}

describe('what zod finds is said by', () => {
  it.each<[string, z.ZodType, unknown, string | undefined]>([
    ['nothing, when the field is in order', z.string().min(1), 'a', undefined],
    ['required: empty text', z.string().min(3), '', 'Please enter X'],
    ['required: no value', z.number(), undefined, 'Please enter X'],
    ['required: null for a choice', z.enum(['a', 'b']), null, 'Please enter X'],
    ['whitespace', z.string().trim().min(1), ' \t ', 'X cannot be a blank character'],
    ['enum', z.enum(['a', 'b']), 'c', 'X must be one of [a, b]'],
    ['enum: one literal', z.literal(7), 8, 'X must be one of [7]'],
    ['type: e-mail', z.email(), 'a@', 'X is not a valid email'],
    ['type: url', z.url(), 'q', 'X is not a valid url'],
    ['type: number', z.number(), 'seven', 'X is not a valid number'],
    ['type: integer', z.int(), 1.5, 'X is not a valid integer'],
    ['type: array', z.array(z.string()), 'a', 'X is not a valid array'],
    ['type: boolean', z.boolean(), 'yes', 'X is not a valid boolean'],
    ['date.format', z.iso.date(), '21.11.2026', 'X date format is invalid'],
    ['date.parse', z.date(), 'soon', 'X cannot be converted to a date'],
    ['date.invalid', z.date(), new Date('x'), 'X is an invalid date'],
    ['date.invalid: too early', z.date().min(new Date(9)), new Date(1), 'X is an invalid date'],
    ['string.len', z.string().length(6), '12', 'X must be 6 characters'],
    ['string.min', z.string().min(12), 'short', 'X must be at least 12 characters'],
    ['string.max', z.string().max(3), 'abcd', 'X must be up to 3 characters'],
    ['string.range, below', z.string().min(2).max(3), 'a', 'X must be between 2-3 characters'],
    ['string.range, above', z.string().min(2).max(3), 'abcd', 'X must be between 2-3 characters'],
    [
      'string.range, inside optional and trim',
      z.string().trim().min(2).max(3).optional(),
      'abcd',
      'X must be between 2-3 characters',
    ],
    ['number.min', z.number().min(2), 1, 'X must be minimum 2'],
    ['number.min of an integer', z.int().min(2), 1, 'X must be minimum 2'],
    ['number.max', z.number().max(9), 10, 'X must be maximum 9'],
    ['number.range', z.number().min(2).max(9), 10, 'X must be between 2-9'],
    ['number.len', z.number().min(5).max(5), 4, 'X must be equal to 5'],
    ['number.max of a big integer', z.bigint().max(9n), 10n, 'X must be maximum 9'],
    ['array.min', z.array(z.string()).min(2), ['a'], 'At least 2 X'],
    ['array.max', z.array(z.string()).max(1), ['a', 'b'], 'At most 1 X'],
    ['array.range', z.array(z.string()).min(2).max(3), ['a'], 'The amount of X must be between 2-3'],
    ['array.len', z.array(z.string()).length(2), ['a'], 'Must be 2 X'],
    ['pattern.mismatch', z.string().regex(/^a$/), 'b', 'X does not match the pattern /^a$/'],
    ['pattern.mismatch: a beginning', z.string().startsWith('0x'), 'b', 'X does not match the pattern'],
    ['default', z.string().refine(() => false), 'b', 'Field validation error for X'],
    ['a field of a list in the field', z.array(z.string().min(3)), ['a'], 'X must be at least 3 characters'],
  ])('%s', (_name, field, input, text) =>
    text === undefined ? expect(said(field, input)).toBeUndefined() : expect(said(field, input)).toContain(text),
  );

  it('one message a field, the first', () => {
    expect(
      formFaults(contract.setup.owner.input, { email: '', password: '', nick_name: 'x'.repeat(51), setup_token: 't' }),
    ).toEqual({
      email: { rule: 'required' },
      nick_name: { rule: 'string.range', values: { min: '1', max: '50' } },
    });
  });

  it('names that belong to every object are no fields', () =>
    expect(formFaults(z.object({ constructor: z.string() }), {}).constructor).toEqual({ rule: 'required' }));
});
