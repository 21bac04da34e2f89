import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveConsole } from './console.ts';

const script = 'export const text = "hello";\n'.repeat(200);
let dir: string;
let server: FastifyInstance;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'holdfast-console-'));
  mkdirSync(path.join(dir, 'assets'));
  writeFileSync(path.join(dir, 'index.html'), '<!doctype html><title>Holdfast</title>');
  writeFileSync(path.join(dir, 'favicon.svg'), '<svg/>');
  writeFileSync(path.join(dir, 'assets/page-abc.js'), script);
  writeFileSync(path.join(dir, 'assets/page-abc.js.br'), brotliCompressSync(script));
  writeFileSync(path.join(dir, 'assets/small-abc.js'), 'export {};');
  server = Fastify();
  await serveConsole(server, dir, []);
});
afterAll(async () => {
  await server.close();
  rmSync(dir, { recursive: true, force: true });
});

const get = (url: string, encodings = '') => server.inject({ url, headers: { 'accept-encoding': encodings } });

test('a script goes out compressed to whoever takes that, as the same script, kept for ever', async () => {
  const reply = await get('/mpc/assets/page-abc.js', 'gzip, deflate, br');
  expect(reply.headers['content-encoding']).toBe('br');
  expect(reply.headers['content-type']).toContain('javascript');
  expect(reply.headers.vary).toContain('accept-encoding');
  expect(reply.headers['cache-control']).toContain('immutable');
  expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(script);
});

test('and as it is to others, or where there is nothing compressed', async () => {
  const plain = await get('/mpc/assets/page-abc.js');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe(script);
  const small = await get('/mpc/assets/small-abc.js', 'br');
  expect(small.headers['content-encoding']).toBeUndefined();
  expect(small.body).toBe('export {};');
});

test('a missing script is missing, never the page', async () => {
  expect((await get('/mpc/assets/gone-abc.js', 'br')).statusCode).toBe(404);
  expect((await get('/mpc/center/todo')).body).toContain('<title>');
});

test('an address that nobody has is the console’s to lead on, also with a dot in it; a file beside the assets is given as it is', async () => {
  for (const url of [
    '/mpc/center/v1.2',
    '/mpc/index.html',
    '/mpc/a/favicon.svg',
    '/mpc/a%00.b',
    '/mpc/..%2fsecret.txt',
  ])
    expect((await get(url)).body, url).toContain('<title>');
  expect((await get('/mpc/favicon.svg')).body).toBe('<svg/>');
});
