import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { SignerContext } from '../context.ts';
import { errorReply, Refusal, refuse, statusOf } from '../errors.ts';
import { version } from '../version.ts';
import { type Answer, json } from './answer.ts';
import type { Route } from './api.ts';
import type { Channel } from './channel.ts';
import { createClientOf } from './client.ts';
import { createGate } from './gate.ts';
import { crossOriginHeaders, securityHeaders } from './headers.ts';
import {
  createApi,
  createChannelled,
  createPublicRate,
  type Handle,
  maxConnections,
  maxWaiting,
  type Working,
} from './lanes.ts';
import { type Page, pageAnswer } from './pages.ts';
import { guardSockets } from './sockets.ts';

export interface HttpParts {
  readonly ctx: SignerContext;
  readonly routes: readonly Route[];
  readonly pages: ReadonlyMap<string, Page>;
  readonly channel: Channel;
}

/** Past so many, one that only waits makes room for each new one. */
const guardedConnections = 960;

/**
 * Is this request meant for me? A browser names the host it believes to talk to: a page of another site whose name was pointed at this address
 * (DNS rebinding) names itself, and would otherwise read what CORS keeps from it. An IP address cannot be pointed elsewhere.
 */
function namesMe(ctx: SignerContext, host: string | undefined): boolean {
  if (host === new URL(ctx.config.origin).host) return true;
  const name = /^(\[[0-9a-f:.]+\]|[\d.]+)(:\d{1,5})?$/i.exec(host ?? '')?.[1] ?? '';
  return isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

const proxyUnknown =
  'a request came through a proxy that the configuration does not name (trustedProxies): all behind it count as one';

/** Says so once. */
function createProxyWarning({ config, log }: SignerContext): Working {
  let said = (config.trustedProxies ?? []).length > 0;
  return ({ headers, socket }) => {
    if (said || headers['x-forwarded-for'] === undefined) return;
    said = true;
    log(proxyUnknown, { proxy: socket.remoteAddress ?? '' });
  };
}

/**
 * The built pages, from memory. Those of the ceremony as many as a client's share of requests allows. The others hold the page that orders to freeze are made
 * on: no count shuts anybody out of them, and they are given in turn.
 */
function createPages({ ctx, pages }: HttpParts): Handle {
  const rate = createPublicRate(ctx);
  const gate = createGate(maxWaiting);
  return async (request, client) => {
    const [path = '/'] = (request.url ?? '/').split(/[?#]/, 1);
    if (!path.startsWith('/ceremony')) await gate.run(client, () => undefined);
    else if (!rate.take(client)) throw refuse('rateLimited');
    if (path === '/ceremony')
      return { status: 308, type: 'text/plain', body: new Uint8Array(), headers: { location: '/ceremony/' } };
    const found = pages.get(path);
    if (!found || (request.method !== 'GET' && request.method !== 'HEAD')) throw refuse('notFound');
    return pageAnswer(found, request.headers['accept-encoding']?.toString());
  };
}

function createHandler(parts: HttpParts, working: Working): (request: IncomingMessage) => Promise<Answer> {
  const { ctx } = parts;
  const [channelled, api, page] = [createChannelled(parts, working), createApi(parts, working), createPages(parts)];
  const clientOf = createClientOf(ctx.config.trustedProxies ?? []);
  const warn = createProxyWarning(ctx);
  return async (request) => {
    const [path = '/'] = (request.url ?? '/').split(/[?#]/, 1);
    // Any page may ask: the console does, before it leads somebody here.
    if (path === '/healthz') return { ...json({ ok: true }), headers: { 'access-control-allow-origin': '*' } };
    warn(request);
    const client = clientOf(request);
    if (request.method === 'POST' && path === '/channel') return channelled(request, client);
    if (!namesMe(ctx, request.headers.host)) throw refuse('badRequest', 'host');
    if (path.startsWith('/api/')) return api(request, client);
    if (path === '/version') return json({ name: 'holdfast-signer', version, signer: ctx.me });
    return page(request, client);
  };
}

function failure(ctx: SignerContext, request: IncomingMessage, error: unknown): Answer {
  if (!(error instanceof Refusal))
    ctx.log('a request failed', { reason: error instanceof Error ? (error.stack ?? error.message) : 'unknown' });
  const cross = crossOriginHeaders(ctx.config, request.headers.origin);
  return { ...json(errorReply(error), statusOf(error)), headers: cross };
}

type Respond = (request: IncomingMessage, response: ServerResponse, answer: Answer) => void;

function createResponder({ config }: SignerContext): Respond {
  const always = securityHeaders(config);
  return (request, response, { status, type, body, headers }) => {
    response.writeHead(status, { ...always, ...headers, 'content-type': type, 'content-length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
    // What is left of a body that was refused is not read on.
    if (!request.complete) response.once('finish', () => request.destroy());
  };
}

/** The signer's only listener. */
export function createHttp(parts: HttpParts): Server {
  const { ctx } = parts;
  const server = createServer({ maxHeaderSize: 16_384 });
  const sockets = guardSockets(server, guardedConnections);
  const handle = createHandler(parts, ({ socket }) => sockets.work(socket, true));
  const respond = createResponder(ctx);
  server.on('request', (request, response) => {
    handle(request)
      .catch((error: unknown) => failure(ctx, request, error))
      .then((answer) => respond(request, response, answer))
      .catch(() => response.destroy())
      .finally(() => sockets.work(request.socket, false));
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  server.keepAliveTimeout = 65_000;
  server.maxConnections = maxConnections;
  server.maxHeadersCount = 64;
  return server;
}
