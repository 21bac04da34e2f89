import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSender, keepHeader, newIdentity, sealRequest, tagHeader } from '@holdfast/channel';
import { ask, call, originOf } from '@holdfast/testkit/signer';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pair, type Place, startPair } from './harness.ts';

let pair: Pair;
let first: Place;
let pages: string;
beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'holdfast-pages-'));
  for (const name of ['approver', 'ceremony']) {
    mkdirSync(join(pages, name, 'assets'), { recursive: true });
    writeFileSync(join(pages, name, 'index.html'), `<!doctype html><title>${name}</title>`);
    writeFileSync(join(pages, name, 'assets', 'app.js'), `// ${name}`);
    writeFileSync(join(pages, name, 'assets', 'long.js'), `// ${name}\n${'// what a page says twice\n'.repeat(50)}`);
    writeFileSync(join(pages, name, 'secret.pem'), 'no');
  }
  pair = await startPair({
    config: {
      pages: { approver: join(pages, 'approver'), ceremony: join(pages, 'ceremony') },
      publicRate: { perSecond: 5, burst: 60 },
    },
  });
  const [place] = pair.places;
  if (!place) throw new Error('no signer');
  first = place;
});
afterAll(async () => {
  await pair.stop();
  rmSync(pages, { recursive: true });
});

const get = (path: string, init?: RequestInit) => fetch(`${first.url}${path}`, init);

test('pages are served under a policy that allows nothing inline and nothing from elsewhere', async () => {
  const response = await get('/');
  expect(await response.text()).toContain('approver');
  const csp = response.headers.get('content-security-policy') ?? '';
  expect(csp).toContain("default-src 'none'");
  expect(csp).toContain("script-src 'self'");
  expect(csp).toContain("require-trusted-types-for 'script'");
  expect(csp).toContain(`connect-src 'self' ${originOf('2')}`);
  expect(csp).not.toMatch(/unsafe|\*/);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('set-cookie')).toBeNull();
});

test('the ceremony page has its own place', async () => {
  expect(await (await get('/ceremony/')).text()).toContain('ceremony');
  expect(await (await get('/ceremony/assets/app.js')).text()).toBe('// ceremony');
  expect((await get('/ceremony', { redirect: 'manual' })).headers.get('location')).toBe('/ceremony/');
});

test('a page is packed for whoever takes it so, and is the same for everybody else', async () => {
  const text = `// approver\n${'// what a page says twice\n'.repeat(50)}`;
  const asked = async (accepts: string) => {
    const response = await get('/assets/long.js', { headers: { 'accept-encoding': accepts } });
    expect(await response.text()).toBe(text);
    expect(response.headers.get('vary')).toBe('accept-encoding');
    return [response.headers.get('content-encoding'), Number(response.headers.get('content-length')) < text.length];
  };
  for (const accepts of ['gzip, deflate, br', 'br;q=1.0, GZIP;q=0.8'])
    expect(await asked(accepts)).toEqual(['gzip', true]);
  for (const accepts of ['identity', 'br', 'gzip;q=0', 'gzip; q=0.0, br', 'x-gzip'])
    expect(await asked(accepts)).toEqual([null, false]);
  // Packed it would be longer.
  expect((await get('/assets/app.js')).headers.get('content-encoding')).toBeNull();
});

test('no path reaches a file that is not a page', async () => {
  for (const path of [
    '/secret.pem',
    '/assets',
    '/assets/',
    '/../1/journal',
    '/..%2f1%2fjournal',
    '//etc/passwd',
    '/ceremony/../secret.pem',
    '/%00',
  ])
    expect((await get(path)).status, path).toBe(404);
});

test('health and version answer without a session', async () => {
  const health = await get('/healthz');
  expect(await health.json()).toEqual({ ok: true });
  // The console's page asks before it leads somebody here; nothing else is for any page to read.
  expect(health.headers.get('access-control-allow-origin')).toBe('*');
  const other = { headers: { origin: 'https://console.example' } };
  expect((await get('/api/info', other)).headers.get('access-control-allow-origin')).toBeNull();
  expect(await (await get('/version')).json()).toMatchObject({ name: 'holdfast-signer', signer: '1' });
});

test("only the other signers' origins may read the ceremony's answers", async () => {
  const asked = async (origin: string, path = '/api/info') =>
    (await get(path, { headers: { origin } })).headers.get('access-control-allow-origin');
  expect(await asked(originOf('2'))).toBe(originOf('2'));
  expect(await asked('http://evil.example')).toBeNull();
  expect(await asked('null')).toBeNull();
  const preflight = await get('/api/genesis', {
    method: 'OPTIONS',
    headers: { origin: originOf('2'), 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
});

/** A request that names its host itself, as `fetch` cannot. */
const named = (host: string, path: string) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(first.url);
    const asking = request({ host: hostname, port, path, headers: { host } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    });
    asking.once('error', reject);
    asking.end();
  });

test('a site whose name was pointed at the signer reads nothing of it (DNS rebinding)', async () => {
  const { port } = new URL(first.url);
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost:1', `127.0.0.1.evil.example:${port}`, '[]'])
    for (const path of ['/api/info', '/', '/ceremony/', '/version']) {
      const { status, text } = await named(host, path);
      expect([host, path, status]).toEqual([host, path, 400]);
      expect(text).not.toContain('identity');
    }
  for (const host of [new URL(originOf('1')).host, `127.0.0.1:${port}`, `[::1]:${port}`])
    expect((await named(host, '/api/info')).status).toBe(200);
});

test('a form of another site cannot post: only JSON is read', async () => {
  const response = await get('/api/approvals', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: '{}',
  });
  expect(response.status).toBe(400);
});

test('malformed and oversized bodies get a refusal with words, and the signer goes on', async () => {
  for (const body of ['', '{', '[]', 'null', '{"approval":1,"more":2}', `{"approval":"${'x'.repeat(100)}"}`]) {
    const response = await get('/api/approvals', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(400);
    expect((await response.json()) as object).toHaveProperty('error.code');
  }
  const big = await get('/api/approvals', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `"${'x'.repeat(3_000_000)}"`,
  }).catch(() => undefined);
  expect(big?.status ?? 413).toBe(413);
  expect((await get('/healthz')).status).toBe(200);
});

test('an unknown path or method is not found', async () => {
  expect((await ask(first, 'GET', '/api/nothing')).body.error?.code).toBe('notFound');
  expect((await ask(first, 'GET', '/api/approvals')).body.error?.code).toBe('notFound');
  expect((await get('/', { method: 'DELETE' })).status).toBe(404);
});

test('only the pinned server is answered over the channel', async () => {
  const reply = await call(pair, first, 'health', {}, newIdentity());
  expect(reply.error?.code).toBe('notAuthenticated');
  expect((await call(pair, first, 'health', {})).signer).toBe('1');
});

const sealed = (request: object) => {
  const made = sealRequest(pair.server, first.keys, utf8ToBytes(JSON.stringify(request)));
  const post = async () => {
    const response = await get('/channel', { method: 'POST', body: new Uint8Array(made.message) });
    return JSON.parse(new TextDecoder().decode(made.openReply(new Uint8Array(await response.arrayBuffer())))) as {
      error?: { code: string };
    };
  };
  return { ...made, post };
};

test('a request that was recorded and sent again is refused, and so is one of another time', async () => {
  const once = sealed({ id: randomUUID(), time: Date.now(), method: 'health', params: {} });
  expect((await once.post()).error).toBeUndefined();
  expect((await once.post()).error?.code).toBe('notAuthenticated');
  // The later one has some time to arrive.
  for (const skew of [-61_000, 75_000])
    expect((await sealed({ id: randomUUID(), time: Date.now() + skew, method: 'health' }).post()).error?.code).toBe(
      'notAuthenticated',
    );
});

test('unknown methods, fields and shapes are refused under the seal', async () => {
  expect((await call(pair, first, 'toString', {})).error?.code).toBe('badRequest');
  expect((await call(pair, first, '__proto__', {})).error?.code).toBe('badRequest');
  expect((await call(pair, first, 'health', { more: 1 })).error?.code).toBe('badRequest');
  expect((await call(pair, first, 'events', { after: -1 })).error?.code).toBe('badRequest');
  expect((await call(pair, first, 'events', { after: 0, waitMs: 60_000 })).error?.code).toBe('badRequest');
});

test('a message changed on its way is not answered', async () => {
  const made = sealed({ id: randomUUID(), time: Date.now(), method: 'health', params: {} });
  const message = new Uint8Array(made.message);
  message[message.length - 1] = (message.at(-1) ?? 0) ^ 1;
  expect((await get('/channel', { method: 'POST', body: message })).status).toBe(401);
});

/** A session as the server keeps one after a handshake. */
async function keptSession() {
  const id = randomUUID();
  const made = sealRequest(
    pair.server,
    first.keys,
    utf8ToBytes(JSON.stringify({ id, time: Date.now(), method: 'health' })),
  );
  const headers = { [tagHeader]: made.tag, [keepHeader]: '1' };
  const response = await get('/channel', { method: 'POST', headers, body: new Uint8Array(made.message) });
  expect(response.headers.get(keepHeader)).toBe('1');
  made.openReply(new Uint8Array(await response.arrayBuffer()));
  return made.left() ?? expect.fail('nothing left');
}
const send = (message: Uint8Array, tag: string) =>
  get('/channel', { method: 'POST', headers: { [tagHeader]: tag }, body: new Uint8Array(message) });
const health = () => utf8ToBytes(JSON.stringify({ id: randomUUID(), time: Date.now(), method: 'health' }));

test('requests under a handshake that the server made are answered, each once; those of no handshake, changed ones and untagged ones are not', async () => {
  const seal = createSender(pair.server, first.keys, await keptSession());
  const [asked, other] = [seal(health()), seal(health())];
  const response = await send(asked.message, asked.tag);
  expect(JSON.parse(Buffer.from(asked.openReply(new Uint8Array(await response.arrayBuffer()))).toString()).signer).toBe(
    '1',
  );
  expect((await send(asked.message, asked.tag)).status).toBe(401);
  const changed = other.message.map((byte, at) => (at === other.message.length - 1 ? byte ^ 1 : byte));
  expect((await send(changed, other.tag)).status).toBe(401);
  expect((await get('/channel', { method: 'POST', body: new Uint8Array(other.message) })).status).toBe(401);
  expect((await send(other.message, other.tag)).status).toBe(200);
  const made = { id: new Uint8Array(16), requests: new Uint8Array(32), replies: new Uint8Array(32) };
  const unknown = createSender(pair.server, first.keys, made)(health());
  expect((await send(unknown.message, unknown.tag)).status).toBe(401);
});

test('a request of another time, or whose id was taken, is refused under a session as under a handshake', async () => {
  const seal = createSender(pair.server, first.keys, await keptSession());
  const answerOf = async (payload: Uint8Array) => {
    const asked = seal(payload);
    const response = await send(asked.message, asked.tag);
    return JSON.parse(Buffer.from(asked.openReply(new Uint8Array(await response.arrayBuffer()))).toString());
  };
  const once = health();
  expect((await answerOf(once)).signer).toBe('1');
  expect((await answerOf(once)).error.code).toBe('notAuthenticated');
  const late = utf8ToBytes(JSON.stringify({ id: randomUUID(), time: Date.now() - 61_000, method: 'health' }));
  expect((await answerOf(late)).error.code).toBe('notAuthenticated');
});

/** Begins a request of a declared length at the second signer, sends `body` of it and no more. @returns the status line, or '' while it waits */
async function begin(body: Uint8Array, declared: number, waitMs: number): Promise<{ line: string; end(): void }> {
  const { port } = new URL(pair.places[1]?.url ?? '');
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`POST /channel HTTP/1.1\r\nhost: x\r\ncontent-length: ${declared}\r\n\r\n`);
  socket.write(body);
  const line = await new Promise<string>((resolve) => {
    const timer = setTimeout(() => resolve(''), waitMs);
    socket.once('data', (data: Buffer) => {
      clearTimeout(timer);
      resolve(data.toString().split('\r\n')[0] ?? '');
    });
  });
  return { line, end: () => socket.destroy() };
}

test('what cannot be from the pinned server is refused by its first nine bytes, and the rest is not waited for', async () => {
  const other = pair.places[1] ?? expect.fail('no signer');
  const mine = sealRequest(pair.server, other.keys, new Uint8Array()).message.subarray(0, 9);
  const strange = sealRequest(newIdentity(), other.keys, new Uint8Array()).message.subarray(0, 9);
  const refused = await begin(strange, 16_777_216, 5_000);
  expect(refused.line).toBe('HTTP/1.1 401 Unauthorized');
  const waiting = await begin(mine, 16_777_216, 300);
  expect(waiting.line).toBe('');
  refused.end();
  waiting.end();
});

test('one address has only so many bytes waiting, and is served again when they are gone', async () => {
  const other = pair.places[1] ?? expect.fail('no signer');
  const mine = sealRequest(pair.server, other.keys, new Uint8Array()).message.subarray(0, 9);
  const held = await Promise.all(Array.from({ length: 4 }, () => begin(mine, 16_777_216, 300)));
  expect(held.map(({ line }) => line)).toEqual(['', '', '', '']);
  const more = await begin(mine, 1_000, 5_000);
  expect(more.line).toBe('HTTP/1.1 429 Too Many Requests');
  for (const { end } of [...held, more]) end();
  await expect.poll(async () => (await call(pair, other, 'health', {})).signer).toBe('2');
});

test('who knocks with wrong keys too often is not looked at for a while', async () => {
  const other = pair.places[1];
  if (!other) throw new Error('no signer');
  const knock = async () => (await fetch(`${other.url}/channel`, { method: 'POST', body: new Uint8Array(200) })).status;
  const statuses: number[] = [];
  for (let i = 0; i < 24; i++) statuses.push(await knock());
  expect(statuses[0]).toBe(401);
  expect(statuses.at(-1)).toBe(429);
});

test('public requests are limited for each address', async () => {
  const statuses = await Promise.all(Array.from({ length: 120 }, async () => (await get('/api/info')).status));
  expect(statuses).toContain(429);
  expect((await get('/healthz')).status).toBe(200);
});

test('bytes that are no HTTP end the connection only', async () => {
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(first.url).port), '127.0.0.1', () => socket.write('\x00\x01garbage\r\n\r\n'));
    socket.once('close', () => resolve());
    socket.on('error', () => undefined);
    socket.resume();
  });
  expect((await get('/healthz')).status).toBe(200);
});
