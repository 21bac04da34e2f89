import { contract, type Endpoint, openPathOf } from '@holdfast/contract';
import { raw } from '@holdfast/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: { type: string } }> };
  responses: Record<string, object>;
  security: object[];
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}
const load = async (): Promise<Document> => JSON.parse((await raw(server.url, '/api/openapi.json')).text);

function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

test('the document says every endpoint once, by its method, with unique names', async () => {
  const { openapi, paths } = await load();
  expect(openapi).toBe('3.0.3');
  const expected = Object.values(contract).flatMap((area) =>
    Object.values(area).flatMap(({ method, path, alsoGet }) => [
      `${method} ${path}`,
      ...(alsoGet ? [`GET ${path}`] : []),
    ]),
  );
  const found = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(found.sort()).toEqual(expected.sort());
  const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  expect(new Set(ids).size).toBe(ids.length);
});

test('it holds to OpenAPI 3.0: no keyword of later versions, every reference answers', async () => {
  const document = await load();
  const later = [
    '$schema',
    '$defs',
    'const',
    'examples',
    'prefixItems',
    'patternProperties',
    'if',
    'then',
    'unevaluatedProperties',
  ];
  for (const schema of objectsIn(document.paths)) {
    for (const keyword of later)
      expect(Object.hasOwn(schema, keyword) && typeof schema.properties !== 'object', keyword).toBe(false);
    if (Array.isArray(schema.type)) throw new Error('3.0 has one type only');
    if (typeof schema.$ref === 'string')
      expect(Object.keys(document.components.schemas)).toContain(schema.$ref.split('/').at(-1));
  }
});

test('reads have query parameters, writes a form and the same as JSON, and only public calls go without the token', async () => {
  const { paths } = await load();
  for (const area of Object.values(contract))
    for (const { method, path, access } of Object.values(area)) {
      const operation = paths[path]?.[method.toLowerCase()];
      if (method === 'GET') for (const parameter of operation?.parameters ?? []) expect(parameter.in).toBe('query');
      else
        expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual([
          'application/x-www-form-urlencoded',
          'application/json',
        ]);
      expect(operation?.security.length === 0, path).toBe(access === 'public');
      expect(operation?.responses['200']).toBeDefined();
    }
});

test('API clients find what they may call by their own paths in a document of its own', async () => {
  const open = JSON.parse((await raw(server.url, '/openapi/openapi.json')).text) as Document;
  const expected = Object.values(contract).flatMap((area) =>
    Object.values<Endpoint>(area).flatMap((endpoint) => openPathOf(endpoint) ?? []),
  );
  expect(expected.length).toBeGreaterThan(40);
  expect(Object.keys(open.paths).sort()).toEqual([...new Set(expected)].sort());
  for (const item of Object.values(open.paths))
    for (const { security } of Object.values(item)) expect(security).toContainEqual({ signature: [] });
});

test('health and version answer without a session', async () => {
  expect(JSON.parse((await raw(server.url, '/healthz')).text)).toEqual({
    status: 'ok',
    chains: expect.stringMatching(/^(ok|trouble)$/),
  });
  expect(JSON.parse((await raw(server.url, '/version')).text)).toMatchObject({ name: 'holdfast-server' });
});
