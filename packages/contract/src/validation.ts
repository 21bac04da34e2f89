import type { z } from 'zod';
import type { Language } from './messages.ts';

/**
 * The generic form messages (spec section 5), once for both languages: required, length, range, number limits, array count, enum membership,
 * whitespace-only, date and type validity. `{label}` is the field's name as the form shows it.
 */
const en = {
  default: 'Field validation error for {label}',
  required: 'Please enter {label}',
  whitespace: '{label} cannot be a blank character',
  enum: '{label} must be one of [{enum}]',
  type: '{label} is not a valid {type}',
  'date.format': '{label} date format is invalid',
  'date.parse': '{label} cannot be converted to a date',
  'date.invalid': '{label} is an invalid date',
  'string.len': '{label} must be {len} characters',
  'string.min': '{label} must be at least {min} characters',
  'string.max': '{label} must be up to {max} characters',
  'string.range': '{label} must be between {min}-{max} characters',
  'number.len': '{label} must be equal to {len}',
  'number.min': '{label} must be minimum {min}',
  'number.max': '{label} must be maximum {max}',
  'number.range': '{label} must be between {min}-{max}',
  'array.len': 'Must be {len} {label}',
  'array.min': 'At least {min} {label}',
  'array.max': 'At most {max} {label}',
  'array.range': 'The amount of {label} must be between {min}-{max}',
  'pattern.mismatch': '{label} does not match the pattern {pattern}',
} as const;

/** Which generic message. */
export type ValidationRule = keyof typeof en;

const zh: Record<ValidationRule, string> = {
  default: '字段验证错误{label}',
  required: '请输入{label}',
  whitespace: '{label}不能为空字符',
  enum: '{label}必须是其中一个[{enum}]',
  type: '请输入有效的{type}',
  'date.format': '{label}日期格式无效',
  'date.parse': '{label}不能转换为日期',
  'date.invalid': '{label}是一个无效日期',
  'string.len': '{label}须为{len}个字符',
  'string.min': '{label}最少{min}个字符',
  'string.max': '{label}最多{max}个字符',
  'string.range': '{label}须在{min}-{max}字符之间',
  'number.len': '{label}必须等于{len}',
  'number.min': '{label}最小值为{min}',
  'number.max': '{label}最大值为{max}',
  'number.range': '{label}须在{min}-{max}之间',
  'array.len': '须为{len}个{label}',
  'array.min': '最少{min}个{label}',
  'array.max': '最多{max}个{label}',
  'array.range': '{label}数量须在{min}-{max}之间',
  'pattern.mismatch': '{label}与模式不匹配{pattern}',
};

/** What is asked for where that says more than the field's name, in Chinese; of anything else the name is enough. */
const typesInChinese: Readonly<Record<string, string>> = {
  email: '邮箱地址',
  url: '网址',
  integer: '整数',
};

const texts = { en_US: en, zh_CN: zh } as const satisfies Record<Language, Record<ValidationRule, string>>;

/** A generic message with its names filled in; what is filled in is text, never read for names again. */
export function validationText(
  language: Language,
  rule: ValidationRule,
  values: Readonly<Record<string, string | number>>,
): string {
  const word = (name: string): string | number | undefined =>
    name === 'type' && language === 'zh_CN' ? (typesInChinese[String(values.type)] ?? values.label) : values[name];
  return texts[language][rule].replace(/\{(\w+)\}/g, (mark, name: string) => String(word(name) ?? mark));
}

/** Least and most of a field, as its schema has them. */
interface Bounds {
  readonly minimum?: number | bigint | Date | undefined;
  readonly maximum?: number | bigint | Date | undefined;
}
/** A rule with the values its message names. */
export interface Fault {
  readonly rule: ValidationRule;
  readonly values?: Readonly<Record<string, string | number>>;
}

const sorts: Readonly<Record<string, 'string' | 'number' | 'array' | 'date'>> = {
  string: 'string',
  number: 'number',
  int: 'number',
  bigint: 'number',
  array: 'array',
  set: 'array',
  map: 'array',
  file: 'number',
  date: 'date',
};

/** Too small or too big: exactly one length, both limits where the schema has both, else the one that was broken. */
function limitFault(issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig, bounds: Bounds): Fault {
  const sort = sorts[issue.origin] ?? 'number';
  if (sort === 'date') return { rule: 'date.invalid' };
  const { minimum = '', maximum = '' } = { ...bounds, ...issue };
  const [min, max] = [String(minimum), String(maximum)];
  if (issue.exact || (min !== '' && min === max)) return { rule: `${sort}.len`, values: { len: min || max } };
  if (min !== '' && max !== '' && !endless(min) && !endless(max))
    return { rule: `${sort}.range`, values: { min, max } };
  return issue.code === 'too_small'
    ? { rule: `${sort}.min`, values: { min } }
    : { rule: `${sort}.max`, values: { max } };
}
/** zod bounds integers by what a float can hold; nobody means that by a limit. */
const endless = (limit: string): boolean => Math.abs(Number(limit)) >= Number.MAX_SAFE_INTEGER;

const dateFormats = new Set(['date', 'datetime', 'time', 'duration']);
const patterns = new Set(['regex', 'starts_with', 'ends_with', 'includes', 'lowercase', 'uppercase']);

function formatFault({ format, pattern }: z.core.$ZodIssueInvalidStringFormat): Fault {
  if (dateFormats.has(format)) return { rule: 'date.format' };
  if (patterns.has(format)) return { rule: 'pattern.mismatch', values: { pattern: pattern ?? format } };
  return { rule: 'type', values: { type: format } };
}

function typeFault({ expected }: z.core.$ZodIssueInvalidType, input: unknown): Fault {
  if (expected !== 'date') return { rule: 'type', values: { type: expected === 'int' ? 'integer' : expected } };
  return { rule: input instanceof Date ? 'date.invalid' : 'date.parse' };
}

/**
 * Which generic message says what zod found.
 * @param input what stands in the field: an empty one is asked for whatever zod has against it, a blank one is called so
 * @param bounds the field's limits, so that a broken one is named together with the other
 */
export function faultOf(issue: z.core.$ZodIssue, input: unknown, bounds: Bounds = {}): Fault {
  if (input === undefined || input === null || input === '') return { rule: 'required' };
  if (typeof input === 'string' && input.trim() === '') return { rule: 'whitespace' };
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return limitFault(issue, bounds);
    case 'invalid_value':
      return { rule: 'enum', values: { enum: issue.values.map(String).join(', ') } };
    case 'invalid_format':
      return formatFault(issue);
    case 'invalid_type':
      return typeFault(issue, input);
    default:
      return { rule: 'default' };
  }
}

/** A form's fields and their rules. */
export type FormSchema = z.ZodObject<Record<string, z.ZodType>>;

/** What the definitions of zod's schemas and checks hold that says something about limits. */
interface Definition {
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly checks?: readonly { readonly _zod: { readonly def: object } }[];
}
interface Check {
  readonly check?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly value?: number | bigint | Date;
}

/** The limits that a field's schema carries, whatever it is wrapped in. */
function boundsOf(schema: z.core.$ZodType | undefined): Bounds {
  const { innerType, in: from, checks = [] } = (schema?._zod.def ?? {}) as Definition;
  const inner = innerType ?? from;
  const definitions = checks.map(({ _zod }) => _zod.def as Check);
  const limit = (side: 'minimum' | 'maximum', compared: string) =>
    definitions
      .map((def) => def[side] ?? (def.check === compared ? def.value : undefined))
      .find((found) => found !== undefined);
  const own = { minimum: limit('minimum', 'greater_than'), maximum: limit('maximum', 'less_than') };
  return inner && own.minimum === undefined && own.maximum === undefined ? boundsOf(inner) : own;
}

/** The first fault of each field of a form, by field; no field for one that is in order. */
export function formFaults(schema: FormSchema, values: Readonly<Record<string, unknown>>): Record<string, Fault> {
  const faults: Record<string, Fault> = {};
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const field = String(issue.path[0] ?? '');
    if (!Object.hasOwn(faults, field))
      faults[field] = faultOf(issue, inputAt(values, issue.path), boundsOf(schema.shape[field]));
  }
  return faults;
}

function inputAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined),
    values,
  );
}
