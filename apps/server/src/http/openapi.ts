import { type Area, type Endpoint, errorNames, errors, headerNames, isFile } from '@holdfast/contract';
import { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;
const wire = (schema: z.core.$ZodType): JsonSchema =>
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

function operation(tag: string, name: string, endpoint: Endpoint, method: 'GET' | 'POST'): object {
  const input = wire(endpoint.input);
  const reply = {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: { code: { type: 'integer', enum: [0] }, msg: { type: 'string' }, data: wire(endpoint.output) },
  };
  const body = { 'application/x-www-form-urlencoded': { schema: input }, 'application/json': { schema: input } };
  return {
    tags: [tag],
    operationId: method === endpoint.method ? `${tag}.${name}` : `${tag}.${name}.get`,
    summary: endpoint.summary,
    description: `Access: ${endpoint.access}.${endpoint.stepUp ? ' Needs a fresh second factor.' : ''}${endpoint.perMinute ? ` At most ${endpoint.perMinute} times a minute.` : ''}`,
    security: endpoint.access === 'public' ? [] : [{ openToken: [] }],
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
      securitySchemes: { openToken: { type: 'apiKey', in: 'header', name: headerNames.token } },
      schemas: { Refusal: errorSchema },
    },
  };
}
