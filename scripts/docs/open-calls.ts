import { type JsonSchema as Schema, schemaOf } from '../../apps/server/src/http/openapi.ts';
import { contract, type Endpoint, openPathOf } from '../../packages/contract/src/index.ts';

/** Every call that an API client may make, by `area.name`. */
export const openCalls = (): readonly (readonly [string, Endpoint & { readonly openPath: string }])[] =>
  Object.entries(contract).flatMap(([area, all]) =>
    Object.entries<Endpoint>(all).flatMap(([name, endpoint]) => {
      const openPath = openPathOf(endpoint);
      return openPath === undefined ? [] : [[`${area}.${name}`, { ...endpoint, openPath }] as const];
    }),
  );

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'unknown';

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, field]) =>
      `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${isSchema(field) ? typeOf(field) : 'unknown'}`,
  );
  const rest = isSchema(additionalProperties) ? [`[name: string]: ${typeOf(additionalProperties)}`] : [];
  const all = [...fields, ...rest];
  return all.length === 0 ? 'Record<string, never>' : `{ ${all.join('; ')} }`;
}

/** The TypeScript type of a value on the wire. */
export function typeOf(schema: Schema): string {
  // OpenAPI 3.0 says so beside the type.
  const { nullable, ...rest } = schema as Schema & { readonly nullable?: boolean };
  if (nullable === true) return union([typeOf(rest), 'null']);
  const { type, enum: values, anyOf, oneOf, allOf } = schema;
  if (values) return union(values.map((value) => JSON.stringify(value)));
  const several = anyOf ?? oneOf;
  if (several) return union(several.filter(isSchema).map(typeOf));
  if (allOf) return allOf.filter(isSchema).map(typeOf).join(' & ') || 'unknown';
  if (type === 'object') return objectType(schema);
  if (type === 'array')
    return `Array<${isSchema(schema.items) && !Array.isArray(schema.items) ? typeOf(schema.items as Schema) : 'unknown'}>`;
  if (type === 'string' || type === 'boolean') return type;
  return type === 'integer' || type === 'number' ? 'number' : 'unknown';
}

/** What a reply holds: where a field may be written as text or as a number, the server writes the number. */
const replyOf = (text: string): string =>
  text.replace(/\bstring \| number\b/g, 'number').replace(/"0" \| "1" \| 0 \| 1/g, '0 | 1');

/** The source of calls.ts: each call's way, and the types of what it takes and gives. */
export function callsSource(): string {
  const all = openCalls();
  const ways = all.map(([name, { method, openPath }]) => `  '${name}': { method: '${method}', path: '${openPath}' },`);
  const types = all.map(
    ([name, { summary, input, output }]) =>
      `  /** ${summary.replaceAll('*/', '*\\/')} */\n  '${name}': {\n    input: ${typeOf(schemaOf(input))};\n    output: ${replyOf(typeOf(schemaOf(output)))};\n  };`,
  );
  return `/** Made from the contract by “npm run docs”: every call of the Open API, what it takes and what it gives. */\nexport const calls = {\n${ways.join('\n')}\n} as const;\n\nexport interface Calls {\n${types.join('\n')}\n}\n`;
}
