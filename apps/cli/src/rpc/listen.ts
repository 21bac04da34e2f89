import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { honestText } from '@holdfast/review';
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
const mostReplyBytes = 32 * 1024 * 1024;
const mostCalls = 100;
const mostConnections = 100;

interface Call {
  readonly id: string | number;
  readonly method: string;
  readonly params: readonly unknown[];
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
/** One without is a notification, which nobody could be answered. */
const isId = (id: unknown): id is Call['id'] => ['string', 'number'].includes(typeof id);

/** @throws RpcFault invalidRequest, invalidParams */
function readCall(value: unknown): Call {
  const { id, method, params } = fieldsOf(value);
  if (!isId(id) || typeof method !== 'string') throw new RpcFault('invalidRequest', 'a call has an id and a method');
  if (!Array.isArray(params ?? [])) throw new RpcFault('invalidParams', 'params are a list');
  return { id, method, params: (params ?? []) as readonly unknown[] };
}

const faultOf = (error: unknown): RpcFault =>
  error instanceof RpcFault ? error : new RpcFault('failed', honestText(explain(error).text));

const textOfFault = (id: unknown, { code, message, data }: RpcFault): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: isId(id) ? id : null,
    error: { code, message, ...(data === undefined ? {} : { data }) },
  });

/** As text: what cannot be written down is a fault of that one call. */
export async function replyTo(
  { wallet, note }: Pick<Listening, 'wallet' | 'note'>,
  value: unknown,
  gone: AbortSignal,
): Promise<string> {
  try {
    const { id, method, params } = readCall(value);
    if (/Transaction$|[sS]ign/.test(method))
      note(honestText(`${method.slice(0, 60)} ${JSON.stringify(params)}`.slice(0, 300)));
    return JSON.stringify({ jsonrpc: '2.0', id, result: await answer(wallet(gone), method, params) });
  } catch (error) {
    return textOfFault(fieldsOf(value).id, faultOf(error));
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new RpcFault('invalidRequest', 'the request is too long');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new RpcFault('parse', 'the request is no JSON');
  }
}

/** One after the other: an application that sends several at once means them in this order. What it no longer waits for is not begun. */
async function repliesTo(listening: Listening, body: unknown, gone: AbortSignal): Promise<string> {
  if (!Array.isArray(body)) return replyTo(listening, body, gone);
  if (body.length === 0 || body.length > mostCalls) return replyTo(listening, undefined, gone);
  const replies: string[] = [];
  let room = mostReplyBytes;
  for (const one of body) {
    if (gone.aborted) break;
    const reply = room > 0 ? await replyTo(listening, one, gone) : '';
    room -= reply.length;
    replies.push(room > 0 ? reply : textOfFault(fieldsOf(one).id, new RpcFault('failed', 'the answers are too long')));
  }
  return `[${replies.join(',')}]`;
}

const isSame = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** A page of somewhere else, or one whose name leads here (DNS rebinding), is told nothing. */
function isAllowed({ port, token, origins }: Listening, { url = '', headers }: IncomingMessage): boolean {
  const { host, origin } = headers;
  const [name, at = '80'] = (host ?? '').split(':');
  const isHere = ['127.0.0.1', 'localhost'].includes(name ?? '') && at === String(port);
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
  const reply = await bodyOf(request)
    .then((body) => repliesTo(listening, body, ended.signal))
    .catch((error: unknown) => textOfFault(null, faultOf(error)));
  response.writeHead(200, { 'content-type': 'application/json' }).end(reply);
}

/** Listens on this machine alone. */
export async function listen(listening: Listening): Promise<Server> {
  const server = createServer((request, response) => {
    serve(listening, request, response).catch(() => response.destroy());
  });
  server.maxConnections = mostConnections;
  server.requestTimeout = 30_000;
  await new Promise<void>((done, fail) => server.once('error', fail).listen(listening.port, '127.0.0.1', done));
  return server;
}
