/** Requests made of the API's own description: sound, at its limits, of another type, missing, huge, in any script, and twice. */
import fc from 'fast-check';

export interface Schema {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}
interface Body {
  readonly properties?: Readonly<Record<string, Schema>>;
}
export interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Body } } };
}
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
export interface FuzzRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly type: string;
  readonly body: string | undefined;
  /** Whose session, by number. */
  readonly caller: number;
}
/** Values of a field that get a request further than made-up ones. */
export type Known = (field: string) => readonly string[];
type Fields = readonly (readonly [string, unknown])[];

const limits = [
  -1,
  0,
  1,
  32_767,
  32_768,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  -(2 ** 31) - 1,
  2 ** 53 - 1,
  2 ** 53,
  1e300,
  -0.5,
];
const odd = [
  '',
  ' ',
  '\0',
  'a\0b',
  '%',
  '%ff',
  "'",
  '--',
  '\u202e',
  '🙂',
  'null',
  '-0',
  '1e3',
  '0x10',
  '00',
  '../..',
  '{{',
  '\ud800',
  '٣',
];

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    return fc.string();
  }
}

/** What a schema takes. */
function sound({ type, enum: words, anyOf, pattern, ...schema }: Schema): fc.Arbitrary<unknown> {
  if (words) return fc.constantFrom(...words);
  if (anyOf) return fc.oneof(...anyOf.map((one) => sound({ ...schema, ...one })));
  const { minimum = -(2 ** 31), maximum = 2 ** 31 - 1, minLength = 0, maxLength = 60 } = schema;
  if (type === 'integer' || type === 'number') {
    const [min, max] = [Math.max(minimum, schema.minimum ?? minimum), Math.min(maximum, schema.maximum ?? maximum)];
    return fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max, min - 1, max + 1));
  }
  if (type === 'boolean') return fc.boolean();
  if (pattern) return matching(pattern);
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 200)) }),
    fc.constantFrom(
      'x'.repeat(minLength),
      'x'.repeat(Math.min(maxLength, 5_000)),
      'x'.repeat(Math.min(maxLength, 5_000) + 1),
    ),
  );
}

const wrong = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...limits) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...odd) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, [], {}, [1], [[]], { a: 1 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      'x'.repeat(70_000),
      `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
      '9'.repeat(400),
    ),
  },
);

function fieldsOf(properties: Readonly<Record<string, Schema>>, known: Known): fc.Arbitrary<Fields> {
  const each = Object.entries(properties).map(([name, schema]) => {
    const given = known(name);
    const value = fc.oneof(
      {
        weight: given.length > 0 ? 8 : 0,
        arbitrary: given.length > 0 ? fc.constantFrom<unknown>(...given) : fc.constant(''),
      },
      { weight: 4, arbitrary: sound(schema) },
      { weight: 1, arbitrary: wrong },
    );
    return fc.option(value, { freq: 12, nil: undefined }).map((made) => [name, made] as const);
  });
  const twice = fc.option(fc.nat({ max: Math.max(0, each.length - 1) }), { freq: 2, nil: undefined });
  return fc.tuple(fc.tuple(...each), fc.boolean(), twice).map(([made, rarely, again]) => {
    const fields = made.filter(([, value]) => value !== undefined);
    const repeated = rarely && again !== undefined ? fields.slice(again, again + 1) : [];
    return [...fields, ...repeated];
  });
}

const text = (value: unknown): string =>
  (typeof value === 'string'
    ? value
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
  ).toWellFormed();
const form = (fields: Fields): string =>
  fields.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(text(value))}`).join('&');
/** Names may stand in it twice. */
const json = (fields: Fields): string =>
  `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`).join(',')}}`;

const [formType, jsonType] = ['application/x-www-form-urlencoded', 'application/json'];
const spoilt = ['', '{', '[]', 'null', '"x"', '{"__proto__":{"a":1}}', 'a=%', '\ufeff{}', '%%%'];
/** What may be wrong with an address. */
const crooked = [
  '/%',
  '%',
  '%ff',
  '/',
  '//',
  '/..',
  '?%',
  '?%ff=%ff',
  '?a=%00',
  '?a[]=1&a=2',
  ';x',
  '#',
  '/%2e%2e',
  `/${'x'.repeat(300)}`,
  `?${'a&'.repeat(2_000)}`,
];

/** Requests of one operation. */
function requestsOf(
  path: string,
  method: string,
  operation: Operation,
  known: Known,
  callers: number,
): fc.Arbitrary<FuzzRequest> {
  const properties =
    method === 'get'
      ? Object.fromEntries((operation.parameters ?? []).map(({ name, schema }) => [name, schema]))
      : (operation.requestBody?.content['application/json'].schema.properties ?? {});
  const whole = fc.record({
    fields: fieldsOf(properties, known),
    caller: fc.nat({ max: callers - 1 }),
    asJson: fc.boolean(),
  });
  return whole.map(({ fields, caller, asJson }) => {
    const query = method === 'get' && fields.length > 0 ? `?${form(fields)}` : '';
    const body = method === 'get' ? undefined : asJson ? json(fields) : form(fields);
    return { method: method.toUpperCase(), path: `${path}${query}`, type: asJson ? jsonType : formType, body, caller };
  });
}

const paths = (document: ApiDocument): string[] => Object.keys(document.paths);
/** Bodies and addresses that are broken in themselves. */
const broken = (document: ApiDocument, callers: number): fc.Arbitrary<FuzzRequest> =>
  fc
    .record({
      path: fc.constantFrom(...paths(document)),
      tail: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...crooked) }, { weight: 1, arbitrary: fc.constant('') }),
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'),
      type: fc.constantFrom(formType, jsonType, 'text/plain', 'multipart/form-data', ''),
      body: fc.oneof(fc.constantFrom(...spoilt), fc.json(), fc.string()),
      caller: fc.nat({ max: callers - 1 }),
    })
    .map(({ path, tail, method, type, body, caller }) => {
      const bare = method === 'GET' || method === 'HEAD';
      return { method, path: `${path}${tail}`, type, body: bare ? undefined : body.toWellFormed(), caller };
    });

/** So many requests of every operation but some, all from one seed. */
export function requestsFrom(
  document: ApiDocument,
  {
    known,
    callers,
    without,
    count,
    seed,
  }: { known: Known; callers: number; without: ReadonlySet<string>; count: number; seed: number },
): FuzzRequest[] {
  const operations = Object.entries(document.paths)
    .filter(([path]) => !without.has(path))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => requestsOf(path, method, operation, known, callers)),
    );
  const any = fc.oneof(
    { weight: 9, arbitrary: fc.oneof(...operations) },
    { weight: 1, arbitrary: broken(document, callers) },
  );
  return fc.sample(any, { numRuns: count, seed });
}
