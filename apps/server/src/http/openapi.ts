import { type Area, type Endpoint, errorNames, errors, headerNames, isFile, openPathOf } from '@holdfast/contract';
import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;
/** A value on the wire, as whoever sends it writes it. */
export const schemaOf = (schema: z.core.$ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', target: 'openapi-3.0', unrepresentable: 'throw' });

const refusal = { $ref: '#/components/schemas/Refusal' };
const errorSchema = {
  type: 'object',
  required: ['code', 'msg', 'data'],
  properties: { code: { type: 'integer' }, msg: { type: 'string' }, data: { nullable: true } },
};

function parameters(schema: JsonSchema): object[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    in: 'query',
    name,
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }));
}

/** By a session, by the signature of an API client, or by either. */
function securityOf(tag: string, endpoint: Endpoint): object[] {
  if (endpoint.access === 'public') return [];
  const signed = openPathOf(endpoint) === undefined ? [] : [{ signature: [] }];
  return tag === 'openApi' ? signed : [{ openToken: [] }, ...signed];
}

function operation(tag: string, name: string, endpoint: Endpoint, method: 'GET' | 'POST'): object {
  const input = schemaOf(endpoint.input);
  const reply = {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: { code: { type: 'integer', enum: [0] }, msg: { type: 'string' }, data: schemaOf(endpoint.output) },
  };
  const body = { 'application/x-www-form-urlencoded': { schema: input }, 'application/json': { schema: input } };
  return {
    tags: [tag],
    operationId: method === endpoint.method ? `${tag}.${name}` : `${tag}.${name}.get`,
    summary: endpoint.summary,
    description: `Access: ${endpoint.access}.${endpoint.stepUp ? ' Needs a fresh second factor.' : ''}${endpoint.perMinute ? ` At most ${endpoint.perMinute} times a minute.` : ''}`,
    security: securityOf(tag, endpoint),
    ...(method === 'GET' ? { parameters: parameters(input) } : { requestBody: { required: true, content: body } }),
    responses: {
      200: {
        description: 'Code 0 with data, or a refusal',
        content: {
          ...(isFile(endpoint) ? { [endpoint.file.type]: { schema: { type: 'string' } } } : {}),
          'application/json': { schema: isFile(endpoint) ? refusal : { oneOf: [reply, refusal] } },
        },
      },
    },
  };
}

/** The same calls as API clients make them: by their own paths, and without what is not theirs. */
export function openPart(areas: Readonly<Record<string, Area>>): Readonly<Record<string, Area>> {
  const open = Object.entries(areas).map(([tag, area]) => {
    const calls = Object.entries(area).flatMap(([name, { alsoGet: _, ...endpoint }]) => {
      const path = openPathOf(endpoint);
      return path === undefined ? [] : [[name, { ...endpoint, path }] as const];
    });
    return [tag, Object.fromEntries(calls)] as const;
  });
  return Object.fromEntries(open.filter(([, area]) => Object.keys(area).length > 0));
}

/** OpenAPI 3.0 of the whole contract. */
export function openApi(areas: Readonly<Record<string, Area>>, info: { version: string; origin: string }): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [tag, area] of Object.entries(areas))
    for (const [name, endpoint] of Object.entries(area))
      for (const method of endpoint.alsoGet ? (['POST', 'GET'] as const) : [endpoint.method])
        paths[endpoint.path] = {
          ...paths[endpoint.path],
          [method.toLowerCase()]: operation(tag, name, endpoint, method),
        };
  const codes = errorNames.map((name) => `${errors[name].code} ${name}`).join(', ');
  return {
    openapi: '3.0.3',
    info: { title: 'Holdfast', version: info.version, description: `Refusal codes: ${codes}` },
    servers: [{ url: info.origin }],
    tags: Object.keys(areas).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        openToken: { type: 'apiKey', in: 'header', name: headerNames.token },
        signature: {
          type: 'apiKey',
          in: 'header',
          name: 'signature',
          description: 'HTTP Message Signatures (RFC 9421) by an API client, with signature-input and content-digest',
        },
      },
      schemas: { Refusal: errorSchema },
    },
  };
}
