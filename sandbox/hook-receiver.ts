/**
 * A web hook's other end, for trying them: it shows what arrives and whether its signature holds, and fails on purpose where it is told to. On this machine
 * only, and nothing of it is kept.
 */
import { createHmac, createPublicKey, timingSafeEqual, verify as verifySignature } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { hookPage } from './hook-page.ts';

/** How it answers: as a receiver should, or in one of the ways in which they fail. */
const modes = ['ok', 'error', 'busy', 'silent', 'redirect'] as const;
type Mode = (typeof modes)[number];
/** `none`: it was told no key of its sender. */
type Signature = 'good' | 'bad' | 'late' | 'none';

interface Received {
  readonly time: number;
  readonly id: string;
  readonly signature: Signature;
  readonly answered: Mode;
  /** It was had before: the sender did not know. */
  readonly again: boolean;
  readonly body: string;
}
interface State {
  mode: Mode;
  keys: readonly string[];
  readonly received: Received[];
}

const toleranceSeconds = 300;
const [keptMost, bodyMost, keysMost] = [200, 262_144, 20];

const publicKeyOf = (whpk: string) =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(whpk.slice(5), 'base64').toString('base64url') },
    format: 'jwk',
  });

function fits(content: Buffer, given: string, key: string): boolean {
  const [scheme = '', text = ''] = given.split(',');
  const signature = Buffer.from(text, 'base64');
  if (scheme === 'v1' && key.startsWith('whsec_')) {
    const expected = createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
      .update(content)
      .digest();
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  }
  return scheme === 'v1a' && key.startsWith('whpk_') && verifySignature(null, content, publicKeyOf(key), signature);
}

/** As docs/web-hooks.md has it for receivers. */
function signatureOf(headers: IncomingMessage['headers'], body: Buffer, keys: readonly string[]): Signature {
  if (keys.length === 0) return 'none';
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures } = headers;
  const content = Buffer.concat([Buffer.from(`${id}.${time}.`), body]);
  const all = String(signatures).split(' ');
  if (!all.some((given) => keys.some((key) => fits(content, given, key)))) return 'bad';
  return Math.abs(Date.now() / 1_000 - Number(time)) > toleranceSeconds ? 'late' : 'good';
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > bodyMost) throw new Error('too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const json = (response: ServerResponse, value: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value));
};

/** Takes a web hook, and answers it as it was told to. */
async function take(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  const id = String(request.headers['webhook-id'] ?? '');
  const { mode } = state;
  const again = state.received.some((one) => one.id === id && one.answered === 'ok');
  const signature = signatureOf(request.headers, body, state.keys);
  state.received.unshift({ time: Date.now(), id, signature, answered: mode, again, body: body.toString('utf8') });
  state.received.splice(keptMost);
  if (mode === 'silent') return;
  if (mode === 'ok') response.writeHead(200).end('SUCCESS');
  else if (mode === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end();
  else response.writeHead(mode === 'error' ? 500 : 429).end();
}

/** What its page asks for. A header that no form of another page can send keeps those out. */
async function control(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.headers['x-receiver'] !== '1') return void response.writeHead(403).end();
  const { mode, keys } = JSON.parse((await bodyOf(request)).toString('utf8')) as { mode?: string; keys?: unknown };
  state.mode = modes.find((one) => one === mode) ?? state.mode;
  if (Array.isArray(keys))
    state.keys = keys
      .filter((key) => typeof key === 'string' && /^wh(sec|pk)_[A-Za-z0-9+/=]{20,100}$/.test(key))
      .slice(0, keysMost);
  json(response, { mode: state.mode, keys: state.keys.length });
}

const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'";

function handle(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> | void {
  const { method, url } = request;
  if (method === 'GET' && url === '/')
    return void response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .end(hookPage);
  if (method === 'GET' && url === '/received') {
    const { received, mode, keys } = state;
    return json(response, { mode, keys: keys.length, received });
  }
  if (method === 'POST' && url === '/control') return control(state, request, response);
  if (method === 'POST') return take(state, request, response);
  response.writeHead(404).end();
}

/** Listens on this machine alone. */
export async function startHookReceiver(port: number): Promise<Server> {
  const state: State = { mode: 'ok', keys: [], received: [] };
  const server = createServer((request, response) => {
    const failed = (): void => {
      if (!response.headersSent) response.writeHead(400).end();
    };
    try {
      void handle(state, request, response)?.catch(failed);
    } catch {
      failed();
    }
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return server;
}
