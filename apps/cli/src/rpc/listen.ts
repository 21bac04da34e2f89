import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { explain } from '../exit.ts';
import { RpcFault } from './faults.ts';
import { answer, type Wallet } from './methods.ts';

export interface Listening {
  readonly port: number;
  /** The last part of its address, which only whoever was given it knows. */
  readonly token: string;
  /** Of pages that may call it, such as https://app.example.org. */
  readonly origins: readonly string[];
  readonly note: (line: string) => void;
  /** Told with each call when its caller has gone. */
  readonly wallet: (gone: AbortSignal) => Wallet;
}

const mostBytes = 1024 * 1024;
const mostCalls = 100;

interface Call {
  readonly id: string | number | null;
  readonly method: string;
  readonly params: readonly unknown[];
}

const isId = (id: unknown): id is Call['id'] => id === null || ['string', 'number'].includes(typeof id);

/** @throws RpcFault invalidRequest */
function readCall(value: unknown): Call {
  const fields: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {};
  const { id = null, method, params = [] } = fields;
  if (typeof method !== 'string' || !isId(id) || !Array.isArray(params))
    throw new RpcFault('invalidRequest', 'a call has a method, and its params are a list');
  return { id, method, params };
}

function faultOf(error: unknown): RpcFault {
  return error instanceof RpcFault ? error : new RpcFault('failed', explain(error).text);
}

async function replyTo({ wallet, note }: Listening, value: unknown, gone: AbortSignal): Promise<object> {
  const reply = { jsonrpc: '2.0', id: null as Call['id'] };
  try {
    const { id, method, params } = readCall(value);
    reply.id = id;
    if (method.endsWith('Transaction')) note(`${method} ${JSON.stringify(params).slice(0, 300)}`);
    return { ...reply, result: await answer(wallet(gone), method, params) };
  } catch (error) {
    const { code, message, data } = faultOf(error);
    return { ...reply, error: { code, message, ...(data === undefined ? {} : { data }) } };
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new RpcFault('limit', 'the request is too long');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new RpcFault('parse', 'the request is no JSON');
  }
}

/** One after the other: an application that sends several at once means them in this order. What it no longer waits for is not begun. */
async function repliesTo(listening: Listening, body: unknown, gone: AbortSignal): Promise<object> {
  if (!Array.isArray(body)) return replyTo(listening, body, gone);
  if (body.length === 0 || body.length > mostCalls) return replyTo(listening, undefined, gone);
  const replies: object[] = [];
  for (const one of body) {
    if (gone.aborted) break;
    replies.push(await replyTo(listening, one, gone));
  }
  return replies;
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** A page of somewhere else, or one whose name leads here (DNS rebinding), is told nothing. */
function isAllowed({ port, token, origins }: Listening, { url = '', headers }: IncomingMessage): boolean {
  const { host, origin } = headers;
  const isHere = [`127.0.0.1:${port}`, `localhost:${port}`].includes(host ?? '');
  return isHere && isSame(url, `/${token}`) && (origin === undefined || origins.includes(origin));
}

async function serve(listening: Listening, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isAllowed(listening, request)) return void response.writeHead(403).end();
  const { origin } = request.headers;
  if (origin !== undefined)
    for (const [name, value] of [
      ['origin', origin],
      ['methods', 'POST'],
      ['headers', 'content-type'],
      ['private-network', 'true'],
    ] as const)
      response.setHeader(`access-control-allow-${name}`, value);
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const ended = new AbortController();
  response.once('close', () => ended.abort());
  let reply: object;
  try {
    reply = await repliesTo(listening, await bodyOf(request), ended.signal);
  } catch (error) {
    const { code, message } = faultOf(error);
    reply = { jsonrpc: '2.0', id: null, error: { code, message } };
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
}

/** Listens on this machine alone. */
export async function listen(listening: Listening): Promise<Server> {
  const server = createServer((request, response) => void serve(listening, request, response));
  server.requestTimeout = 30_000;
  await new Promise<void>((done, fail) => server.once('error', fail).listen(listening.port, '127.0.0.1', done));
  return server;
}
