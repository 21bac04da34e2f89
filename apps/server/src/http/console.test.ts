import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveConsole } from './console.ts';
import { contentSecurityPolicy } from './server.ts';

const script = 'export const text = "hello";\n'.repeat(200);
let dir: string;
let server: FastifyInstance;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'holdfast-console-'));
  mkdirSync(path.join(dir, 'assets'));
  writeFileSync(path.join(dir, 'index.html'), '<!doctype html><head><title>Holdfast</title></head>');
  writeFileSync(
    path.join(dir, 'ahead.json'),
    JSON.stringify({
      files: ['assets/wallet.js', 'assets/en.js', 'assets/zh.js', 'assets/join.js'],
      screens: {
        '/mpc/wallet': { en_US: [0, 1], zh_CN: [0, 2] },
        '/mpc/join/*': { en_US: [3, 1], zh_CN: [3, 2] },
        '/zh-CN/login': { en_US: [1], zh_CN: [2] },
      },
    }),
  );
  writeFileSync(path.join(dir, 'favicon.svg'), '<svg/>');
  writeFileSync(path.join(dir, 'assets/page-abc.js'), script);
  writeFileSync(path.join(dir, 'assets/page-abc.js.br'), brotliCompressSync(script));
  writeFileSync(path.join(dir, 'assets/small-abc.js'), 'export {};');
  server = Fastify();
  await server.register(helmet, { contentSecurityPolicy, xFrameOptions: { action: 'deny' } });
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

test('a document has every protection, a file what files need: a worker runs under a policy, and nothing is taken for what it is not', async () => {
  const [page, file] = [await get('/mpc/wallet'), await get('/mpc/assets/page-abc.js')];
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(page.headers['x-frame-options']).toBe('DENY');
  expect(file.headers['content-security-policy']).toBe(
    "default-src 'none';script-src 'self';connect-src 'self';frame-ancestors 'none';require-trusted-types-for 'script'",
  );
  expect(file.headers['x-content-type-options']).toBe('nosniff');
  expect(file.headers['cross-origin-resource-policy']).toBe('same-origin');
});

test('no document is had as a file', async () => {
  for (const way of ['..%2findex.html', '..%2ffavicon.svg', '%2e%2e/index.html', '../index.html', '', '.']) {
    const reply = await get(`/mpc/assets/${way}`);
    const isPage = `${reply.headers['content-security-policy']}`.includes("frame-ancestors 'none'");
    expect(isPage || reply.statusCode >= 400, way).toBe(true);
  }
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

const aheadOf = async (url: string, cookie = ''): Promise<string[]> => {
  const { body } = await server.inject({ url, headers: { cookie } });
  return [...body.matchAll(/<link rel="modulepreload" href="([^"]*)">(?=.*<\/head>)/g)].map(([, file = '']) => file);
};

test('the page names the files of the screen at its address, in the language that is spoken', async () => {
  const [page, english, chinese] = ['/mpc/assets/wallet.js', '/mpc/assets/en.js', '/mpc/assets/zh.js'];
  for (const url of ['/mpc', '/mpc/', '/mpc/wallet', '/mpc/wallet?d=withdraw'])
    expect(await aheadOf(url), url).toEqual([page, english]);
  expect(await aheadOf('/mpc/wallet', 'a=b; lan=zh_CN; c=d')).toEqual([page, chinese]);
  expect(await aheadOf('/mpc/wallet', 'xlan=zh_CN')).toEqual([page, english]);
  expect(await aheadOf('/zh-CN/login')).toEqual([chinese]);
  expect(await aheadOf('/mpc/join/a-token')).toEqual(['/mpc/assets/join.js', english]);
});

test('it names none for an address that is no screen’s', async () => {
  for (const url of ['/mpc/join', '/mpc/join/a/b', '/mpc/__proto__', '/mpc/center/none', '/mpc/*'])
    expect(await aheadOf(url), url).toEqual([]);
});
